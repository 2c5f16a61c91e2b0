"""Remedies for mistyped words."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache

from harmonies_cli.errors import UsageError
from harmonies_cli.plurals import enumeration
from harmonies_cli.safe_text import printable

__all__ = ["close_matches", "did_you_mean", "foreign_letters", "in_latin", "known_names"]

# The time of a comparison grows with the product of both lengths; nobody mistypes a word longer than this.
_LONGEST_WORD = 80
_LEAST_LIKE = 0.65  # by difflib's measure: "lyon" and "lion" have 0.75, "colour" and "solo" 0.6
_CLEARLY_LESS = 0.1


_LATIN = dict(
    zip(
        "АВСЕНІЈКМОРЅТХҮԜҒаеосрухіјѕԝΑΒΕΖΗΙΚΜΝΟΡΤΥΧϜϹονρυχϲ",
        "ABCEHIJKMOPSTXYWFaeocpyxijswABEZHIKMNOPTYXFCovpuxc",
        strict=True,
    )
)
"""Letters of the Cyrillic and the Greek alphabet to the Latin ones that look the same."""


def in_latin(text: str) -> str:
    """Return a text with Latin letters in place of those of other alphabets or widths that look like them."""
    import unicodedata

    if text.isascii():
        return text
    return "".join(
        _LATIN.get(letter) or _LATIN.get(letter.upper()) or letter for letter in unicodedata.normalize("NFKC", text)
    )


def foreign_letters(text: str) -> str | None:
    """Return a sentence on the letters of a text that are from the wrong alphabet; None if there are none.

    Examples
    --------
    >>> foreign_letters("ТH")
    'Т is a Cyrillic letter that looks like T'
    """
    import unicodedata

    sentences = []
    for letter in dict.fromkeys(text[:_LONGEST_WORD]):
        meant = in_latin(letter)
        if meant == letter or not meant.isascii():
            continue
        script = unicodedata.name(letter, "").split(" ")[0].capitalize().replace("Fullwidth", "full-width")
        sentences.append(f"{letter} is a {script} letter that looks like {meant}")
    return "; ".join(sentences) or None


def close_matches(word: str, choices: Iterable[str], limit: int = 3, *, least: float = _LEAST_LIKE) -> list[str]:
    """Return the choices most similar to a word, best first; case, accents and punctuation do not count.

    Choices that are clearly worse than the best one are left out.

    Parameters
    ----------
    word
        The word as typed.
    choices
        The possible words.
    limit
        The most choices to return.
    least
        The minimum similarity of a choice: 1 for the same letters.
    """
    folded = _fold(in_latin(word))
    if not folded or len(folded) > _LONGEST_WORD:
        return []
    from difflib import SequenceMatcher  # here, because every start loads this module

    matcher = SequenceMatcher(b=folded)
    likeness = {}
    for choice in choices:
        matcher.set_seq1(_fold(choice))
        if matcher.quick_ratio() >= least:
            likeness[choice] = matcher.ratio()
    least = max(least, max(likeness.values(), default=0) - _CLEARLY_LESS)
    matches = sorted((choice for choice in likeness if likeness[choice] >= least), key=lambda c: -likeness[c])
    exact = [choice for choice in matches if likeness[choice] == 1]
    return (exact or matches)[:limit]


def did_you_mean(word: str, choices: Iterable[str]) -> str | None:
    """Return the remedy for a mistyped word; None if nothing looks like it.

    Examples
    --------
    >>> did_you_mean("falcn", ["falcon", "fox"])
    'did you mean "falcon"?'
    """
    matches = close_matches(word, choices)
    if not matches:
        return None
    foreign = foreign_letters(word)
    meant = enumeration(f'"{match}"' for match in matches)
    return f"did you mean {meant}?{f' {foreign}' if foreign else ''}"


def known_names(what: str, given: Iterable[str], known: Sequence[str]) -> list[str]:
    """Return the given names, in our order.

    Parameters
    ----------
    what
        The kind of thing named, such as ``"table"``.
    given, known
        The given names, and all existing ones.

    Raises
    ------
    UsageError
        If a name is unknown.
    """
    given = list(given)
    for name in given:
        if name not in known:
            remedy = did_you_mean(name, known) or f"known are {', '.join(known)}"
            raise UsageError(f'no {what} is called "{printable(name)}": {remedy}')
    return [name for name in known if name in given]


def _fold(word: str) -> str:
    return _folded_beginning(word[: _LONGEST_WORD * 2])


@lru_cache(maxsize=2048)
def _folded_beginning(word: str) -> str:
    """Return a folded word; cached, because a page asks about the same names with every letter typed."""
    import unicodedata

    decomposed = unicodedata.normalize("NFKD", word).casefold()
    return "".join(character for character in decomposed if character.isalnum())
