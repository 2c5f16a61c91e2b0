"""The 14 stacks that a space can hold, and what each becomes with a token on top (docs/rules.md 3)."""

from __future__ import annotations

from harmonies_cli.rules.board.tokens import LETTERS

__all__ = ["EMPTY", "KINDS", "KIND_OF", "NEXT", "NODE_OF", "STACKS"]

EMPTY = 0
STACKS = ("", "W", "F", "M", "MM", "MMM", "T", "TT", "L", "TL", "TTL", "H", "TH", "MH", "HH")
"""Stacks, bottom to top, by node number; node 0 is the empty space."""

NODE_OF = {stack: node for node, stack in enumerate(STACKS)}

NEXT = tuple(tuple(NODE_OF.get(stack + letter, EMPTY) for letter in LETTERS) for stack in STACKS)
"""``NEXT[node][token]``: the node after one more token, or 0 where that is not allowed."""

# The kinds that scoring and habitats distinguish: the three buildings are one, and so are the trunks.
KINDS = ("W", "F", "M", "MM", "MMM", "L", "TL", "TTL", "?H", "T", "H")
_SAME_KIND = {"TH": "?H", "MH": "?H", "HH": "?H", "TT": "T"}
KIND_OF = (-1, *(KINDS.index(_SAME_KIND.get(stack, stack)) for stack in STACKS[1:]))
"""Node to its index in `KINDS`; -1 for the empty space."""
