"""The results and legal moves of the site against the replay: none differs in the samples, all put in are found."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from harmonies_cli.records.assess import assess
from harmonies_cli.records.earlierscoring import EarlierScoring
from harmonies_cli.records.outcome import Assessment, VerifiedRecord
from harmonies_cli.records.reader import ReadOptions, read_document
from harmonies_cli.records.sources import Document
from harmonies_cli.rules.cards import card_index
from harmonies_cli.rules.faults import Violation
from harmonies_cli.rules.replay import scoresheets
from harmonies_cli.rules.sides import SIDES, Side
from harmonies_cli.rules.stacks import NODE_OF
from harmonies_cli.rules.table import Table
from tests.records.bga.bga_samples import (
    LOGS,
    SOLO,
    STATES,
    TWO,
    Packets,
    expected,
    is_move,
    notifications,
    packets,
    sample,
    written,
)

FOUR = "log-4p_A_nospirits-12-A.json.gz"
LOOP = "log-packets.json.gz"


def verified(data: bytes, *, cross_check: bool = False, name: str = "x.json") -> VerifiedRecord:
    reading = read_document(Document(name, None, data), ReadOptions(cross_check=cross_check))
    return assess(reading, Assessment(explain=False))


def the_violation(log: Packets, *, cross_check: bool = False) -> Violation:
    found = verified(written(log), cross_check=cross_check)
    assert found.verdict == "illegal"
    assert found.finished
    assert len(found.violations) == 1
    return found.violations[0]


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


def points_of(log: Packets, score_type: str) -> dict[str, Any]:
    return next(each["args"] for each in notifications(log, "points") if each["args"]["scoreType"] == score_type)


def final(log: Packets) -> list[dict[str, Any]]:
    state = [each for each in notifications(log, "gameStateChange") if each["args"]["id"] == 99][-1]
    entries: list[dict[str, Any]] = state["args"]["args"]["result"]
    return entries


# In the sample, 84510048 is player 1 (Dmitri), 84510011 player 2 (Anna).
ROWS = [
    ("score-land-4", "trees: the site says 14, counted 13"),
    ("score-land-2", "mountains: the site says 1, counted 0"),
    ("score-land-5", "fields: the site says 6, counted 5"),
    ("score-land-6", "buildings: the site says 11, counted 10"),
    ("score-land-1", "water: the site says 12, counted 11"),
    ("score-card-1", "spirit: the site says 1, counted 0"),
    (
        "score-card-2",
        "animals: the site says 31, counted 30; each animal card: the site says 16 + 11 + 4 + 0, counted ",
    ),
    (
        "score-card-5",
        "animals: the site says 31, counted 30; each animal card: the site says 17 + 10 + 4 + 0, counted ",
    ),
    ("score-total-1", "sum of the landscapes: the site says 40, counted 39"),
    ("score-total-2", "sum of the cards: the site says 31, counted 30"),
    ("score-total-3", "total: the site says 70, counted 69"),
]


@pytest.mark.parametrize(("kind", "words"), ROWS, ids=[row[0] for row in ROWS])
def test_a_number_of_the_scoring_that_differs_is_one_finding(kind: str, words: str) -> None:
    log = packets(TWO)
    points_of(log, f"{kind}-84510048")["delta"] += 1
    found = the_violation(log)
    turns = len(read_document(Document("x", None, written(log)), ReadOptions()).record.turns)  # type: ignore[union-attr]
    assert (found.code, found.player, found.action, found.turn) == ("site-differs", 1, None, turns)
    assert found.pointer == "/result/scores/0"
    assert found.message.startswith(f"Dmitri: the site's result is not what the replay gives: {words}")
    assert found.rule == "7. Scoring"


FINAL = [
    ("score", "70", "total in the final result: the site says 70, counted 69"),
    ("score_aux", "7", "cubes placed: the site says 7, counted 6"),
    ("rank", 1, "rank: the site says 1, counted 2"),
]


@pytest.mark.parametrize(("field", "value", "words"), FINAL, ids=[case[0] for case in FINAL])
def test_a_number_of_the_final_result_that_differs_is_one_finding(field: str, value: object, words: str) -> None:
    log = packets(TWO)
    entry = next(entry for entry in final(log) if str(entry.get("player", entry.get("id"))) == "84510048")
    entry[field] = value
    found = the_violation(log)
    assert (found.player, found.pointer) == (1, "/result/scores/0")
    assert found.message.endswith(f"gives: {words}")


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
    assert "suns: the site says 5, counted 4" in the_violation(log).message
    log = packets(SOLO)
    final(log)[0]["score"] = "3"
    assert "suns in the final result: the site says 3, counted 4" in the_violation(log).message


def test_two_cards_whose_points_were_exchanged_are_the_same_but_not_two_changed_ones() -> None:
    log = packets(TWO)
    first, second = (points_of(log, f"score-card-{card}-84510048") for card in (2, 3))
    first["delta"], second["delta"] = second["delta"], first["delta"]
    assert verified(written(log)).verdict == "legal"
    first["delta"] += 1
    second["delta"] -= 1
    assert "gives: each animal card" in the_violation(log).message


def test_results_are_compared_under_the_sites_rules_whatever_is_asked_for() -> None:
    reading = read_document(Document("x", None, sample(LOOP)), ReadOptions())
    found = assess(reading, Assessment(rules="rulebook"))
    assert (found.verdict, found.rules) == ("legal", "rulebook")
    assert found.players[1].water == 2


def at(log: Packets, time: int) -> Packets:
    for packet in log:
        packet["time"] = time
    return log


JULY, AUGUST, OCTOBER = 1_721_000_000, 1_724_000_000, 1_728_000_000
LOOPS = "before mid-September 2024 loops of a river did not count"


def looped(log: Packets) -> str:
    """Return the site's id of the player whose river has a loop."""
    record = read_document(Document("x", None, written(log)), ReadOptions()).record
    assert record is not None
    return str(record.players[1].id).removeprefix("bga-")


