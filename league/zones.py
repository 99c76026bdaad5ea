"""A league's clock: instants are stored; its people read and write them in its zone, which is named."""

from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

# How a zone is called in Chinese; others are told by city and offset.
NAMES = {
    "Asia/Shanghai": "北京时间",
    "Asia/Hong_Kong": "香港时间",
    "Asia/Taipei": "台北时间",
    "Asia/Singapore": "新加坡时间",
    "Asia/Tokyo": "东京时间",
    "Asia/Seoul": "首尔时间",
    "Europe/London": "伦敦时间",
    "Europe/Paris": "巴黎时间",
    "Europe/Berlin": "柏林时间",
    "America/New_York": "纽约时间",
    "America/Los_Angeles": "洛杉矶时间",
    "Australia/Sydney": "悉尼时间",
    "UTC": "协调世界时",
}


def offset(at: datetime, zone: str) -> str:
    """UTC+8, UTC−5, UTC+5:30: of that moment, since summers differ."""
    minutes = int((at.astimezone(ZoneInfo(zone)).utcoffset() or timedelta()).total_seconds()) // 60
    hours, rest = divmod(abs(minutes), 60)
    return f"UTC{'−' if minutes < 0 else '+'}{hours}{f':{rest:02}' if rest else ''}" if minutes else "UTC"


def name(at: datetime, zone: str) -> str:
    """北京时间（UTC+8）"""
    called = NAMES.get(zone) or zone.rpartition("/")[2].replace("_", " ") + " 时间"
    return f"{called}（{offset(at, zone)}）"


def say(at: datetime, zone: str) -> str:
    """2026年12月1日 20:00 北京时间（UTC+8）: every deadline is told like this."""
    local = at.astimezone(ZoneInfo(zone))
    return f"{local.year}年{local.month}月{local.day}日 {local:%H:%M} {name(at, zone)}"


def midnight(now: datetime, zone: str) -> datetime:
    """When the league's day began in which `now` lies."""
    return now.astimezone(ZoneInfo(zone)).replace(hour=0, minute=0, second=0, microsecond=0, fold=0)
