"""The questions about final boards: the side, then each player's board column by column, cards and cubes."""

from __future__ import annotations

from collections.abc import Generator, Iterator, Sequence
from typing import Any

from harmonies_cli.interview.question import (
    Given,
    Question,
    Script,
    board_so_far,
    choice,
    new_problems,
    player_name,
    table_questions,
)
from harmonies_cli.plurals import count_of
from harmonies_cli.records.json.quoting import quote
from harmonies_cli.records.position.blank import empty_columns, record_head
from harmonies_cli.records.position.card_line import CardEntry, read_card_line
from harmonies_cli.records.position.typed_stacks import EMPTY_WORD, node_of
from harmonies_cli.records.problems import Problem
from harmonies_cli.rules.board.cards import CARDS, Card
from harmonies_cli.rules.board.sides import COLUMN_LETTERS, side_named
from harmonies_cli.rules.board.tokens import EMPTY, STACKS, TOKENS

__all__ = ["COMPLETED", "cards_of", "position_script"]

UNKNOWN = "unknown"
_CARD_OF = {card.id: card for card in CARDS}


def _names_of(card: Card) -> Iterator[str]:
    """Yield the names of a card, except those that start another name, because completion would stop there."""
    names = {card.id, *(alias for aliases in card.aliases.values() for alias in aliases)}
    for name in sorted(names):
        if name == card.id or not any(other != name and other.startswith(name) for other in names):
            yield name


COMPLETED = tuple(dict.fromkeys(name for card in CARDS for name in _names_of(card)))
"""The names of cards to complete."""


def cards_of(record: dict[str, Any], player: dict[str, Any], new: Sequence[str]) -> Generator[Question, str, None]:
    """Ask for a player's cards, and the places of their cubes.

    Parameters
    ----------
    record
        The record; this is its last player.
    player
        The player, with the board.
    new
        Spaces of the board from the last answer.
    """
    player["cards"] = {}
    note = ""
    while True:
        cards = player["cards"]
        question = "next card" if cards else "cards and cubes placed, like frog 3, lion 1"
        text = yield Question(
            f"{player['name']}, {question} (empty: {'done' if cards else 'none'})",
            "Cards by any of their names, each with the number of its cubes on the board, separated by commas. "
            "An empty answer ends the list"
            + ("." if cards else f"; {UNKNOWN} skips the cards, so only the landscapes are scored."),
            lambda text: _check(record, player, text),
            COMPLETED if cards else (*COMPLETED, UNKNOWN),
            side=record["side"],
            board=board_so_far(record, player) if not cards else None,
            new=new,
            note=note,
        )
        if not text:
            break
        if text.casefold() == UNKNOWN:
            del player["cards"]
            return
        note = "; ".join(_take(entry, cards) for entry in read_card_line(text))
    if any(player["cards"].values()):
        yield from _cubes(record, player)


def _take(entry: CardEntry, cards: dict[str, int]) -> str:
    """Add a checked card to the others, and return the program's reading of the answer."""
    card, cubes = _CARD_OF[entry.card or ""], entry.cubes or 0
    cards[card.id] = cubes
    points = f", {card.points[cubes - 1] if cubes else 0} points" if card.points else ""
    return f"{card.words}, {cubes} of {count_of(card.cubes, 'cube')}{points}"


def _check(record: dict[str, Any], player: dict[str, Any], text: str) -> Sequence[Problem]:
    cards = dict(player["cards"])
    if text.casefold() == UNKNOWN and not cards:
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
        return Problem("card-twice", f"the {entry.card} is already in the list, as {given}", hint="back corrects it")
    if entry.cubes is None:
        message = f"the number of cubes placed from the {entry.card} is missing"
        return Problem("cubes-range", message, hint=f"type {entry.card} 0, or the number on the board")
    return None


def _cubes(record: dict[str, Any], player: dict[str, Any]) -> Generator[Question, str, None]:
    text = yield Question(
        f"{player['name']}, spaces with a cube (empty: not recorded)",
        "The spaces, separated by blanks, like a1 c3. They are not needed for the score.",
        lambda text: new_problems(record, player | {"cubes": text.split()}) if text else (),
        side_named(record["side"]).spaces,
        by_word=True,
    )
    if text:
        player["cubes"] = text.lower().split()


_LETTERS = ", ".join(f"{token.letter} {token.landscape} ({token.colour})" for token in TOKENS)
_LEGEND = f"The letters: {_LETTERS}. Stacks are written from the bottom to the top."


def position_script(given: Given) -> Script:
    """Ask for a position.

    Parameters
    ----------
    given
        The facts known beforehand.
    """
    side = given.side or (
        yield choice("Side of the boards", "Side A has five columns and a river, side B seven and islands.", ("A", "B"))
    )
    record = record_head("position", side.upper())
    number = yield from table_questions(
        record,
        given,
        count_help="The number of boards on the table.",
        spirits_help="The ten cards with a rule of their own.",
    )
    for index in range(number):
        yield from _player(record, (yield from player_name(given, index)))
    return record


def _player(record: dict[str, Any], name: str) -> Generator[Question, str, None]:
    """Ask for a player's board, cards, cubes and claimed score, and put them into the record."""
    player: dict[str, Any] = {"name": name, "board": empty_columns(record["side"])}
    is_later = bool(record["players"])
    record["players"].append(player)
    side = side_named(record["side"])
    new: Sequence[str] = ()
    for number, rows in enumerate(side.columns):
        letter = COLUMN_LETTERS[number]

        def check(text: str, number: int = number) -> Sequence[Problem]:
            columns = player["board"]
            return new_problems(record, player | {"board": [*columns[:number], text, *columns[number + 1 :]]})

        column = yield Question(
            f"{name}, column {letter}, {rows} spaces from the top",
            f'The stacks of the column, separated by blanks, each from the bottom to the top: {_LETTERS}. "." is an '
            "empty space. For example: F TH . MMM W.",
            check,
            side=side.name,
            board=board_so_far(record, player) if number else None,
            new=new,
            note="" if number or is_later else _LEGEND,
        )
        player["board"][number] = " ".join(_letters(word) for word in column.split())
        new = [space for space in side.spaces if space[0] == letter]
    yield from cards_of(record, player, new)
    yield from _score(record, player)


def _letters(stack: str) -> str:
    return STACKS[node_of(stack) or EMPTY] or EMPTY_WORD


def _score(record: dict[str, Any], player: dict[str, Any]) -> Generator[Question, str, None]:
    def check(text: str) -> Sequence[Problem]:
        if not text:
            return []
        if not (text.isascii() and text.isdecimal() and len(text) <= 4):
            return [Problem("schema", f"{quote(text)} is not a score", hint="type the total, or nothing")]
        return new_problems(record, player | {"score": int(text)})

    text = yield Question(
        f"{player['name']}, score counted at the table (empty: none)",
        "The total on the pad. It is compared with the score of the board; an empty answer skips the comparison.",
        check,
    )
    if text:
        player["score"] = int(text)
