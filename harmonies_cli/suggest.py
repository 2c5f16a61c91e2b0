"""Remedies for mistyped words."""

from __future__ import annotations

from collections.abc import Iterable

__all__ = ["close_matches", "did_you_mean"]

# The comparison takes the product of both lengths; nobody mistypes a word longer than this.
_LONGEST_WORD = 80
_LEAST_LIKE = 0.65  # by difflib's measure: "lyon" and "lion" have 0.75, "colour" and "solo" 0.6
_CLEARLY_LESS = 0.1


def close_matches(word: str, choices: Iterable[str], limit: int = 3) -> list[str]:
    """Return the choices that look like a word, the likest first; case, accents and punctuation do not count.

    Choices that are clearly less like it than the best one are left out.
    """
    folded = _fold(word)
    if not folded or len(folded) > _LONGEST_WORD:
        return []
    from difflib import SequenceMatcher  # here, because every start of the program passes this module

    matcher = SequenceMatcher(b=folded)
    likeness = {}
    for choice in choices:
        matcher.set_seq1(_fold(choice))
        if matcher.quick_ratio() >= _LEAST_LIKE:
            likeness[choice] = matcher.ratio()
    least = max(_LEAST_LIKE, max(likeness.values(), default=0) - _CLEARLY_LESS)
    matches = sorted((choice for choice in likeness if likeness[choice] >= least), key=lambda c: -likeness[c])
    exact = [choice for choice in matches if likeness[choice] == 1]
    return (exact or matches)[:limit]


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
    import unicodedata

    decomposed = unicodedata.normalize("NFKD", word[: _LONGEST_WORD * 2]).casefold()
    return "".join(character for character in decomposed if character.isalnum())
