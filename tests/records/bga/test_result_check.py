"""The site's results and legal moves against the replay: the samples have no differences; planted ones are found."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import cache
from typing import Any

import pytest

from harmonies_cli.records.assess import assess
from harmonies_cli.records.files.documents import Document
from harmonies_cli.records.outcome import AssessOptions, VerifiedRecord
from harmonies_cli.records.reader import ReadOptions, read_document
from tests.records.bga.bga_samples import (
    ENVELOPES,
    LOGS,
    SOLO,
    STATES,
    TWO,
    expected,
    notifications,
    packets,
    sample,
    written,
)
from tests.records.bga.site_logs import LOOP, final, points_of, the_violation, verified


@pytest.mark.parametrize("name", [*LOGS, *STATES])
def test_no_sample_differs_from_our_rules(name: str) -> None:
    found = verified(sample(name), cross_check=True, name=name)
    assert (found.verdict, found.violations, found.problems) == ("legal", [], [])
    assert found.rules == "bga"
    known = expected(name)
    if "bga" not in known:
        assert [sheet.total for sheet in found.players] == known["totals"]
        return
    for sheet, rows in zip(found.players, known["bga"], strict=True):
        for row in ("trees", "mountains", "fields", "buildings", "water", "animals", "spirit", "total", "suns"):
            assert getattr(sheet, row) == rows[row]
        assert sheet.animal_cubes is not None
        assert sheet.spirit_cubes is not None
        assert sheet.animal_cubes + sheet.spirit_cubes == rows["cubes"]
        assert sheet.cards is not None
        assert {card.card: card.points for card in sheet.cards} == {card: p for card, (_, p) in rows["cards"].items()}


@cache
def verified_sample(name: str) -> VerifiedRecord:
    return verified(sample(name), name="x.json")


@pytest.mark.parametrize("envelope", [*ENVELOPES, "page"])
@pytest.mark.parametrize("name", LOGS)
def test_every_envelope_of_a_log_gives_the_same_assessment(name: str, envelope: str) -> None:
    log = packets(name)
    data = written(ENVELOPES.get(envelope, ENVELOPES["valid"])(log))
    if envelope == "page":
        data = b"<!DOCTYPE html><html><script>g_gamelogs = " + data + b";</script></html>"
    found, known = verified(data, cross_check=True), verified_sample(name)
    assert (found.verdict, found.violations) == ("legal", [])
    assert (found.players, found.winners, found.unchecked) == (known.players, known.winners, known.unchecked)


# In the sample, 84510048 is player 1 (Dmitri), 84510011 player 2 (Anna).
ROWS = [
    ("score-land-4", "trees: the site says 14, we get 13"),
    ("score-land-2", "mountains: the site says 1, we get 0"),
    ("score-land-5", "fields: the site says 6, we get 5"),
    ("score-land-6", "buildings: the site says 11, we get 10"),
    ("score-land-1", "water: the site says 12, we get 11"),
    ("score-card-1", "spirit: the site says 1, we get 0"),
    (
        "score-card-2",
        "animals: the site says 31, we get 30; each animal card: the site says 16 + 11 + 4 + 0, we get ",
    ),
    (
        "score-card-5",
        "animals: the site says 31, we get 30; each animal card: the site says 17 + 10 + 4 + 0, we get ",
    ),
    ("score-total-1", "sum of the landscapes: the site says 40, we get 39"),
    ("score-total-2", "sum of the cards: the site says 31, we get 30"),
    ("score-total-3", "total: the site says 70, we get 69"),
]


@pytest.mark.parametrize(("kind", "words"), ROWS, ids=[row[0] for row in ROWS])
def test_a_number_of_the_scoring_that_differs_is_one_finding(kind: str, words: str) -> None:
    log = packets(TWO)
    points_of(log, f"{kind}-84510048")["delta"] += 1
    found = the_violation(log)
    turns = len(read_document(Document("x", None, written(log)), ReadOptions()).record.turns)  # type: ignore[union-attr]
    assert (found.code, found.player, found.action, found.turn) == ("site-differs", 1, None, turns)
    assert found.pointer == "/result/scores/0"
    assert found.message.startswith(f"Dmitri: the site's result differs from the replay: {words}")
    assert found.rule == "7. Scoring"


FINAL = [
    ("score", "70", "total in the final result: the site says 70, we get 69"),
    ("score_aux", "7", "cubes placed: the site says 7, we get 6"),
    ("rank", 1, "rank: the site says 1, we get 2"),
]


@pytest.mark.parametrize(("field", "value", "words"), FINAL, ids=[case[0] for case in FINAL])
def test_a_number_of_the_final_result_that_differs_is_one_finding(field: str, value: object, words: str) -> None:
    log = packets(TWO)
    entry = next(entry for entry in final(log) if str(entry.get("player", entry.get("id"))) == "84510048")
    entry[field] = value
    found = the_violation(log)
    assert (found.player, found.pointer) == (1, "/result/scores/0")
    assert found.message.endswith(f"replay: {words}")


def test_all_that_differs_of_a_player_is_in_one_finding_and_each_player_has_one() -> None:
    log = packets(TWO)
    for who in ("84510048", "84510011"):
        points_of(log, f"score-land-4-{who}")["delta"] += 1
        points_of(log, f"score-total-3-{who}")["delta"] += 1
    found = verified(written(log)).violations
    assert [(each.code, each.player) for each in found] == [("site-differs", 1), ("site-differs", 2)]
    assert all("trees" in each.message and "total" in each.message for each in found)


def test_suns_that_differ_are_found() -> None:
    log = packets(SOLO)
    untyped = [each["args"] for each in notifications(log, "points") if each["args"].get("scoreType") is None]
    assert len(untyped) == 1
    untyped[0]["delta"] += 1
    assert "suns: the site says 5, we get 4" in the_violation(log).message
    log = packets(SOLO)
    final(log)[0]["score"] = "3"
    assert "suns in the final result: the site says 3, we get 4" in the_violation(log).message


def test_two_cards_whose_points_were_exchanged_are_the_same_but_not_two_changed_ones() -> None:
    log = packets(TWO)
    first, second = (points_of(log, f"score-card-{card}-84510048") for card in (2, 3))
    first["delta"], second["delta"] = second["delta"], first["delta"]
    assert verified(written(log)).verdict == "legal"
    first["delta"] += 1
    second["delta"] -= 1
    assert "replay: each animal card" in the_violation(log).message


def test_results_are_compared_under_the_sites_rules_whatever_is_asked_for() -> None:
    reading = read_document(Document("x", None, sample(LOOP)), ReadOptions())
    found = assess(reading, AssessOptions(rules="rulebook"))
    assert (found.verdict, found.rules) == ("legal", "rulebook")
    assert found.players[1].water == 2


def test_winners_of_a_page_state_are_compared() -> None:
    state = json.loads(sample("gamedatas-2p_A_spirits-06.json.gz"))
    inner = state.get("gamedatas") or state.get("data") or state
    inner["winners"] = [84510048]
    found = verified(written(state))
    assert found.verdict == "invalid"
    assert [(each.code, each.pointer, each.message) for each in found.problems] == [
        ("score-mismatch", "/players", "winners: the site says 1, we get 2")
    ]


STATE_CHANGES: list[tuple[Callable[[dict[str, Any]], object], str, str]] = [
    (lambda who: bump(who["scores"], "score-land-4"), "/players/0/score/trees", "trees: 14 claimed, 13 counted"),
    (
        lambda who: bump(who["scores"], "score-total-2"),
        "/players/0/score",
        "sum of the cards: the site says 31, we get 30",
    ),
    (lambda who: bump(who["scores"], "score-total-3"), "/players/0/score", "total: the site says 70, we get 69"),
    (lambda who: who.update(scoreAux="9"), "/players/0/score", "cubes placed: the site says 9, we get 6"),
    (lambda who: who.update(score="70"), "/players/0/score/total", "total: 70 claimed, 69 counted"),
]


def bump(scores: dict[str, int], kind: str) -> None:
    scores[next(key for key in scores if key.startswith(kind))] += 1


@pytest.mark.parametrize(("change", "pointer", "message"), STATE_CHANGES, ids=[case[2] for case in STATE_CHANGES])
@pytest.mark.parametrize("rules", ["bga", "rulebook"])
def test_a_number_of_a_page_state_that_differs_is_a_problem(
    change: Callable[[dict[str, Any]], object], pointer: str, message: str, rules: Any
) -> None:
    state = json.loads(sample("gamedatas-2p_A_spirits-06.json.gz"))
    inner = state.get("gamedatas") or state.get("data") or state
    change(inner["players"]["84510048"])
    reading = read_document(Document("x", None, written(state)), ReadOptions())
    found = assess(reading, AssessOptions(rules=rules))
    assert [(each.code, each.pointer, each.message) for each in found.problems] == [
        ("score-mismatch", pointer, message)
    ]
    assert (found.verdict, found.problems[0].player) == ("invalid", 1)