def without_loops() -> Packets:
    log = packets(LOOP)
    who = looped(log)
    for kind in ("land-1", "total-1", "total-3"):
        points_of(log, f"score-{kind}-{who}")["delta"] -= 3
    entry = next(entry for entry in final(log) if str(entry.get("player", entry.get("id"))) == who)
    entry["score"] = str(int(entry["score"]) - 3)
    return log


def test_a_river_scored_without_loops_is_explained_if_the_table_is_old() -> None:
    found = the_violation(at(without_loops(), AUGUST))
    assert found.code == "site-differs"
    assert "water: the site says 2, counted 5" in found.message
    assert found.message.endswith(f"(explained by the site's earlier scoring: {LOOPS})")
    assert "explained" not in the_violation(at(without_loops(), OCTOBER)).message


def test_what_the_earlier_scoring_does_not_explain_is_named() -> None:
    log = at(without_loops(), AUGUST)
    entry = next(entry for entry in final(log) if str(entry.get("player", entry.get("id"))) == looped(log))
    entry["score_aux"] = "15"
    assert the_violation(log).message.endswith(f"(explained by the site's earlier scoring, except cubes: {LOOPS})")
    log = at(packets(LOOP), AUGUST)
    points_of(log, f"score-land-1-{looped(log)}")["delta"] += 1
    assert "explained" not in the_violation(log).message


def test_a_tie_that_was_not_broken_is_explained_if_the_table_is_old() -> None:
    log = packets(FOUR)
    for entry in final(log):
        entry["rank"] = min(int(entry["rank"]), 3)
    found = the_violation(at(log, JULY))
    assert "rank: the site says 3, counted 4" in found.message
    assert found.message.endswith("(explained by the site's earlier scoring: before August 2024 ties were not broken)")
    assert "explained" not in the_violation(at(log, AUGUST)).message


LONE_REDS = [
    ("stork", {"a1": "TH", "a2": "H"}, 0, 6, "2024-09-10", "2024-09-20"),
    ("stork", {"a1": "TH", "a2": "H", "a3": "MH"}, 0, 6, "2024-07-10", "2024-10-01"),
    ("cat", {"a1": "TH", "c3": "H"}, 4, 8, "2024-07-10", "2024-08-02"),
]


@pytest.mark.parametrize(("spirit", "stacks", "now", "then", "old", "new"), LONE_REDS)
def test_lone_reds_counted_for_stork_and_cat_in_the_earlier_scoring(
    spirit: str, stacks: dict[str, str], now: int, then: int, old: str, new: str
) -> None:
    table = Table(SIDES["A"], 2, spirits=True)
    seat = table.seats[0]
    seat.board = board_of(SIDES["A"], stacks)
    seat.spirit = card_index(spirit)
    seat.cards = {seat.spirit: 1}
    sheets, _ = scoresheets(table, ["Ann", "Ben"], "bga")
    assert sheets[0].spirit == now
    total = sheets[0].total or 0
    for date, explained in ((old, True), (None, True), (new, False)):
        scoring = EarlierScoring(table, sheets, date)
        scoring.learn(0, {"spirit": then, "total": total + then - now})
        for row, said in (("spirit", then), ("total", total + then - now), ("cards", then)):
            reason = scoring.reason(0, row, said)
            assert (reason is not None) == explained
            assert not explained or spirit in str(reason)
        assert scoring.reason(0, "total", total + 1) is None
        assert scoring.reason(0, "trees", 1) is None


def board_of(side: Side, stacks: dict[str, str]) -> int:
    return sum(side.lane_bit[NODE_OF[stack]][side.bit_of[space]] for space, stack in stacks.items())


