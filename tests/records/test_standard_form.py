"""Records in standard form: the same record, with slips corrected and nothing guessed."""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import Any

import pytest

from harmonies_cli.records.files.documents import Document
from harmonies_cli.records.format_file import format_file
from harmonies_cli.records.standard_form import StandardRecord, standard_record
from tests.records.assessed import assessed, position
from tests.records.slipped_records import SlippedText
from tests.records.typos import RIGHT, TYPOS
from tests.rules.replay.game_logs import GAMES

SAMPLES = Path(__file__).parents[2] / "samples"
RECORDS = {"typed": json.loads(RIGHT), **{name: GAMES[name] for name in list(GAMES)[::5]}}


def standard(text: str, line: int | None = None) -> StandardRecord:
    return standard_record(Document("typed.json", line, text.encode()))


def written(text: str) -> Any:
    found = standard(text).text
    assert found is not None
    return json.loads(found)


@pytest.mark.parametrize("record", RECORDS.values(), ids=RECORDS)
@pytest.mark.parametrize("line", [None, 3])
def test_a_record_with_slips_becomes_the_record_without(record: dict[str, Any], line: int | None) -> None:
    plain = standard(json.dumps(record), line)
    assert plain.text is not None
    for seed in range(4):
        slipped = SlippedText(record, seed, rate=0.03, lines=line is None)
        mended = standard(slipped.text, line)
        assert line is None or mended.text == plain.text or mended.comments
        assert mended.slips == len(slipped.slips)
        assert mended.text is not None
        found = json.loads(mended.text)
        for part in (found, *found["players"], *found.get("turns", [])):
            part.pop("notes", None)
        for turn in found.get("turns", []):
            for action in turn["actions"]:
                action.pop("notes", None)
        assert found == json.loads(plain.text)
    assert standard(plain.text, line).text == plain.text
    assert line is None or plain.text.count("\n") == 1


@pytest.mark.parametrize("path", sorted([*SAMPLES.glob("*.json"), *SAMPLES.glob("[gp]*/*.json")]), ids=lambda p: p.stem)
def test_a_sample_scores_as_before(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    found = standard(text).text
    assert found is not None
    before, after = assessed(text), assessed(found)
    assert (after.players, after.verdict, after.winners) == (before.players, before.verdict, before.winners)


def test_letters_ids_spaces_and_fields_are_those_of_the_notation() -> None:
    record = position(
        {
            "cubes": {"A2": "Grenouille"},
            "board": {"B1": ["brown", "GREEN"], "a2": "w", "c1": "Grey", "c2": [], "d1": " f "},
            "cards": {"Grenouille": 1.0, "17": 0},
            "rating": 1500.0,
        },
        side="a",
    )
    record = {name: record[name] for name in reversed(record)}
    found = written(json.dumps(record))
    assert list(found) == ["format", "version", "side", "players"]
    assert found["side"] == "A"
    assert found["players"] == [
        {
            "name": "Player 1",
            "rating": 1500,
            "board": {"b1": "TL", "a2": "W", "c1": "M", "c2": ".", "d1": "F"},
            "cards": {"frog": 1, "boar": 0},
            "cubes": {"a2": "frog"},
        }
    ]
    assert list(found["players"][0]) == ["name", "rating", "board", "cards", "cubes"]


def test_words_of_a_game_are_those_of_the_notation() -> None:
    actions = [
        {"do": "take-tokens", "tokens": ["blue", "Green", "l"]},
        {"at": "C2", "token": "Blue", "do": "place-token"},
        {"do": "take-card", "card": 5},
    ]
    game = {
        "format": "harmonies-game", "version": 1, "side": "b", "players": [{"name": "Ann"}, {"name": "Ben"}],
        "turns": [
            {"actions": actions, "player": 1, "refill": {"row": ["Loutre"], "central": {"3": ["red", "h", "W"]}}}
        ],
        "unfinished": True,
    }  # fmt: skip
    found = written(json.dumps(game))
    assert found["turns"] == [
        {
            "player": 1,
            "actions": [
                {"do": "take-tokens", "tokens": "WLL"},
                {"do": "place-token", "token": "W", "at": "c2"},
                {"do": "take-card", "card": "frog"},
            ],
            "refill": {"central": {"3": "HHW"}, "row": ["otter"]},
        }
    ]


def test_comments_become_notes_of_what_contains_them() -> None:
    game = GAMES["1p_A_spirits-00"]
    text = json.dumps({**game, "turns": game["turns"][:1], "unfinished": True, "notes": "kept"})
    text = text.replace('"actions": [', '"actions": [ /* in the turn */', 1).replace('"name":', '/* ann */ "name":', 1)
    text = text.replace('"do": "take-tokens"', '"do": "take-tokens" /* an action */', 1)
    found = written(text.replace('"start": {', '"start": { /* the start */', 1) + " // the record")
    assert found["notes"] == "kept\nthe start\nthe record"
    assert found["players"][0]["notes"] == "ann"
    assert found["turns"][0]["notes"] == "in the turn"
    assert [action.get("notes") for action in found["turns"][0]["actions"] if action["do"] == "take-tokens"] == [
        "an action"
    ]


@pytest.mark.parametrize("typo", TYPOS.values(), ids=TYPOS)
def test_a_record_with_any_other_mistake_is_not_written(typo: Any) -> None:
    found = standard(typo.text.replace("{", "{ /* x */", 1))
    assert found.text is None
    assert len(found.verified.problems) == len(typo.problems) + 1


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        (RIGHT + "\0\0", "zero bytes"),
        (RIGHT.replace("Pauline", "Zo\\ud83d"), "half of a character"),
        ("// nothing else", "no comments"),
        ("", "no record"),
        ('{"gamestate": {}, "players": {}, "tokensOnBoard": {}}', ""),
    ],
)
def test_a_text_that_needs_a_guess_or_is_not_a_record_is_not_written(text: str, problem: str) -> None:
    formatted = format_file(text.encode(), "x.json")
    assert formatted.after is None
    assert problem in formatted.records[0].verified.problems[0].message


def test_a_byte_order_mark_is_dropped() -> None:
    text = standard(RIGHT).text
    assert text is not None
    formatted = format_file(b"\xef\xbb\xbf" + text.encode(), "x.json")
    assert formatted.is_changed
    assert formatted.after == text.encode()
    assert not format_file(text.encode(), "x.json").is_changed


def test_a_byte_order_mark_does_not_hide_json_lines() -> None:
    line = json.dumps(json.loads(RIGHT)).encode()
    assert len(format_file(b"\xef\xbb\xbf" + line + b"\n" + line + b"\n", "x.json").records) == 2


def test_a_file_of_several_records_is_written_whole_or_not_at_all() -> None:
    line = json.dumps(json.loads(RIGHT))
    good = format_file(f"{line}\n\n{line[:-1]},}}\n".encode(), "x.jsonl")
    assert good.after is not None
    assert [json.loads(text) for text in good.after.splitlines()] == [json.loads(RIGHT)] * 2
    assert format_file(f"{line}\n{line.replace('TL', 'LT')}\n".encode(), "x.jsonl").after is None


@pytest.mark.parametrize("packed", [False, True])
def test_a_file_beyond_the_limit_is_refused(packed: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("harmonies_cli.records.format_file.RECORD_LIMIT", 1000)
    data = RIGHT.encode() + b" " * 1_000_000
    formatted = format_file(gzip.compress(data) if packed else data, "x.json")
    assert formatted.after is None
    assert "larger than 64 MB" in formatted.records[0].verified.problems[0].message
