"""The names that editors offer from the schemas are those of the cards, spaces and tokens."""

from __future__ import annotations

import pytest

from harmonies_cli.records.schema.validation import Kind, load_schema, schema_file
from harmonies_cli.rules.board.cards import CARDS
from harmonies_cli.rules.board.sides import SIDES
from harmonies_cli.rules.board.tokens import TOKENS
from tests.generated_schemas import KINDS, schema_text

IDS = [card.id for card in CARDS]
SPACES = {space for side in SIDES.values() for space in side.spaces}


@pytest.mark.parametrize("kind", KINDS)
def test_lists_of_cards_are_those_that_the_command_writes(kind: Kind) -> None:
    assert schema_file(kind).read_text(encoding="utf-8") == schema_text(kind), "run python -m tests.regenerate_schemas"


@pytest.mark.parametrize("kind", KINDS)
def test_cards(kind: Kind) -> None:
    examples = load_schema(kind)["$defs"]["card"]["examples"]
    assert sorted(name for name in examples if isinstance(name, str)) == sorted(IDS)


def test_cards_and_spaces_of_a_position() -> None:
    player = load_schema("position")["$defs"]["player"]["properties"]
    assert list(player["cards"]["properties"]) == IDS
    assert set(player["cubes"]["items"]["examples"]) == SPACES
    most = max(card.cubes for card in CARDS)
    assert set(load_schema("position")["$defs"]["cubes-placed"]["examples"]) == {*range(most + 1)}


def test_spaces_and_tokens_of_a_game() -> None:
    parts = load_schema("game")["$defs"]
    assert set(parts["space"]["examples"]) == SPACES
    assert set(parts["token"]["examples"]) == {name for token in TOKENS for name in (token.letter, token.colour)}
