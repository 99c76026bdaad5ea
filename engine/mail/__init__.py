"""Mail between agents and suppliers: reading it (`understand`) and writing it (`compose`)."""

from .goods import find_skus
from .intent import Intent, Item
from .letter import VOICES, Letter
from .phrases import compose
from .understand import understand

__all__ = ["VOICES", "Intent", "Item", "Letter", "compose", "find_skus", "understand"]
