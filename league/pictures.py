"""Pictures from strangers: decoded within limits, cropped, drawn anew. Nothing of the sent file is kept."""

import hashlib
import io
import warnings

from django.core.exceptions import ValidationError
from PIL import Image, ImageOps

from league.models import Picture

LARGEST_FILE = 2 * 1024 * 1024  # bytes
LARGEST_SIDE = 4096  # pixels
SIDE = 256
FORMATS = ("PNG", "JPEG", "WEBP", "GIF")


def keep(raw: bytes) -> Picture:
    """The picture as a square PNG of 256 pixels; ValidationError, in Chinese, for what is none."""
    if len(raw) > LARGEST_FILE:
        raise ValidationError("图片太大：不要超过 2 MB。", code="too_large")
    body = _drawn_anew(raw)
    digest = hashlib.sha256(body).hexdigest()
    return Picture.objects.get_or_create(digest=digest, defaults={"body": body})[0]


def _drawn_anew(raw: bytes) -> bytes:
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error", Image.DecompressionBombWarning)
            with Image.open(io.BytesIO(raw), formats=FORMATS) as image:
                if max(image.size) > LARGEST_SIDE:  # known from the header: nothing is unpacked yet
                    raise ValidationError(f"图片太大：边长不要超过 {LARGEST_SIDE} 像素。", code="too_large")
                image.draft("RGB", (2 * SIDE, 2 * SIDE))
                upright = ImageOps.exif_transpose(image.convert("RGBA") if image.mode != "RGB" else image)
                square = ImageOps.fit(upright, (SIDE, SIDE), Image.Resampling.LANCZOS)
    except ValidationError:
        raise
    except (Image.DecompressionBombWarning, Image.DecompressionBombError):
        raise ValidationError("图片太大。", code="too_large") from None
    except Exception:  # a decoder may raise anything at a file that was made to break it
        raise ValidationError("读不出这张图片：请用 PNG、JPEG、WebP 或 GIF。", code="unreadable") from None
    anew = Image.new("RGBA", square.size)
    anew.paste(square)
    out = io.BytesIO()
    anew.save(out, "PNG", optimize=True)
    return out.getvalue()
