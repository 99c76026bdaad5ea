"""揭晓: who the suppliers were, once a match is finished."""

from typing import Any

import engine
from league.models import Match


def unmasked(match: Match) -> list[dict[str, Any]]:
    """The suppliers of a finished match with the Chinese names of their personas; before the end, none."""
    if not match.finished or not match.reveal:
        return []
    names = {persona.id: persona.name for persona in engine.load(match.ruleset).personas}
    return [{**one, "persona_name": names[one["persona"]]} for one in match.reveal["suppliers"]]
