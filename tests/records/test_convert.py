"""Files of the site as records of the notation: the same verdicts, names, unfinished games, and lost data."""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Any

import msgspec
import pytest

from harmonies_cli.records.assess import assess
from harmonies_cli.records.convert import Conversion, convert, convert_reading
from harmonies_cli.records.files.documents import Document
from harmonies_cli.records.outcome import AssessOptions, VerifiedRecord
from harmonies_cli.records.reader import Reading, ReadOptions, read_document
from tests.records.bga.bga_samples import (
    DATA,
    HISTORY,
    LOGS,
    SOLO,
    STATES,
    TWO,
    Packets,
    notifications,
    packets,
    sample,
    written,
)

FOUR = "log-4p_A_nospirits-12-A.json.gz"


def read(data: bytes, name: str = "x.json") -> Reading:
    return read_document(Document(name, None, data), ReadOptions())


def verified(reading: Reading) -> VerifiedRecord:
    return assess(reading, AssessOptions(explain=False))


def converted(data: bytes, name: str = "x.json") -> tuple[Conversion, VerifiedRecord]:
    """Return the conversion, and the verification of the record as it would be written."""
    found = convert_reading(read(data, name))
    again = read(msgspec.json.encode(found.record))
    assert again.problems == []
    assert again.foreign is None
    return found, verified(again)


@pytest.mark.parametrize("name", [*LOGS, *STATES])
def test_a_converted_record_is_verified_like_the_file(name: str) -> None:
    before = verified(read(sample(name), name))
    found, after = converted(sample(name), name)
    assert not found.is_finding
    assert found.record is not None
    assert found.record["rules"] == after.rules == "bga"
    for attribute in ("verdict", "id", "kind", "side", "players", "winners", "finished", "end", "turns", "unchecked"):
        assert getattr(after, attribute) == getattr(before, attribute)
    assert (before.verdict, after.problems, after.violations) == ("legal", [], [])


def changed(name: str) -> Iterator[tuple[str, Packets]]:
    """Yield the log with each number of its scoring and its final result changed in turn."""
    for index, each in enumerate(notifications(packets(name), "points")):
        log = packets(name)
        list(notifications(log, "points"))[index]["args"]["delta"] += 1
        yield f"points {each['args'].get('scoreType')}", log
    for field in ("score", "score_aux", "rank"):
        for index in range(len(final(packets(name)))):
            log = packets(name)
            entry = final(log)[index]
            entry[field] = str(int(entry[field]) + 1)
            yield f"{field} of {index}", log


def final(log: Packets) -> list[dict[str, Any]]:
    state = [each for each in notifications(log, "gameStateChange") if each["args"]["id"] == 99][-1]
    entries: list[dict[str, Any]] = state["args"]["args"]["result"]
    return entries


@pytest.mark.parametrize("step", [6, pytest.param(1, marks=pytest.mark.slow)])
@pytest.mark.parametrize("name", [TWO, SOLO, FOUR, "log-packets.json.gz"])
def test_a_difference_of_the_sites_result_survives_conversion_or_is_reported(name: str, step: int) -> None:
    carried = lost = 0
    for what, log in islice(changed(name), 0, None, step):
        before = verified(read(written(log)))
        assert before.verdict == "illegal", what
        found, after = converted(written(log))
        if found.lost:
            assert what.startswith(("score_aux", "rank")), what
            assert found.is_finding
            assert found.record is not None
            assert "The site's result differs in numbers for which a record has no field" in found.record["notes"]
            lost += 1
        else:
            assert after.verdict == before.verdict, what
            carried += 1
    assert carried > 3 * lost


def test_a_log_that_breaks_a_rule_stays_illegal() -> None:
    log = packets(TWO)
    placed = [each for each in notifications(log, "materialMove") if each["args"]["to"] == "HEX"]
    placed[1]["args"]["material"][0]["location"] = placed[0]["args"]["material"][0]["location"]
    before = verified(read(written(log)))
    _, after = converted(written(log))
    assert [violation.code for violation in before.violations] == ["stack-illegal"]
    assert after.violations == before.violations


def test_an_unfinished_game_is_marked() -> None:
    log = packets(TWO)[:60]
    found, after = converted(written(log))
    assert found.record is not None
    assert found.record["unfinished"] is True
    assert found.notes == ["The game is unfinished."]
    assert after.verdict == "legal"
    assert not found.is_finding


