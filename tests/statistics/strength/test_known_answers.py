"""Every table of the hand-made games, computed by hand."""

from __future__ import annotations

from math import log, sqrt

import pandas as pd
import pytest

from harmonies_cli.statistics.analysis import Analysis, analyse
from harmonies_cli.statistics.strength.certainty import Limits
from tests.statistics.strength.hand_made_games import hand_made


@pytest.fixture(scope="module")
def analysis() -> Analysis:
    return analyse(hand_made(), limits=Limits(2, 4))


def row(analysis: Analysis, table: str, **key: object) -> pd.Series:
    rows = analysis.tables[table]
    if "scope" in rows:
        rows = rows[rows["scope"] == "all"]
    for name, value in key.items():
        rows = rows[rows[name] == value]
    assert len(rows) == 1
    return rows.iloc[0]


def holds(found: pd.Series, **expected: object) -> None:
    for name, value in expected.items():
        assert found[name] == pytest.approx(value), name


def test_what_was_analysed(analysis: Analysis) -> None:
    assert (analysis.records, analysis.games, analysis.seats, analysis.left_out) == (6, 6, 10, {})
    assert analysis.dates == ("2024-01-01", "2024-06-01")
    assert analysis.kinds["kind"].tolist() == ["solo, side A, with spirits", "2 players, side A, with spirits"]
    assert analysis.kinds["games"].tolist() == [2, 4]


def test_cards(analysis: Analysis) -> None:
    falcon = row(analysis, "cards", card="falcon")
    # Seats 1.1, 2.1, 3.1 and 4.2 took it (win points 2, 1, 0, 2); 1.2, 2.2 and 4.1 left it (0, 1, 0).
    holds(falcon, seen=7, seen_and_taken=4, taken=4, left=3, take_rate=4 / 7, take_rate_adjusted=4 / 7)
    holds(falcon, round_taken=(1 + 2 + 3 + 1) / 4, turns_on_offer=(0 + 2 + 4 + 1) / 4)
    holds(falcon, completed=2, completion_rate=0.5, cubes=7 / 4, cubes_sum=7)
    holds(falcon, points_sum=48, points=12, points_per_turn_held=48 / 10)
    holds(falcon, share_of_maximum=(1 + 0.5 + 0.5 + 1) / 4)
    # The other cards: frog 8, 10, 8, 10 and otter 15, 20, 12, 12, together 95 in 8.
    holds(falcon, points_over_others=12 - 95 / 8)
    # Matched by turn and unfinished cards (a spirit that stays unplaced is one): in the first round 1.1 and 4.2 took
    # it (2, 2), and all three leavers could have (0, 1, 0).
    holds(falcon, win_points_taken=5 / 4, win_points_left=1 / 3, improvement=2 - 1 / 3, improvement_n=3)
    stronger, weaker = 1 / (1 + 10**-0.5), 1 / (1 + 10**0.5)
    # ann beats bob (1600, 1400); bob and cid share (1400, 1500); cid loses to ann (1500, 1600); bob beats ann.
    little = 1 / (1 + 10**0.25)
    over = [2 - 2 * stronger, 1 - 2 * little, 0 - 2 * little, 2 - 2 * weaker]
    holds(falcon, rated=4, win_points_over_rating=sum(over) / 4)
    assert (falcon["certainty"], falcon["place"]) == ("enough", 2)
    otter = row(analysis, "cards", card="otter")
    holds(otter, taken=4, seen=5, left=1, points=59 / 4, completed=2, place=1)
    frog = row(analysis, "cards", card="frog")
    holds(frog, taken=4, seen=5, left=1, points=9, completed=2, place=3)
    nobody = row(analysis, "cards", card="wolf")
    holds(nobody, taken=0, seen=0)
    assert nobody["certainty"] == "few"
    assert nobody[["take_rate", "points", "place", "logit"]].isna().all()


def test_wilson_interval(analysis: Analysis) -> None:
    falcon = row(analysis, "cards", card="falcon")
    z, n, p = 1.959963984540054, 4, 0.5
    middle = (p + z * z / (2 * n)) / (1 + z * z / n)
    reach = z / (1 + z * z / n) * sqrt(p * (1 - p) / n + z * z / (4 * n * n))
    holds(falcon, completion_rate_low=middle - reach, completion_rate_high=middle + reach)


