"""Form fields that several forms share."""

from typing import Any

from django import forms
from django.core.exceptions import ValidationError

from league import names, pictures
from league.models import Picture
from league.models.naming import LONGEST


class NameField(forms.CharField):
    """A name as league.names keeps it. Counted after cleaning: what nobody sees does not count."""

    def clean(self, value: Any) -> str:
        typed = super().clean(value)
        name = names.clean(typed)
        if typed and not name:
            raise ValidationError("名称里要有看得见的字。", code="unseen")
        if len(name) > LONGEST:
            raise ValidationError(f"名称最多 {LONGEST} 个字，现在是 {len(name)} 个。", code="too_long")
        return name


class LineField(forms.CharField):
    """A short line: cleaned like a name, but free to be anything or nothing."""

    def __init__(self, *, longest: int = 80, **options: Any) -> None:
        super().__init__(**{"required": False, **options})
        self.longest = longest

    def clean(self, value: Any) -> str:
        line = names.clean(super().clean(value) or "")
        if len(line) > self.longest:
            raise ValidationError(f"最多 {self.longest} 个字，现在是 {len(line)} 个。", code="too_long")
        return line


class TextField(forms.CharField):
    """Several lines. Direction marks and other unseen characters are dropped, line by line."""

    widget = forms.Textarea

    def __init__(self, *, longest: int, rows: int = 4, **options: Any) -> None:
        super().__init__(**{"required": False, **options})
        self.longest = longest
        self.widget.attrs["rows"] = rows

    def clean(self, value: Any) -> str:
        text = (super().clean(value) or "").replace("\r\n", "\n").replace("\x00", "")
        text = text.translate(dict.fromkeys([*range(0x202A, 0x202F), *range(0x2066, 0x206A), 0x200E, 0x200F]))
        if len(text) > self.longest:
            raise ValidationError(f"最多 {self.longest} 个字，现在是 {len(text)} 个。", code="too_long")
        return text.strip()


class PictureField(forms.FileField):
    """A picture that was sent, drawn anew; None where none was."""

    def __init__(self, **options: Any) -> None:
        widget = forms.FileInput(attrs={"accept": "image/png,image/jpeg,image/webp,image/gif"})
        help_text = "PNG、JPEG、WebP 或 GIF，不超过 2 MB；会裁成正方形。"
        super().__init__(**{"required": False, "widget": widget, "help_text": help_text, **options})

    def clean(self, data: Any, initial: Any = None) -> Picture | None:
        sent: Any = super().clean(data, None)
        if not sent:
            return None
        if (sent.size or 0) > pictures.LARGEST_FILE:
            raise ValidationError("图片太大：不要超过 2 MB。", code="too_large")
        return pictures.keep(sent.read())