def test_winners_of_a_page_state_are_compared() -> None:
    state = json.loads(sample("gamedatas-2p_A_spirits-06.json.gz"))
    inner = state.get("gamedatas") or state.get("data") or state
    inner["winners"] = [84510048]
    found = verified(written(state))
    assert found.verdict == "invalid"
    assert [(each.code, each.pointer, each.message) for each in found.problems] == [
        ("score-mismatch", "/players", "winners: the site says 1, counted 2")
    ]


STATE_CHANGES: list[tuple[Callable[[dict[str, Any]], object], str, str]] = [
    (lambda who: bump(who["scores"], "score-land-4"), "/players/0/score/trees", "trees: 14 claimed, 13 counted"),
    (
        lambda who: bump(who["scores"], "score-total-2"),
        "/players/0/score",
        "sum of the cards: the site says 31, counted 30",
    ),
    (lambda who: bump(who["scores"], "score-total-3"), "/players/0/score", "total: the site says 70, counted 69"),
    (lambda who: who.update(scoreAux="9"), "/players/0/score", "cubes placed: the site says 9, counted 6"),
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
    found = assess(reading, Assessment(rules=rules))
    assert [(each.code, each.pointer, each.message) for each in found.problems] == [
        ("score-mismatch", pointer, message)
    ]
    assert (found.verdict, found.problems[0].player) == ("invalid", 1)


def listed(log: Packets) -> Iterator[dict[str, Any]]:
    for each in notifications(log, "gameStateChange"):
        if each["args"]["id"] == 30:
            yield each["args"]["args"]


def with_token(log: Packets) -> list[list[str]]:
    return next(list(args["possibleHexesByToken"].values()) for args in listed(log) if args.get("possibleHexesByToken"))


def with_cube(log: Packets) -> dict[str, list[str]]:
    return next(args["placeAnimalCubeArgs"] for args in listed(log) if args.get("placeAnimalCubeArgs"))


def drop_token_space(log: Packets) -> None:
    spaces = with_token(log)
    for each in spaces:
        each.remove("cell_84510048_0_0")


def add_token_space(log: Packets) -> None:
    args = next(args for args in listed(log) if len(args.get("tokensToPlace") or ()) == 2)
    occupied = next(each["args"]["material"][0]["location"] for each in notifications(log) if is_token(each))
    water = next(key for key in args["possibleHexesByToken"])
    args["possibleHexesByToken"][water].append(occupied)


def is_token(each: dict[str, Any]) -> bool:
    return is_move(each, "TOKEN", "DECK", "HEX")


def drop_cubes(log: Packets) -> None:
    next(iter(with_cube(log).values())).pop()


def forbid_card(log: Packets) -> None:
    next(listed(log))["canTakeAnimalCard"] = False


def forbid_spirit(log: Packets) -> None:
    next(listed(log))["canChooseSpirit"] = "0"


def swap_central(log: Packets) -> None:
    board = next(listed(log))["tokensOnCentralBoard"]
    board["1"], board["2"] = board["2"], board["1"]


def add_central(log: Packets) -> None:
    args = next(args for args in listed(log) if args.get("tokensToPlace"))
    args["tokensToPlace"].append({"id": 999, "type_arg": 6})


LISTS: list[tuple[Callable[[Packets], None], int, int, str]] = [
    (drop_token_space, 1, 4, " on a1: legal for us, not for the site"),
    (add_token_space, 1, 5, "legal for the site, not for us"),
    (drop_cubes, 0, 0, "legal for us, not for the site"),
    (forbid_card, 1, 1, "may take a card: no for the site, yes for us"),
    (forbid_spirit, 1, 1, "may choose a spirit: no for the site, yes for us"),
    (swap_central, 1, 1, "central space 1: TFH for the site, MTH for us"),
    (add_central, 1, 4, "H is in hand for the site, not for us"),
]


@pytest.mark.parametrize(("change", "turn", "action", "words"), LISTS, ids=[case[0].__name__ for case in LISTS])
def test_a_legal_move_that_differs_is_found_at_its_moment(
    change: Callable[[Packets], None], turn: int, action: int, words: str
) -> None:
    log = packets(TWO)
    change(log)
    assert verified(written(log)).verdict == "legal"
    found = the_violation(log, cross_check=True)
    assert (found.code, found.player) == ("site-disagrees", 1 if turn else found.player)
    assert words in found.message
    assert "(listed in the log at /" in found.message
    if turn:
        assert (found.turn, found.action) == (turn, action)
        assert found.pointer == f"/turns/{turn - 1}/actions/{action - 1}"


def test_a_move_that_the_site_allowed_and_we_do_not_is_told_beside_the_fault() -> None:
    log = packets(TWO)
    moves = [each for each in notifications(log) if is_token(each)]
    first, second = (each["args"]["material"][0] for each in moves[:2])
    second["location"] = first["location"]
    found = verified(written(log), cross_check=True)
    assert found.violations[0].code == "stack-illegal"
    assert {each.code for each in found.violations[1:]} <= {"site-disagrees"}
