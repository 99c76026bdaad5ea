"""What a regular expression needs to see before it is worth running.

There are some hundreds of cue patterns and a mail contains few of them; looking for a plain
substring costs a fraction of a regular expression, so each pattern is kept behind such a gate.
"""

_CLASSES = "dwsbDWSB"


def needles(pattern: str) -> frozenset[str]:
    """Plain strings of which any match of `pattern` contains at least one; empty if nothing is sure.

    >>> sorted(needles("(?:no|not) more than"))
    [' more than']
    >>> sorted(needles("refund(?:ed)?|money back"))
    ['money back', 'refund']
    """
    found, _ = _choice(pattern, 0)
    return found


def _choice(pattern: str, at: int) -> tuple[frozenset[str], int]:
    """The needles of a choice of branches, from `at` to the closing bracket or the end."""
    branches = []
    while True:
        found, at = _branch(pattern, at)
        branches.append(found)
        if at >= len(pattern) or pattern[at] == ")":
            sure = all(branches)
            return (frozenset().union(*branches) if sure else frozenset()), at + 1
        at += 1


def _branch(pattern: str, at: int) -> tuple[frozenset[str], int]:
    best: frozenset[str] = frozenset()
    run = ""

    def better(found: frozenset[str]) -> frozenset[str]:
        weight = min(map(len, found), default=0)
        return found if weight > min(map(len, best), default=0) else best

    while at < len(pattern) and pattern[at] not in "|)":
        group: frozenset[str] = frozenset()
        char, literal = pattern[at], ""
        if char == "(":
            look = pattern.startswith(("(?=", "(?!", "(?<"), at)
            start = at + (4 if pattern.startswith("(?<", at) else 3 if pattern.startswith("(?", at) else 1)
            group, at = _choice(pattern, start)
            if look:
                group = frozenset()
        elif char == "[":
            at = pattern.index("]", at + 2) + 1
        elif char == "\\":
            literal = "" if pattern[at + 1] in _CLASSES else pattern[at + 1]
            at += 2
        else:
            literal = "" if char in ".^$" else char
            at += 1
        optional, at = _quantifier(pattern, at)
        if literal and not optional:
            run += literal
            continue
        best, run = better(frozenset([run] if run else [])), ""
        if group and not optional:
            best = better(group)
    return better(frozenset([run] if run else [])), at


def _quantifier(pattern: str, at: int) -> tuple[bool, int]:
    """Whether what came before `at` may be missing, and where the pattern goes on."""
    if at >= len(pattern) or pattern[at] not in "?*+{":
        return False, at
    optional = pattern[at] in "?*" or pattern.startswith("{0", at)
    at = pattern.index("}", at) + 1 if pattern[at] == "{" else at + 1
    if at < len(pattern) and pattern[at] in "?+":
        at += 1
    return optional, at
