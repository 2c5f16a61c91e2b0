"""The cards in every format: on a terminal with their habitats, as JSON, CSV and Markdown."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Sequence
from typing import Any

import msgspec

from harmonies_cli.catalogue.card_entries import LANGUAGES, habitat_words, name_in, names_in
from harmonies_cli.csv_dialects import PLAIN_CSV, CsvDialect
from harmonies_cli.plurals import count_of
from harmonies_cli.report.picture.habitat import habitat_text
from harmonies_cli.report.terminal import Terminal
from harmonies_cli.report.text_layout import display_width, fit_width, on_terminal, prose_width, shorten, wrap_lines
from harmonies_cli.rules.board.cards import Card
from harmonies_cli.rules.board.tokens import TOKENS

__all__ = ["card_lines", "card_list_lines", "cards_csv", "cards_json", "cards_lines", "cards_markdown"]


def cards_json(cards: Sequence[Card]) -> bytes:
    """Return cards as one JSON document, ``{"cards": [...]}``."""
    document = {"cards": [_element(card) for card in cards]}
    return msgspec.json.format(msgspec.json.encode(document), indent=1) + b"\n"


def _element(card: Card) -> dict[str, Any]:
    return {
        "id": card.id,
        "bga": card.bga,
        "kind": card.kind,
        "cube_on": card.cube_on,
        "cubes": card.cubes,
        "points": card.points,
        "habitat": card.habitat,
        "names": {language: names_in(card, language) for language in LANGUAGES},
        "suns_kind": card.suns_kind or None,
        "rule": card.rule or None,
    }


def cards_csv(cards: Sequence[Card], dialect: CsvDialect = PLAIN_CSV) -> bytes:
    """Return cards as CSV: blanks separate the points by number of cubes, commas the other names."""
    text = io.StringIO()
    write = csv.writer(text, delimiter=dialect.delimiter, lineterminator="\n").writerow
    write(("id", "bga", "kind", "cube_on", "cubes", "points", "habitat", "suns_kind", "rule", *LANGUAGES))
    for card in cards:
        habitat = " ".join(f"{space.stack}@{space.q},{space.r}" for space in card.habitat)
        names = (", ".join(names_in(card, language)) for language in LANGUAGES)
        points = " ".join(map(str, card.points))
        write(
            (card.id, card.bga, card.kind, card.cube_on, card.cubes, points, habitat, card.suns_kind, card.rule, *names)
        )
    return dialect.mark + text.getvalue().encode()


def cards_markdown(cards: Sequence[Card]) -> Iterator[str]:
    """Yield the lines of a table in the Markdown of GitHub."""
    heading = ("card", "cube on", "points", "habitat", *LANGUAGES.values())
    yield f"| {' | '.join(heading)} |"
    yield f"| {' | '.join('---' for _ in heading)} |"
    for card in cards:
        points = card.rule if card.is_spirit else ", ".join(map(str, card.points))
        names = [", ".join(names_in(card, language)) for language in LANGUAGES]
        yield f"| {' | '.join((f'`{card.id}`', card.cube_on, points, habitat_words(card), *names))} |"


_BLOCK = 24
_GAP = 2


def cards_lines(cards: Sequence[Card], terminal: Terminal, language: str) -> Iterator[str]:
    """Yield brief cards with their habitats, side by side if the width allows."""
    across = max(1, (prose_width(terminal) + _GAP) // (_BLOCK + _GAP))
    for first in range(0, len(cards), across):
        row = cards[first : first + across]
        heads = [_head(card, terminal, language) for card in row]
        drawings = [_drawing(card, terminal) for card in row]
        for number in range(max(map(len, heads))):
            texts = [head[number] if number < len(head) else "" for head in heads]
            yield _beside([(terminal.paint(text) if number == 0 else text, display_width(text)) for text in texts])
        for number in range(max(map(len, drawings))):
            yield _beside([drawing[number] if number < len(drawing) else ("", 0) for drawing in drawings])
        yield ""
    yield from wrap_lines(_legend(terminal), prose_width(terminal))


def _head(card: Card, terminal: Terminal, language: str) -> list[str]:
    return [
        shorten(_title(card, terminal, language), _BLOCK, unicode=terminal.unicode),
        f"{_points(card)}, on {card.cube_on}",
        *(wrap_lines(card.rule, _BLOCK) if card.is_spirit else ()),
    ]


def _beside(texts: Sequence[tuple[str, int]]) -> str:
    return (" " * _GAP).join(text + " " * (_BLOCK - width) for text, width in texts).rstrip()


def _drawing(card: Card, terminal: Terminal) -> list[tuple[str, int]]:
    """Return the lines of a habitat, each with its width in columns."""
    plain = habitat_text(card.habitat, ascii_only=not terminal.unicode).splitlines()
    drawn = habitat_text(card.habitat, colour=terminal.colour, ascii_only=not terminal.unicode).splitlines()
    return [(line, len(text)) for line, text in zip(drawn, plain, strict=True)]


def card_lines(card: Card, terminal: Terminal, language: str) -> Iterator[str]:
    """Yield the lines on everything known about a card."""
    width = prose_width(terminal)
    yield terminal.paint(_title(card, terminal, language))
    kind = "Nature's Spirit card" if card.is_spirit else "animal card"
    cubes = f"{count_of(card.cubes, 'cube')} on {card.cube_on}"
    yield from wrap_lines(f"{kind} {card.bga}, {cubes}", width)
    if card.is_spirit:
        yield from wrap_lines(f"scores if its cube has been placed: {card.rule}", width)
        sun = "1 sun in solo games" if card.suns_kind == "group" else "no sun in solo games"
        yield from wrap_lines(f"{card.suns_kind} spirit: {sun}", width)
    else:
        yield from wrap_lines(f"points: {', '.join(_steps(card))}", width)
    yield ""
    yield from (line for line, _ in _drawing(card, terminal))
    yield ""
    yield from wrap_lines(_legend(terminal), width)
    yield ""
    label = max(map(len, LANGUAGES.values()))
    for code, name in LANGUAGES.items():
        names = on_terminal(", ".join(names_in(card, code)), unicode=terminal.unicode)
        yield from wrap_lines(names, width, f"{name:{label}}  ")


def _steps(card: Card) -> Iterator[str]:
    for cubes, points in enumerate(card.points, 1):
        yield f"{points} with {count_of(cubes, 'cube')}" if cubes == 1 else f"{points} with {cubes}"


def card_list_lines(cards: Sequence[Card], terminal: Terminal, language: str) -> Iterator[str]:
    """Yield a line for each card, with its habitat as stacks, the cube's first."""
    rows = [("card", "cubes on", "points", "habitat")]
    rows += [(_title(card, terminal, language), card.cube_on, _points(card), habitat_words(card)) for card in cards]
    widths = [max(display_width(row[column]) for row in rows) for column in range(3)]
    if sum(widths) + 6 + max(len(row[3]) for row in rows) > terminal.width:
        for title, colour, points, stacks in rows[1:]:
            yield from wrap_lines(title, terminal.width)
            yield from wrap_lines(f"{points}, on {colour}: {stacks}", terminal.width, "  ")
        return
    for number, row in enumerate(rows):
        cells = [*(fit_width(text, width) for text, width in zip(row, widths, strict=False)), row[3]]
        line = "  ".join(cells)
        yield line if number else terminal.paint(line)


def _title(card: Card, terminal: Terminal, language: str) -> str:
    name = on_terminal(name_in(card, language), unicode=terminal.unicode)
    return card.id if language == "en" else f"{name} ({card.id})"


def _points(card: Card) -> str:
    return "spirit" if card.is_spirit else " ".join(map(str, card.points))


def _legend(terminal: Terminal) -> str:
    letters = ", ".join(f"{token.letter} {token.landscape}" for token in TOKENS)
    sign = "\N{BLACK SQUARE}" if terminal.unicode else "#"
    return f"{letters}; {sign} takes the cube; ?H is a building on any base. Read stacks from the bottom."
