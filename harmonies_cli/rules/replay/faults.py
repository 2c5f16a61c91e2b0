"""Codes of broken rules, with the section of docs/rules.md that each breaks, and the report of a fault."""

from __future__ import annotations

import msgspec

__all__ = ["CARRIED_OUT", "NOT_STOPPING", "RULE_OF", "StoppedError", "Violation"]

_SECTION = {
    "1": "1. Tokens",
    "2": "2. Personal boards",
    "3": "3. Stacks",
    "4": "4. A turn",
    "5": "5. Nature's Spirit cards (optional)",
    "6": "6. End of the game",
    "7": "7. Scoring",
    "9": "9. What a record can and cannot prove",
}
RULE_OF = {
    code: _SECTION[section]
    for section, codes in {
        "1": ("pouch-overdrawn",),
        "2": ("no-such-space",),
        "3": ("stack-illegal", "space-has-cube"),
        "4": (
            "turn-order",
            "tokens-not-taken",
            "tokens-taken-twice",
            "central-empty",
            "tokens-mismatch",
            "token-not-in-hand",
            "token-unplaced",
            "card-not-in-row",
            "card-taken-twice",
            "card-limit",
            "card-not-held",
            "card-no-cube",
            "habitat-missing",
            "discard-not-allowed",
            "refill-wrong",
            "turn-replaced",
        ),
        "5": ("spirit-not-dealt", "spirit-chosen-twice", "spirit-not-chosen"),
        "6": ("game-over", "game-unfinished"),
        "7": ("result-mismatch", "site-differs"),
        "9": ("card-duplicated", "site-disagrees"),
    }.items()
    for code in codes
}
"""The section of docs/rules.md that a fault breaks, by its code."""

CARRIED_OUT = frozenset(
    (
        "turn-order",
        "tokens-mismatch",
        "card-not-in-row",
        "card-taken-twice",
        "card-limit",
        "habitat-missing",
        "spirit-not-dealt",
        "spirit-chosen-twice",
        "spirit-not-chosen",
        "discard-not-allowed",
        "token-unplaced",
        "refill-wrong",
        "pouch-overdrawn",
        "card-duplicated",
    )
)
"""Faults of actions that are still possible on a real table: a replay that keeps going plays them."""


class Violation(msgspec.Struct, frozen=True):
    """One broken rule and its place.

    Attributes
    ----------
    code
        Stable code: docs/notation.md "Verification".
    turn
        From 1; 0 for the start, None for a record without turns.
    player
        From 1, or None.
    action
        From 1, or None if no single action is at fault.
    pointer
        JSON pointer into the record.
    message
        The fault in a sentence.
    rule
        Section of docs/rules.md.
    """

    code: str
    turn: int | None
    player: int | None
    action: int | None
    pointer: str
    message: str
    rule: str


NOT_STOPPING = frozenset(("turn-replaced", "site-differs", "site-disagrees"))
"""Faults after which a replay continues."""


class StoppedError(Exception):
    """Ends a replay at a fault already noted."""