def test_pairs(analysis: Analysis) -> None:
    assert len(analysis.tables["pairs"]) == 3
    # Seats 2.1 (10 + 20, win points 1) and 4.2 (18 + 12, win points 2) had falcon and otter; 1.1 (12, 2) and 3.1
    # (8, 0) falcon alone; 1.2 (15, 0) and 3.2 (12, 2) otter alone.
    pair = row(analysis, "pairs", card="otter", partner="falcon")
    holds(pair, n=2, alone_n=2, partner_alone_n=2, points_together=30)
    # A card of a seat with two cards brings 12.5 (8 cards), of a seat with one 10.75 (4 cards): 1.75 more for a card.
    falcon, otter = (12 - 1.75 * 2 + 8 - 1.75) / 2, (15 - 1.75 + 12 - 1.75 * 2) / 2
    synergy = 30 - 2 * 1.75 * 2 - falcon - otter
    holds(pair, points_synergy=synergy, points_expected=30 - synergy)
    # Neither: 2.2 (1) and 4.1 (0).
    holds(pair, win_points_together=1.5, neither_n=2)
    holds(pair, win_points_expected=1 + 1 - 0.5, win_points_synergy=0)
    pair = row(analysis, "pairs", card="frog", partner="falcon")
    holds(pair, n=1, alone_n=3, partner_alone_n=3, points_together=20)
    assert pair["certainty"] == "few"


def test_spirits(analysis: Analysis) -> None:
    lion = row(analysis, "spirits", card="lion")
    # Chosen by 1.1, 2.1, 3.2, 4.2 with 5, 0, 10, 10 points; declined by 1.2, 2.2, 3.1, 4.1.
    holds(lion, dealt=8, chosen=4, declined=4, placed=3, choice_rate=0.5, placed_rate=0.75, points_sum=25)
    holds(lion, points=25 / 4, total_chosen=(50 + 50 + 60 + 60) / 4, total_declined=(40 + 50 + 30 + 30) / 4)
    holds(lion, win_points_chosen=7 / 4, win_points_declined=1 / 4, improvement=1.5)
    assert row(analysis, "spirits", card="ram")["chosen"] == 0  # only in a solo game


def test_rows(analysis: Analysis) -> None:
    # Winners 1.1, 3.2, 4.2 whole, 2.1 and 2.2 half each; others 1.2, 3.1, 4.1; game 2 has no others.
    trees = row(analysis, "rows", row="trees")
    holds(trees, n=3, winners_n=4, others_n=3, points_sum=52, winners=(10 + 3 + 0 + 2.5 + 4) / 4)
    holds(trees, others=(4 + 12 + 10) / 3, difference=((10 - 4) + (3 - 12) + (0 - 10)) / 3)
    total = row(analysis, "rows", row="total")
    holds(total, winners=(50 + 60 + 60 + 50) / 4, others=100 / 3, difference=(10 + 30 + 30) / 3)
    shares = [10 / 50, 3 / 60, 0, 0.5 * 5 / 50 + 0.5 * 8 / 50]
    holds(trees, share_winners=sum(shares) / 4, share_others=(4 / 40 + 12 / 30 + 10 / 30) / 3)


def test_archetypes(analysis: Analysis) -> None:
    # 1.1 trees; 1.2 mountains; 2.1 several + animals (30 of 50); 2.2 fields; 3.1 trees; 3.2 several (fields and
    # buildings); 4.1 several (trees and mountains); 4.2 fields (30 of 60 is not more than half).
    table = analysis.tables["archetypes"].set_index("archetype")
    assert table["n"].to_dict() == {"trees": 2, "mountains": 1, "fields": 2, "several": 2, "several + animals": 1}
    holds(table.loc["fields"], wins=1.5, win_share=0.75, win_share_expected=0.5, win_points=1.5, total=55)
    holds(table.loc["several"], wins=1, win_share=0.5, total=45, total_sum=90)
    assert table.loc["mountains", "certainty"] == "few"


def test_plackett_luce_worths_by_hand() -> None:
    tables = hand_made()
    seats = tables["seats"]
    # Fields against trees, ignoring all else: fields win three of four.
    for number, (one, other) in enumerate([("fields", "trees")] * 3 + [("trees", "fields")]):
        for seat, leading in ((1, one), (2, other)):
            at = (seats["game"] == number + 1) & (seats["seat"] == seat)
            seats.loc[at, ["trees", "mountains", "fields", "buildings", "water", "animals"]] = 0
            seats.loc[at, leading] = 20
            seats.loc[at, ["rank", "win_share", "total"]] = [seat, 2 - seat, 20]
    table = analyse(tables, limits=Limits(1, 2)).tables["archetypes"].set_index("archetype")
    holds(table.loc["fields"], log_worth=log(3) / 2)
    holds(table.loc["trees"], log_worth=-log(3) / 2)


def test_seats(analysis: Analysis) -> None:
    first, second = (row(analysis, "seats", seat=seat) for seat in (1, 2))
    holds(first, n=4, wins=1.5, win_share=1.5 / 4, win_share_expected=0.5, win_points=0.75, total=40, total_sum=160)
    holds(second, n=4, wins=2.5, win_points=1.25, total=52.5, points_over_game_mean=(-5 + 0 + 15 + 15) / 4)
    assert (first["place"], second["place"]) == (2, 1)


