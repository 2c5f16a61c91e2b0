from __future__ import annotations

import json

from harmonies_cli.editor.tables import tables
from tests.cli.command import ROOT

TABLES = tables()
CATALOGUE = json.loads((ROOT / "harmonies_cli/data/cards.json").read_text(encoding="utf-8"))["cards"]
STACKS = {"W", "F", "M", "MM", "MMM", "T", "TT", "L", "TL", "TTL", "H", "TH", "MH", "HH"}


def test_tokens_of_the_table_build_the_stacks_of_the_rules_and_no_others() -> None:
    built: set[str] = set()
    growing = [""]
    while growing:
        stack = growing.pop()
        above = [stack + letter for letter in TABLES["stacks"][stack]["next"]]
        built.update(above)
        growing += above
    assert built == STACKS


def test_every_stack_is_described_and_drawn() -> None:
    assert set(TABLES["stacks"]) == STACKS | {""}
    assert TABLES["stacks"]["TTL"]["words"] == "brown under brown under green"
    for stack, known in TABLES["stacks"].items():
        assert known["ground"].startswith("<path")
        assert known["tokens"].count("<ellipse") == len(stack)


def test_sides_have_their_spaces_inside_the_drawing() -> None:
    for name, number in (("A", 23), ("B", 25)):
        side = TABLES["sides"][name]
        assert len(side["middles"]) == number == sum(side["columns"])
        left, top, width, height = side["box"]
        assert all(left < x < left + width and top < y < top + height for x, y in side["middles"].values())


def test_cards_are_those_of_the_catalogue_with_the_stack_under_their_cube() -> None:
    assert [(card["id"], card["points"], card["stack"]) for card in TABLES["cards"]] == [
        (card["id"], tuple(card.get("points", ())), card["habitat"][0]["stack"]) for card in CATALOGUE
    ]
    kinds = {known["kind"] for known in TABLES["stacks"].values()}
    assert {card["stack"] for card in TABLES["cards"]} <= kinds
    assert all(card["drawing"].startswith("<svg") for card in TABLES["cards"])


def test_tables_are_json() -> None:
    assert json.loads(json.dumps(TABLES))["rules"] == ["rulebook", "bga"]
