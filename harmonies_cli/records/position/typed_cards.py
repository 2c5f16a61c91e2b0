"""Read a player's typed cards, with the number of cubes placed from each."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache

import msgspec

from harmonies_cli.errors import UnknownNameError
from harmonies_cli.plurals import plural
from harmonies_cli.records.json.quoting import escape, quote
from harmonies_cli.records.notation import PositionPlayer, SheetPlayer
from harmonies_cli.records.problems import MOST_PROBLEMS, Problem, more_problems
from harmonies_cli.rules.board.cards import CARD_LIMIT, CARDS, CUBES, AmbiguousCardError, card_index, fold

__all__ = ["TypedCards", "card_problem", "cards_at_two", "read_cards"]

_UNREADABLE = frozenset(("card-unknown", "card-ambiguous", "card-twice", "cubes-range"))
_NEARLY_THE_SAME = 0.85


class TypedCards(msgspec.Struct):
    """A player's typed cards, after reading.

    Attributes
    ----------
    cards
        Card and cubes placed, in the order typed; None if unknown.
    key_of
        The name typed for each card.
    problems
        Their problems.
    """

    cards: list[tuple[int, int]] | None = None
    key_of: dict[int, str] = {}
    problems: list[Problem] = []

    @property
    def is_read(self) -> bool:
        """Whether all cards could be read, even if they have other problems."""
        return not any(problem.code in _UNREADABLE for problem in self.problems)


def card_problem(name: str | int, pointer: str, player: int | None = None) -> Problem | None:
    """Return the problem of a card's name; None if it names a card."""
    try:
        card_index(name)
    except AmbiguousCardError as error:
        hint = f"write {' or '.join(error.candidates)}"
        return Problem(
            "card-ambiguous", f"{quote(name)} may be several cards", pointer=pointer, player=player, hint=hint
        )
    except UnknownNameError:
        return Problem(
            "card-unknown", f"no card is called {quote(name)}", pointer=pointer, player=player, hint=_remedy(name)
        )
    return None


def _remedy(name: str | int) -> str | None:
    from harmonies_cli.suggest import close_matches, foreign_letters

    if isinstance(name, int) or name.strip().isdecimal():
        return f"the cards are numbered 1 to {len(CARDS)}"
    ids = close_matches(name, [card.id for card in CARDS]) or _with_word(name)
    if ids:
        foreign = foreign_letters(name)
        return f"did you mean {' or '.join(ids)}?{f' {foreign}' if foreign else ''}"
    alias_of = {alias: card.id for card in CARDS for aliases in card.aliases.values() for alias in aliases}
    # Other names must be nearly the same: "moose" is not a mistyped "mouse".
    aliases = close_matches(name, alias_of, least=_NEARLY_THE_SAME)
    if aliases:
        ids = list(dict.fromkeys(alias_of[alias] for alias in aliases))
        return f"did you mean {' or '.join(ids)}? ({', '.join(aliases)})"
    return "cards are named by their animal, like falcon or fennec-fox; harmonies cards lists them"


def _with_word(name: str) -> list[str]:
    """Return the cards that have a word in one of their names, like ``renard`` in ``renard polaire``."""
    return list(_cards_of_words().get(fold(name), ()))


@cache
def _cards_of_words() -> dict[str, dict[str, None]]:
    found: dict[str, dict[str, None]] = {}
    for card in CARDS:
        for aliases in card.aliases.values():
            for alias in aliases:
                for word in alias.split():
                    found.setdefault(fold(word), {})[card.id] = None
    return found


def read_cards(player: PositionPlayer | SheetPlayer, number: int, *, spirits: bool | None) -> TypedCards:
    """Read the cards of one player.

    Parameters
    ----------
    player
        The player as typed.
    number
        The player's number, from 1.
    spirits
        Whether Nature's Spirit cards are in play, according to the record.
    """
    found = TypedCards()
    if not isinstance(player.cards, dict):
        return found
    found.cards = []
    chosen: list[str] = []
    unfinished: list[str] = []
    for key, placed in player.cards.items():
        pointer = f"/players/{number - 1}/cards/{escape(key)}"
        if len(found.problems) >= MOST_PROBLEMS:
            found.problems.append(more_problems(f"/players/{number - 1}/cards", number))
            break

        def fault(code: str, message: str, hint: str | None, pointer: str = pointer) -> None:
            found.problems.append(Problem(code, message, pointer=pointer, player=number, hint=hint))

        problem = card_problem(key, pointer, number)
        if problem:
            found.problems.append(problem)
            continue
        card = card_index(key)
        name = CARDS[card].words
        if card in found.key_of:
            fault(
                "card-twice",
                f"the {name} is given twice, as {quote(found.key_of[card])} and as {quote(key)}",
                "keep one",
            )
            continue
        found.key_of[card] = key
        if not 0 <= placed <= CUBES[card]:
            fault(
                "cubes-range",
                f"{quote(placed)} {plural('cube', placed)} placed from the {name}, which has {CUBES[card]}",
                f"give the number of cubes placed on the board, 0 to {CUBES[card]}",
            )
            continue
        found.cards.append((card, placed))
        if CARDS[card].is_spirit:
            chosen.append(name)
            if len(chosen) > 1:
                fault("two-spirits", f"two Nature's Spirit cards, {' and '.join(chosen[:2])}", "a player keeps one")
            if spirits is False:
                hint = 'drop the card, or write "spirits": true'
                fault("spirit-not-allowed", f'the {name} is a Nature\'s Spirit card, but "spirits" is false', hint)
        if placed < CUBES[card]:
            unfinished.append(name)
    if len(unfinished) > CARD_LIMIT:
        cards = f"{len(unfinished)} unfinished cards ({', '.join(unfinished)})"
        message = f"{cards}, but at most {CARD_LIMIT} may be above a board"
        hint = "give the number of cubes placed, not of cubes left"
        pointer = f"/players/{number - 1}/cards"
        found.problems.append(Problem("card-limit", message, pointer=pointer, player=number, hint=hint))
    return found


def cards_at_two(hands: Sequence[TypedCards]) -> Iterator[Problem]:
    """Yield the cards that two players have."""
    owner: dict[int, int] = {}
    for number, typed in enumerate(hands, 1):
        for card, key in typed.key_of.items():
            if card in owner:
                message = (
                    f"players {owner[card]} and {number} both have the {CARDS[card].words}: there is one of each card"
                )
                pointer = f"/players/{number - 1}/cards/{escape(key)}"
                hint = "check which of the two has it"
                yield Problem("card-twice", message, pointer=pointer, player=number, hint=hint)
            owner.setdefault(card, number)
