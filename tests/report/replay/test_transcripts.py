from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from harmonies_cli.records.notation import Game
from harmonies_cli.report.replay.transcript import transcript
from harmonies_cli.report.terminal import Terminal
from harmonies_cli.report.text_layout import display_width
from tests.report.replay.stored import TRANSCRIPTS, VERDICTS, documents, read, replayed, sample_files, stored_files

STORED = dict(stored_files())
DOCUMENTS = dict(documents())
ESCAPES = re.compile(r"\x1b\[[0-9;]*m")


@pytest.mark.parametrize("path", STORED, ids=lambda path: path.name)
def test_stored_file_is_what_is_made_now(path: Path) -> None:
    assert STORED[path].splitlines() == path.read_text(encoding="utf-8").splitlines()


def test_nothing_else_is_stored() -> None:
    assert {*TRANSCRIPTS.iterdir(), *VERDICTS.glob("*.expected.json")} == STORED.keys()


VERDICTS_BY_HAND = {
    "two-players-typed": ("legal", False, []),
    "solo-side-a": ("legal", True, []),
    "three-players-side-b": ("legal", True, []),
    "illegal": ("illegal", False, [("stack-illegal", 6, 2, 4, "/turns/5/actions/3")]),
    "incomplete": ("legal", True, []),
}


@pytest.mark.parametrize("path", sample_files(), ids=lambda path: path.stem)
def test_sample_has_its_verdict(path: Path) -> None:
    stored = json.loads((VERDICTS / f"{path.stem}.expected.json").read_bytes())
    faults = [
        tuple(fault[key] for key in ("code", "turn", "player", "action", "pointer")) for fault in stored["violations"]
    ]
    assert (stored["verdict"], stored["finished"], faults) == VERDICTS_BY_HAND[path.stem]


def test_incomplete_sample_names_what_was_not_checked() -> None:
    stored = json.loads((VERDICTS / "incomplete.expected.json").read_bytes())
    parts = ["refill.central", "refill.row", "result", "start.central", "start.row", "take-tokens"]
    assert stored["unchecked"] == parts


def test_typed_sample_has_every_action_of_two_players() -> None:
    reading, _ = read(DOCUMENTS["two-players-typed"])
    assert isinstance(reading.record, Game)
    kinds = {type(action).__name__ for turn in reading.record.turns for action in turn.actions}
    assert kinds == {"ChooseSpirit", "TakeTokens", "PlaceToken", "TakeCard", "PlaceCube"}


def test_solo_sample_has_discards() -> None:
    assert b"discard-card" in DOCUMENTS["solo-side-a"].data


@pytest.mark.parametrize("name", DOCUMENTS)
@pytest.mark.parametrize("width", [60, 80, 120])
def test_lines_are_no_wider_than_the_terminal(name: str, width: int) -> None:
    for line in transcript(replayed(DOCUMENTS[name]), Terminal(width=width)):
        assert display_width(line.rstrip()) <= width, line


def test_colours_change_nothing_but_the_colours() -> None:
    game = replayed(DOCUMENTS["illegal"])
    coloured = list(transcript(game, Terminal(colour=True)))
    assert [ESCAPES.sub("", line) for line in coloured] == list(transcript(game, Terminal()))
    assert coloured != list(transcript(game, Terminal()))


@pytest.mark.parametrize("name", DOCUMENTS)
def test_ascii_terminal_gets_ascii(name: str) -> None:
    assert all(line.isascii() for line in transcript(replayed(DOCUMENTS[name]), Terminal(unicode=False)))


def test_only_the_turns_asked_for_are_given() -> None:
    lines = list(transcript(replayed(DOCUMENTS["2p_A_spirits-06"]), turns=range(3, 6)))
    titles = [line.split(":")[0] for line in lines if line.startswith("── ")]
    assert titles == ["── Turn 3 of 18", "── Turn 4 of 18", "── Turn 5 of 18"]
    assert lines[-1].startswith("Verdict: legal") or lines[-2].startswith("Verdict: legal")
