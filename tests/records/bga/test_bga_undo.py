"""Undone turns, in both kinds of archive and made by editing the samples."""

from __future__ import annotations

from typing import Any

import pytest

from harmonies_cli.records.bga.bga_reader import BgaRecord, read_bga
from tests.copies import copied
from tests.records.bga.bga_samples import LOGS, TWO, Packets, packets, turn_starts, written


def read(log: object, **options: Any) -> BgaRecord:
    return read_bga(written(log), name="x", **options)


def test_both_archives_of_undone_turns_give_the_same_game() -> None:
    gone, kept = (read(packets(f"log-2p_A-undo{kind}.json.gz"), cross_check=True) for kind in ("", "-kept"))
    assert gone.record == kept.record
    assert gone.site == kept.site
    assert gone.legal_moves and kept.legal_moves
    assert gone.site is not None
    assert [player.get("total") for player in gone.site.players] == [14, 15]
    assert len(gone.record["turns"]) == 16


@pytest.mark.parametrize("name", [name for name in LOGS if "undo" not in name])
def test_every_turn_may_be_undone_and_played_again(name: str) -> None:
    log = packets(name)
    starts = set(turn_starts(log))
    edited: Packets = []
    turn: Packets = []
    for index, packet in enumerate(log):
        if index in starts or index == len(log) - 1:
            undo = {"type": "undoRestorePoint", "uid": f"u{index}", "args": {"player_name": "x"}}
            edited.append({**log[0], "packet_id": f"u{index}", "data": [undo]})
            for again in copied(turn):
                again["packet_id"] += "again"
                for each in again["data"]:
                    each["uid"] += "again"
                edited.append(again)
            turn = []
        edited.append(packet)
        if index not in starts:
            turn.append(packet)
    first = read(edited[1:], cross_check=True)
    assert first.record == read(log).record


def test_an_undo_takes_back_a_choice_of_card_and_what_was_listed_for_it() -> None:
    log = packets(TWO)[:4]
    undo = {"type": "undoRestorePoint", "uid": "u", "args": []}
    found = read([*log, {**log[0], "packet_id": "u", "data": [undo]}], side="A", cross_check=True)
    assert found.record["turns"] == [{"player": 1, "actions": []}]
    assert [(moves.turn, moves.actions) for moves in found.legal_moves] == [(0, 0)]
