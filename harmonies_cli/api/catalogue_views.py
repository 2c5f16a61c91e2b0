"""Look up cards, rulings and fault codes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, overload

from harmonies_cli.api.arguments import one_choice, several_names, some_text, whole_number
from harmonies_cli.api.display import frame_of, result_markup
from harmonies_cli.catalogue.card_entries import COLOURS, KINDS, CardKind, find_cards, habitat_words, name_in
from harmonies_cli.catalogue.explanations import Code, Ruling, find_code, find_rulings, rulings
from harmonies_cli.catalogue.explanations import codes as all_codes
from harmonies_cli.report.terminal import PLAIN_FILE
from harmonies_cli.rules.board.cards import Card

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["Cards", "Codes", "Rulings", "cards", "codes", "rules"]


class Cards(Sequence[Card]):
    """Cards, in the order of the catalogue.

    Parameters
    ----------
    found
        The cards.
    """

    def __init__(self, found: Sequence[Card]) -> None:
        self._cards = tuple(found)

    @overload
    def __getitem__(self, index: int) -> Card: ...

    @overload
    def __getitem__(self, index: slice) -> Cards: ...

    def __getitem__(self, index: int | slice) -> Card | Cards:
        return Cards(self._cards[index]) if isinstance(index, slice) else self._cards[index]

    def __len__(self) -> int:
        return len(self._cards)

    def __eq__(self, other: object) -> bool:
        return self._cards == other._cards if isinstance(other, Cards) else NotImplemented

    def __hash__(self) -> int:
        return hash(tuple(card.id for card in self))

    def __repr__(self) -> str:
        return f"<Cards: {', '.join(card.id for card in self) or 'none'}>"

    def __str__(self) -> str:
        from harmonies_cli.report.catalogue.card_texts import card_lines, cards_lines

        lines = card_lines(self[0], PLAIN_FILE, "en") if len(self) == 1 else cards_lines(self, PLAIN_FILE, "en")
        return "".join(f"{line.rstrip()}\n" for line in lines)

    def to_frame(self) -> pd.DataFrame:
        """Return a row for each card: points by number of cubes and the habitat as texts, names in four languages."""
        rows = [
            {
                "card": card.id,
                "bga": card.bga,
                "kind": card.kind,
                "cube_on": card.cube_on,
                "cubes": card.cubes,
                "points": " ".join(map(str, card.points)),
                "maximum": max(card.points, default=None),
                "habitat": habitat_words(card),
                "rule": card.rule or None,
                **{language: name_in(card, language) for language in ("fr", "it", "es", "de")},
            }
            for card in self
        ]
        numbers = dict.fromkeys(("bga", "cubes", "maximum"), "Int64")
        names = ("card", "bga", "kind", "cube_on", "cubes", "points", "maximum", "habitat", "rule")
        return frame_of(rows, {name: numbers.get(name, "string") for name in (*names, "fr", "it", "es", "de")})

    def _repr_html_(self) -> str:
        frame = self.to_frame()[["card", "kind", "cube_on", "points", "habitat", "rule"]]
        return result_markup(f"{len(self)} cards", frame=frame)


def cards(*names: str, kind: CardKind | None = None, cube_on: str | None = None, max_cubes: int | None = None) -> Cards:
    """Look up cards, as ``harmonies cards`` does.

    Parameters
    ----------
    names
        Names in English, French, Italian, Spanish or German, or numbers on Board Game Arena; without names, all cards.
    kind
        ``"animal"`` or ``"spirit"``.
    cube_on
        Colour of the token below the cubes: ``"blue"``, ``"gray"`` ...
    max_cubes
        Highest number of cubes.

    Raises
    ------
    UsageError
        If no card has a name, or an argument does not fit.

    Examples
    --------
    >>> import harmonies_cli as h
    >>> h.cards("loutre")[0].points
    (5, 10, 16)
    """
    for name in names:
        some_text("names", name)
    return Cards(
        find_cards(
            names,
            kind=None if kind is None else one_choice("kind", kind, KINDS),
            cube_on=None if cube_on is None else _colour(cube_on),
            max_cubes=None if max_cubes is None else whole_number("max_cubes", max_cubes),
        )
    )


def _colour(value: object) -> str:
    colour = one_choice("cube_on", value, (*COLOURS, "grey"), any_case=True)
    return "gray" if colour == "grey" else colour


class Rulings(list[Ruling]):
    """Rulings, from the box to the winner; ``print`` shows them as ``harmonies rules`` does."""

    def __repr__(self) -> str:
        return f"<Rulings: {', '.join(ruling.topic for ruling in self)}>"

    def __str__(self) -> str:
        from harmonies_cli.report.catalogue.rule_texts import ruling_lines

        return "\n".join("".join(f"{line.rstrip()}\n" for line in ruling_lines(one, PLAIN_FILE)) for one in self)

    def to_frame(self) -> pd.DataFrame:
        """Return a row for each ruling: topic, title, text, and the effect of each rule set if they differ."""
        rows = [
            {
                "topic": one.topic,
                "title": one.title,
                "text": "\n".join(one.text),
                "rulebook": one.rulebook,
                "bga": one.bga,
            }
            for one in self
        ]
        return frame_of(rows, dict.fromkeys(("topic", "title", "text", "rulebook", "bga"), "string"))

    def _repr_html_(self) -> str:
        return result_markup("Rulings", frame=self.to_frame())


def rules(topic: str | None = None) -> Rulings:
    """Look up a ruling, as ``harmonies rules`` does: the rule, and its effect in the two rule sets.

    Parameters
    ----------
    topic
        A topic, or a word of its title; all rulings by default.

    Raises
    ------
    UsageError
        If there is no ruling on it.

    Examples
    --------
    >>> import harmonies_cli as h
    >>> [ruling.topic for ruling in h.rules("water")]
    ['rivers', 'islands']
    """
    return Rulings(rulings() if topic is None else find_rulings(some_text("topic", topic)))


class Codes(list[Code]):
    """The meaning of fault codes; ``print`` shows them as ``harmonies verify --explain`` does."""

    def __repr__(self) -> str:
        return f"<Codes: {', '.join(code.code for code in self)}>"

    def __str__(self) -> str:
        from harmonies_cli.report.catalogue.rule_texts import code_lines

        return "\n".join("".join(f"{line.rstrip()}\n" for line in code_lines(one, PLAIN_FILE)) for one in self)

    def to_frame(self) -> pd.DataFrame:
        """Return a row for each code: its meaning, and the remedy."""
        rows = [{"code": one.code, "meaning": one.meaning, "remedy": one.remedy} for one in self]
        return frame_of(rows, dict.fromkeys(("code", "meaning", "remedy"), "string"))

    def _repr_html_(self) -> str:
        return result_markup("Codes of faults", frame=self.to_frame())


def codes(*names: str) -> Codes:
    """Look up the meaning of fault codes, as ``harmonies verify --explain`` does.

    Parameters
    ----------
    names
        The codes; all by default.

    Raises
    ------
    UsageError
        If there is no such code.

    Examples
    --------
    >>> import harmonies_cli as h
    >>> print(h.codes("turn-order")[0].meaning)
    It is another player's turn.
    """
    wanted = several_names("names", names) or []
    return Codes([find_code(name) for name in wanted] if wanted else all_codes())
