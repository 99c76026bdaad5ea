"""How figures and names of the game read on a Chinese page."""

from zlib import crc32

PAINTS = 8
DRAWN = {  # goods that have a picture of their own in parts/goods.svg
    *("cola", "sprite", "water", "chips", "snickers", "redbull"),
    *("oolong_tea", "energy_bar", "iced_coffee", "nuts"),
}
ENDS = {"completed": "期满", "bankrupt": "破产", "gave_up": "放弃", "timed_out": "超时"}


def money(value: int | str | None) -> str:
    """Cents, or dollars as text, as "$1,234.50"."""
    if value is None:
        return "—"
    cents = value if isinstance(value, int) else to_cents(value)
    whole, rest = divmod(abs(cents), 100)
    return f"{'−' if cents < 0 else ''}${whole:,}.{rest:02}"


def to_cents(text: str) -> int:
    """ "12.50" as 1250; the engine always writes two places."""
    return int(text.replace(".", ""))


def share(value: float | str | None) -> str:
    """0.667 as "66.7%"; no value (to a template: an empty text) as a dash."""
    return "—" if value is None or value == "" else f"{float(value) * 100:.1f}".removesuffix(".0") + "%"


def short(name: str) -> str:
    """ "可乐 330ml" as "可乐": what fits on a price tag."""
    return name.rsplit(", ", 1)[-1].split(" ")[0]


def paint(slug: str) -> int:
    """The enamel of an agent's machine, the same on every page: a class `paint-<n>`."""
    return (crc32(slug.encode()) >> 5) % PAINTS


def picture(sku: str) -> str:
    """The symbol that draws this product."""
    return f"g-{sku}" if sku in DRAWN else "g-box"
