"""What VS Code offers while you type a record, by the library that it uses itself.

It needs node, and the package vscode-json-languageservice where node finds it: for example
``npm install --prefix somewhere vscode-json-languageservice`` and ``NODE_PATH=somewhere/node_modules``.
"""

from __future__ import annotations

import json
import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from harmonies_cli.records.position.blank import blank_game, blank_position, layout_json
from harmonies_cli.records.schema.validation import Kind, load_schema
from harmonies_cli.rules.board.cards import CARDS

SCRIPT = Path(__file__).with_name("complete.js")
ROOT = Path(__file__).parents[2]


def asked(kind: Kind, texts: Sequence[str]) -> list[dict[str, Any]]:
    node = shutil.which("node")
    if node is None:
        pytest.skip("there is no node")
    given = json.dumps({"schema": load_schema(kind), "texts": texts})
    done = subprocess.run([node, str(SCRIPT)], input=given, capture_output=True, text=True, check=False)
    if "Cannot find module" in done.stderr:
        pytest.skip("node has no package vscode-json-languageservice")
    assert done.returncode == 0, done.stderr
    found: list[dict[str, Any]] = json.loads(done.stdout)
    return found


def offered(kind: Kind, text: str) -> set[str]:
    return set(asked(kind, [text])[0]["offered"])


def test_fields_are_offered_where_they_are_allowed() -> None:
    assert {"format", "side", "players", "rules", "solo"} <= offered("position", "{|}")
    assert {"name", "board", "cards", "cubes", "score"} <= offered("position", '{"players": [{|}]}')
    assert {"start", "turns", "result", "unfinished"} <= offered("game", "{|}")
    assert {"player", "actions", "refill"} <= offered("game", '{"turns": [{|}]}')
    assert offered("position", '{"players": [{"name": "Ann", |}]}').isdisjoint({"name"})


def test_values_are_offered() -> None:
    assert offered("position", '{"format": |}') == {'"harmonies-position"'}
    assert {'"rulebook"', '"bga"'} <= offered("position", '{"rules": |}')
    kinds = {"take-tokens", "place-token", "take-card", "place-cube", "choose-spirit", "discard-card"}
    assert offered("game", '{"turns": [{"actions": [{"do": |}]}]}') >= {f'"{kind}"' for kind in kinds}


def test_cards_and_spaces_are_offered() -> None:
    ids = {card.id for card in CARDS}
    assert ids <= offered("position", '{"players": [{"cards": {|}}]}')
    assert {f'"{card}"' for card in ids} <= offered(
        "game", '{"turns": [{"actions": [{"do": "take-card", "card": |}]}]}'
    )
    at = offered("game", '{"turns": [{"actions": [{"do": "place-token", "at": |}]}]}')
    assert {'"a1"', '"e5"', '"g4"'} <= at
    assert '"b5"' not in at


def test_a_field_shows_what_it_is_for() -> None:
    text = '{"players": [{"name": "Ann", "bo|ard": []}]}'
    assert "Columns from left to right" in asked("position", [text])[0]["hover"]


@pytest.mark.parametrize("kind", ["position", "game"])
def test_nothing_is_marked_in_a_new_record_and_in_the_samples(kind: Kind) -> None:
    blank = blank_position("A", ["Ann", "Ben"]) if kind == "position" else blank_game("B", ["Ann"])
    texts = [layout_json(blank)]
    for path in sorted([*ROOT.glob("samples/*.json"), *ROOT.glob("samples/*/*.json")]):
        text = path.read_text(encoding="utf-8")
        if f'"harmonies-{kind}"' in text:
            texts.append(text)
    assert len(texts) > 3
    assert [found["wrong"] for found in asked(kind, [text.replace("|", "") for text in texts])] == [[]] * len(texts)


def test_a_mistyped_field_is_marked() -> None:
    text = '{"format": "harmonies-position", "version": 1, "side": "A", "players": [{"nam": "Ann", "board": []}]}'
    assert any("nam" in message for message in asked("position", [text])[0]["wrong"])