def test_colours(analysis: Analysis) -> None:
    # In each of the 16 turns 3 W, 3 F, 2 L, 2 H ... are on five spaces; the first seats take W, the second F.
    blue, yellow, red = (row(analysis, "colours", letter=letter) for letter in "WFH")
    holds(blue, n=8, offered=48, taken=24, take_rate=0.5, take_rate_expected=0.2, taken_over_expected=2.5)
    holds(yellow, offered=48, taken=24, taken_over_expected=2.5)
    holds(red, offered=32, taken=0, taken_over_expected=0)
    # Winners 1.1 (6 W), 3.2 (none), 4.2 (none), halves of 2.1 (6) and 2.2 (none); others 1.2, 3.1 (6), 4.1 (6).
    holds(blue, winners=(6 + 3) / 4, others=12 / 3, winners_difference=(6 - 6 - 6) / 3)


def test_tempo(analysis: Analysis) -> None:
    score = analysis.tables["tempo"]
    half = score[score["round"] == 1].iloc[0]
    holds(half, n=3, winners=(25 + 30 + 30 + 25) / 4, others=(20 + 15 + 15) / 3)
    first = row(analysis, "tempo", measure="first card")
    # First cards: 1.1 1, 1.2 1, 2.1 1, 2.2 1, 3.1 3, 3.2 1, 4.1 2, 4.2 1.
    holds(first, n=3, winners=1, others=(1 + 3 + 2) / 3, difference=(0 - 2 - 1) / 3)
    # First completed: 1.1 3, 1.2 4, 2.1 2, 2.2 2, 3.1 and 3.2 never, 4.1 4, 4.2 2.
    done = row(analysis, "tempo", measure="first completed card")
    holds(done, n=2, winners_n=3, winners=(3 + 2 + 2) / 3, others=4, difference=(3 - 4 + 2 - 4) / 2)


def test_players(analysis: Analysis) -> None:
    ann = row(analysis, "players", player="ann")
    holds(ann, n=3, wins=2, win_share=2 / 3, win_share_expected=0.5, win_points=4 / 3, total=140 / 3, total_sum=140)
    assert ann["name"] == "Ann"
    cid = row(analysis, "players", player="cid")
    holds(cid, n=2, wins=0.5, total=40)


def test_head_to_head(analysis: Analysis) -> None:
    # Ann beat bob by 10 and lost to him by 30.
    holds(row(analysis, "head_to_head", player="ann", opponent="bob"), n=2, beaten=1, beaten_share=0.5, margin=-10)
    holds(row(analysis, "head_to_head", player="bob", opponent="cid"), n=1, beaten=0.5, margin=0)
    assert len(analysis.tables["head_to_head"]) == 6


def test_solo(analysis: Analysis) -> None:
    group, landscape = (row(analysis, "solo", spirit_kind=kind) for kind in ("group", "landscape"))
    holds(group, n=1, suns=4, total=80, best_total=80, suns_4=1)
    holds(landscape, n=1, suns=4, total=90, total_sum=90)
    holds(row(analysis, "solo_cards", card="falcon"), taken=2, points=20, completed=2, points_per_turn_held=40 / 5)


def test_ends(analysis: Analysis) -> None:
    # The first seats fill their boards in the second round: 1.1 won (2), 2.1 shared (1), 3.1 and 4.1 lost.
    own, others = (row(analysis, "ends", seats=seats) for seats in ("triggered it", "the other seats"))
    holds(own, end="few empty spaces", n=4, share_of_games=1, win_points=3 / 4, total=40)
    holds(others, n=4, win_points=5 / 4)


def test_cards_by_round_taken_and_archetype(analysis: Analysis) -> None:
    holds(row(analysis, "card_groups", card="falcon", by="round taken", group="1"), taken=2, points=15, win_points=2)
    holds(row(analysis, "card_groups", card="falcon", by="archetype", group="trees"), taken=2, points=10, win_points=1)
    holds(row(analysis, "card_groups", card="falcon", by="players", group="2"), taken=4, points=12)


def test_share_of_the_margin(analysis: Analysis) -> None:
    # Half differences within games, trees and total: (3, 5), (-1.5, 0), (4.5, -15), (5, -15).
    trees = row(analysis, "rows", row="trees")
    total = 5**2 + 15**2 + 15**2
    holds(trees, margin_share=(3 * 5 - 4.5 * 15 - 5 * 15) / total)
    assert analysis.tables["rows"]["margin_share"].sum() == pytest.approx(1)
    assert analysis.tables["rows"]["margin_share_shuffled"].sum() == pytest.approx(1)


def test_totals_and_spaces(analysis: Analysis) -> None:
    totals = analysis.tables["totals"].set_index("total")
    assert totals["winners"].to_dict() == {30: 0, 40: 0, 50: 3, 60: 2}
    assert totals["others"].to_dict() == {30: 2, 40: 1, 50: 0, 60: 0}
    spaces = analysis.tables["spaces"].query("side == 'A'").set_index("space")
    assert (spaces["n"] == 8).all()
    assert spaces.loc["a3", "empty"] == 8
    assert spaces.loc["b2", "H"] == 8  # TH shows red
    assert spaces.loc["e5", "M"] == 8
