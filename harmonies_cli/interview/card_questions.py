"""What is asked about a player's cards and cubes."""

from __future__ import annotations

import re
from collections.abc import Generator, Iterator, Sequence
from typing import Any

from harmonies_cli.interview.question import Question, board_so_far, new_problems
from harmonies_cli.plurals import count_of
from harmonies_cli.records.position.typed_cards import card_problem
from harmonies_cli.records.problems import Problem
from harmonies_cli.rules.board.cards import CARDS, Card, card_index
from harmonies_cli.rules.board.sides import side_named

__all__ = ["COMPLETED", "cards_of"]

UNKNOWN = "unknown"
_NAME_AND_CUBES = re.compile(r"(?P<name>.*?)\s+(?P<cubes>-?[0-9]{1,4})", re.DOTALL)


def _names_of(card: Card) -> Iterator[str]:
    """Yield the names of a card, but none that stops within another: completion would stop there with it."""
    names = {card.id, *(alias for aliases in card.aliases.values() for alias in aliases)}
    for name in sorted(names):
        if name == card.id or not any(other != name and other.startswith(name) for other in names):
            yield name


COMPLETED = tuple(dict.fromkeys(name for card in CARDS for name in _names_of(card)))
"""The names of cards that are completed."""


def cards_of(record: dict[str, Any], player: dict[str, Any], new: Sequence[str]) -> Generator[Question, str, None]:
    """Ask for the cards of a player, and where their cubes stand.

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
        question = "next card" if cards else "card and cubes placed, as frog 3"
        text = yield Question(
            f"{player['name']}, {question} (empty: {'done' if cards else 'none'})",
            "A card by any of its names, and how many of its cubes stand on the board. An empty answer ends the list"
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
        name, cubes = _parted(text)
        card = CARDS[card_index(name)]
        cards[card.id] = cubes
        points = f", {card.points[cubes - 1] if cubes else 0} points" if card.points else ""
        note = f"{card.id}, {cubes} of {count_of(card.cubes, 'cube')}{points}"
    if any(player["cards"].values()):
        yield from _cubes(record, player)


def _parted(text: str) -> tuple[str, int | None]:
    """Return the name and the number of cubes of an answer, None where that is missing."""
    parts = _NAME_AND_CUBES.fullmatch(text)
    return (text, None) if parts is None else (parts["name"], int(parts["cubes"]))


def _check(record: dict[str, Any], player: dict[str, Any], text: str) -> Sequence[Problem]:
    cards = player["cards"]
    if not text or (text.casefold() == UNKNOWN and not cards):
        return ()
    name, cubes = _parted(text)
    unknown = card_problem(name, "")
    if unknown is not None:
        return (unknown,)
    card = CARDS[card_index(name)].id
    if card in cards:
        return (
            Problem(
                "card-twice", f"the {card} has been given already, as {card} {cards[card]}", hint="back corrects it"
            ),
        )
    if cubes is None:
        message = f"the number of cubes placed from the {card} is missing"
        return (Problem("cubes-range", message, hint=f"answer {card} 0, or as many as stand on the board"),)
    return new_problems(record, player | {"cards": cards | {card: cubes}})


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
