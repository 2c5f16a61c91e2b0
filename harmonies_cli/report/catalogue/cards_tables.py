"""The catalogue of cards for programs, spreadsheets and pages."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Sequence
from typing import Any

import msgspec

from harmonies_cli.catalogue.cards import LANGUAGES, habitat_words, names_in
from harmonies_cli.rules.cards import Card

__all__ = ["cards_csv", "cards_json", "cards_markdown"]


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


def cards_csv(cards: Sequence[Card]) -> bytes:
    """Return cards as a table: points by number of cubes apart by blanks, other names by commas."""
    text = io.StringIO()
    write = csv.writer(text, lineterminator="\n").writerow
    write(("id", "bga", "kind", "cube_on", "cubes", "points", "habitat", "suns_kind", "rule", *LANGUAGES))
    for card in cards:
        habitat = " ".join(f"{space.stack}@{space.q},{space.r}" for space in card.habitat)
        names = (", ".join(names_in(card, language)) for language in LANGUAGES)
        points = " ".join(map(str, card.points))
        write(
            (card.id, card.bga, card.kind, card.cube_on, card.cubes, points, habitat, card.suns_kind, card.rule, *names)
        )
    return text.getvalue().encode()


def cards_markdown(cards: Sequence[Card]) -> Iterator[str]:
    """Yield the lines of a table in the Markdown of GitHub."""
    heading = ("card", "cube on", "points", "habitat", *LANGUAGES.values())
    yield f"| {' | '.join(heading)} |"
    yield f"| {' | '.join('---' for _ in heading)} |"
    for card in cards:
        points = card.rule if card.is_spirit else ", ".join(map(str, card.points))
        names = [", ".join(names_in(card, language)) for language in LANGUAGES]
        yield f"| {' | '.join((f'`{card.id}`', card.cube_on, points, habitat_words(card), *names))} |"
