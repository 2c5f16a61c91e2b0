"""The questions about a player's cards and cubes."""

from __future__ import annotations

from collections.abc import Generator, Iterator, Sequence
from typing import Any

from harmonies_cli.interview.question import Question, board_so_far, new_problems
from harmonies_cli.plurals import count_of
from harmonies_cli.records.position.card_line import CardEntry, read_card_line
from harmonies_cli.records.problems import Problem
from harmonies_cli.rules.board.cards import CARDS, Card
from harmonies_cli.rules.board.sides import side_named

__all__ = ["COMPLETED", "cards_of"]

UNKNOWN = "unknown"
_CARD_OF = {card.id: card for card in CARDS}


def _names_of(card: Card) -> Iterator[str]:
    """Yield the names of a card, except those that begin another name: completion would stop there."""
    names = {card.id, *(alias for aliases in card.aliases.values() for alias in aliases)}
    for name in sorted(names):
        if name == card.id or not any(other != name and other.startswith(name) for other in names):
            yield name


COMPLETED = tuple(dict.fromkeys(name for card in CARDS for name in _names_of(card)))
"""The names of cards that are completed."""


def cards_of(record: dict[str, Any], player: dict[str, Any], new: Sequence[str]) -> Generator[Question, str, None]:
    """Ask for a player's cards, and the places of their cubes.

    Parameters
    ----------
    record
        The record, whose last player this is.
    player
        The player, with the board.
    new
        Spaces of the board that came with the last answer.
    """
    player["cards"] = {}
    note = ""
    while True:
        cards = player["cards"]
        question = "next card" if cards else "cards and cubes placed, as frog 3, lion 1"
        text = yield Question(
            f"{player['name']}, {question} (empty: {'done' if cards else 'none'})",
            "Cards by any of their names, each with the number of its cubes on the board, separated by commas. "
            "An empty answer ends the list"
            + ("." if cards else f"; {UNKNOWN} leaves the cards open, so that only the landscapes are scored."),
            lambda text: _check(record, player, text),
            COMPLETED if cards else (*COMPLETED, UNKNOWN),
            side=record["side"],
            board=board_so_far(record, player) if not cards else None,
            new=new,
            note=note,
        )
        if not text:
            break
        if text.casefold() == UNKNOWN and not cards:
            del player["cards"]
            return
        note = "; ".join(_take(entry, cards) for entry in read_card_line(text))
    if any(player["cards"].values()):
        yield from _cubes(record, player)


def _take(entry: CardEntry, cards: dict[str, int]) -> str:
    """Add a checked card to the others, and say how it was understood."""
    card, cubes = _CARD_OF[entry.card or ""], entry.cubes or 0
    cards[card.id] = cubes
    points = f", {card.points[cubes - 1] if cubes else 0} points" if card.points else ""
    return f"{card.id}, {cubes} of {count_of(card.cubes, 'cube')}{points}"


def _check(record: dict[str, Any], player: dict[str, Any], text: str) -> Sequence[Problem]:
    cards = dict(player["cards"])
    if not text or (text.casefold() == UNKNOWN and not cards):
        return ()
    problems = []
    for entry in read_card_line(text):
        problem = _entry_problem(entry, cards)
        if problem is not None:
            problems.append(problem)
        elif entry.card and entry.cubes is not None:
            cards[entry.card] = entry.cubes
    return problems or new_problems(record, player | {"cards": cards})


def _entry_problem(entry: CardEntry, cards: dict[str, int]) -> Problem | None:
    if entry.problem is not None:
        return entry.problem
    if entry.card in cards:
        given = f"{entry.card} {cards[entry.card]}"
        return Problem("card-twice", f"the {entry.card} has been given already, as {given}", hint="back corrects it")
    if entry.cubes is None:
        message = f"the number of cubes placed from the {entry.card} is missing"
        return Problem("cubes-range", message, hint=f"answer {entry.card} 0, or the number on the board")
    return None


def _cubes(record: dict[str, Any], player: dict[str, Any]) -> Generator[Question, str, None]:
    text = yield Question(
        f"{player['name']}, spaces with a cube (empty: not recorded)",
        "The spaces, separated by blanks, as a1 c3. They are not needed for the score.",
        lambda text: new_problems(record, player | {"cubes": text.split()}) if text else (),
        side_named(record["side"]).spaces,
        by_word=True,
    )
    if text:
        player["cubes"] = text.lower().split()
