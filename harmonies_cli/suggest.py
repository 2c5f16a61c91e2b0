"""Remedies for mistyped words."""

from __future__ import annotations

import difflib
import unicodedata
from collections.abc import Iterable

__all__ = ["close_matches", "did_you_mean"]

# The comparison takes the product of both lengths; nobody mistypes a word longer than this.
_LONGEST_WORD = 80


def close_matches(word: str, choices: Iterable[str], limit: int = 3) -> list[str]:
    """Return the choices that look like a word, the likest first; case, accents, punctuation do not count."""
    folded = _fold(word)
    if not folded or len(folded) > _LONGEST_WORD:
        return []
    by_fold: dict[str, str] = {}
    for choice in choices:
        by_fold.setdefault(_fold(choice), choice)
    return [by_fold[match] for match in difflib.get_close_matches(folded, by_fold, limit, cutoff=0.65)]


def did_you_mean(word: str, choices: Iterable[str]) -> str | None:
    """Return the remedy for a mistyped word, or None if nothing looks like it.

    Examples
    --------
    >>> did_you_mean("falcn", ["falcon", "fox"])
    'did you mean "falcon"?'
    """
    matches = close_matches(word, choices)
    if not matches:
        return None
    *others, last = (f'"{match}"' for match in matches)
    return f"did you mean {', '.join(others)} or {last}?" if others else f"did you mean {last}?"


def _fold(word: str) -> str:
    decomposed = unicodedata.normalize("NFKD", word[: _LONGEST_WORD * 2]).casefold()
    return "".join(character for character in decomposed if character.isalnum())