def test_a_game_that_somebody_gave_up_is_marked() -> None:
    log = packets(TWO)[:60]
    conceded = {"type": "playerConcedeGame", "uid": "c", "args": {"player_id": "84510011", "player_name": "Anna"}}
    log[-1]["data"].append(conceded)
    found, _ = converted(written(log))
    assert found.notes == ["Anna gave up.", "The game is unfinished."]


def test_parts_missing_from_a_log_are_noted() -> None:
    found, after = converted(sample(HISTORY))
    assert found.notes == ["A log of kind history: setup and refills were not kept."]
    assert "refill.central" in after.unchecked


def test_a_state_of_a_game_in_progress_is_noted() -> None:
    state = json.loads(sample(STATES[4]))
    inner = state.get("gamedatas") or state.get("data") or state
    inner.pop("winners")
    for player in inner["players"].values():
        player.pop("scores")
    found, after = converted(written(state))
    assert found.notes == ["The state of a game in progress: not a final position.", "The game is unfinished."]
    assert after.verdict == "legal"


def test_cards_that_cannot_be_claimed_are_reported() -> None:
    state = json.loads(sample("gamedatas-2p_A_spirits-06.json.gz"))
    inner = state.get("gamedatas") or state.get("data") or state
    inner["winners"] = [84510048]
    inner["players"]["84510048"]["scoreAux"] = "9"
    found, after = converted(written(state))
    assert found.lost == ["Dmitri: cubes placed: the site says 9, we get 6", "winners: players 1"]
    assert after.verdict == "legal"


@pytest.mark.parametrize("path", sorted((DATA / "games").glob("*p_*.json")), ids=lambda path: path.stem)
def test_records_of_the_notation_pass_through(path: Path) -> None:
    (found,) = convert([str(path)])
    assert found.record == json.loads(path.read_text())
    assert found.notes == []


def test_pseudonyms_hold_over_files_and_reveal_nothing(tmp_path: Path) -> None:
    paths = [DATA / "bga" / name for name in (TWO, SOLO, HISTORY)]
    records = [found.record for found in convert([str(path) for path in paths], anonymous=True, key=b"k")]
    text = json.dumps(records)
    for private in ("Dmitri", "Anna", "Chloe", "Bob", "84510048", "510002236", "Board Game Arena", "16:36"):
        assert private not in text
    names = [{player["name"] for player in record["players"]} for record in records if record]
    assert len(names[0] & names[1]) == 1
    assert all(verified(read(json.dumps(record).encode())).verdict == "legal" for record in records)
    again = [found.record for found in convert([str(path) for path in paths], anonymous=True, key=b"k")]
    assert again == records
    other = [found.record for found in convert([str(path) for path in paths], anonymous=True, key=b"other")]
    assert other != records


def test_an_anonymous_record_does_not_name_whose_data_are_lost() -> None:
    log = packets(TWO)
    final(log)[1]["rank"] = "9"  # no record can claim this
    found = convert_reading(read(written(log)), anonymous=True, key=b"k")
    assert found.lost
    assert "Anna" not in json.dumps(found.record)
    assert "Dmitri" not in json.dumps(found.record)


def test_unreadable_files_have_their_problems(tmp_path: Path) -> None:
    (tmp_path / "a.json").write_bytes(sample("error-page.json"))
    (tmp_path / "b.json").write_bytes(sample(TWO)[:5000])
    (tmp_path / "c.json").write_bytes(sample(SOLO))
    found = list(convert([str(tmp_path)]))
    assert [each.record is None for each in found] == [True, True, False]
    assert "You have reached a limit" in found[0].problems[0].message
    assert "cut off after 5000 bytes" in found[1].problems[0].message
    assert [each.is_finding for each in found] == [True, True, False]


def test_a_log_with_a_hole_is_converted_up_to_it_and_is_a_finding() -> None:
    (conversion,) = convert([str(Path(__file__).parents[2] / "samples" / "faulty" / "log-incomplete.json.gz")])
    assert conversion.is_finding
    assert conversion.record is not None
    assert conversion.record["unfinished"] is True
    assert "packet 30 is missing" in conversion.record["notes"]
