from __future__ import annotations

import base64
import hashlib
import re
from functools import cache
from html.parser import HTMLParser

import pytest
from msgspec.structs import replace

from harmonies_cli.records.files.documents import Document
from harmonies_cli.report.replay.replay_page import page
from tests.report.replay.games import HOSTILE, record, small
from tests.report.replay.reviews import small_review
from tests.report.replay.stored import RECORDED, documents, replay_named, replayed

NAMES = [name for name, _ in documents()]
TURNS = record()["turns"]
VOID = {"meta", "input"}


class Page(HTMLParser):
    """A page as it is written: every element must close in order, and every id must be unique."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def ids(self) -> list[str]:
        return [attrs["id"] or "" for _, attrs in self.tags if "id" in attrs]

    def tagged(self, wanted: str) -> list[dict[str, str | None]]:
        return [attrs for tag, attrs in self.tags if tag == wanted]


def screens(text: str) -> list[str | None]:
    """Return the ids of a page's screens."""
    return [attrs["id"] for attrs in Page(text).tagged("section") if "screen" in (attrs["class"] or "")]


@cache
def page_named(name: str) -> str:
    """Return the page of a record with a stored transcript."""
    return page(replay_named(name))


@pytest.mark.parametrize("name", NAMES)
def test_page_is_well_formed(name: str) -> None:
    read = Page(page_named(name))
    assert read.open == []
    assert len(set(read.ids())) == len(read.ids())
    labels = [attrs["aria-labelledby"] for _, attrs in read.tags if "aria-labelledby" in attrs]
    assert set(labels) <= set(read.ids())


@pytest.mark.parametrize("name", NAMES)
def test_page_has_a_screen_for_the_start_each_turn_and_the_end(name: str) -> None:
    turns = len(replay_named(name).steps)
    assert screens(page_named(name)) == ["start", *(f"turn-{number}" for number in range(1, turns + 1)), "end"]


@pytest.mark.parametrize("name", NAMES)
def test_page_needs_nothing_from_elsewhere(name: str) -> None:
    read = Page(page_named(name))
    assert not any({"src", "srcset"} & attrs.keys() for _, attrs in read.tags)
    inner = {attrs["href"] for _, attrs in read.tags if "href" in attrs}
    assert {address for address in inner if not address or not address.startswith("#")} == set()
    assert {address[1:] for address in inner if address} <= set(read.ids())
    addresses = set(re.findall(r"https?://[^\"' <]+", page_named(name)))
    assert addresses <= {"http://www.w3.org/2000/svg"}


def test_only_the_pages_own_script_may_run() -> None:
    text = page_named("illegal")
    script = text.partition("<script>")[2].partition("</script>")[0]
    digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    policy = next(attrs["content"] for attrs in Page(text).tagged("meta") if "http-equiv" in attrs)
    assert policy == f"default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-{digest}'"


@pytest.mark.parametrize("name", ["4p_A_nospirits-12", "4p_B_spirits-14"])
def test_page_of_four_players_and_36_turns_stays_small(name: str) -> None:
    path = RECORDED / f"{name}.json"
    replay = replayed(Document(path.name, None, path.read_bytes()))
    assert len(replay.steps) == 36
    assert len(page(replay).encode()) < 2_000_000


def test_turn_shows_actions_refill_and_scores() -> None:
    turn = page(small()).partition('id="turn-1"')[2].partition("</section>")[0]
    for part in (
        '<p class="note">first</p>',
        '<li class="played">places a cube of the frog on c2</li>',
        '<li class="played">takes the frog card <span class="note">green</span></li>',
        "<p>Refill of the central board: MMH on 3.</p>",
        "<b>frog</b>",
        "<span>1 of 5 cubes</span>",
        "<td>4</td><td>+4</td>",
        "c2: blue; cube (frog)",
        "Board of Ann after turn 1",
    ):
        assert part in turn


def test_row_and_hand_show_the_habitats_with_their_ladders() -> None:
    text = page(small())
    turn = text.partition('id="turn-1"')[2].partition("</section>")[0]
    frog = '<use href="#habitat-frog"/></svg><b>frog</b>'
    assert turn.count(frog) == 2  # in the row, and among the player's cards
    assert '<li class="reached">2</li><li>4</li><li>6</li><li>10</li><li>15</li></ol>' in turn
    assert text.count('<symbol id="habitat-frog"') == 1


def test_taken_space_and_card_are_marked() -> None:
    turn = page(small()).partition('id="turn-1"')[2].partition("</section>")[0]
    taken = turn.partition('<li class="taken"><span class="number">')[2]
    assert taken.startswith("3</span>")
    assert (
        turn.partition('<ul class="tiles">')[2]
        .partition('<li class="taken">')[2]
        .strip()
        .startswith('<svg class="habitat" aria-hidden="true" focusable="false"><use href="#habitat-frog"/>')
    )


def test_open_habitats_are_on_the_board_and_beside_the_card() -> None:
    take = {"player": 1, "actions": TURNS[0]["actions"][:4] + TURNS[0]["actions"][5:], "refill": TURNS[0]["refill"]}
    turn = page(small(turns=[take])).partition('id="turn-1"')[2].partition("</section>")[0]
    assert "c2: blue; water 0 (river of 1); open for a cube (frog); new" in turn
    assert '<p class="now">cube fits now: c2</p>' in turn
    assert "c2: blue; cube (frog)" not in turn


def test_table_behind_the_charts_has_the_totals_of_every_turn() -> None:
    replay = replay_named("3p_A_spirits-11")
    table = page_named("3p_A_spirits-11").partition('<table class="numbers">')[2].partition("</table>")[0]
    points = [int(text) for text in re.findall(r'<td class="points">(\d+)</td>', table)]
    assert points == [sheet.total for sheets in (replay.sheets, *(s.sheets for s in replay.steps)) for sheet in sheets]
    chances = re.findall(r'<td class="chance">([^<]*)</td>', table)
    assert chances[:3] == ["unknown"] * 3
    assert sorted(chances[-3:]) == ["0 %", "0 %", "100 %"]


def test_every_turn_has_a_small_board_that_links_to_it() -> None:
    boards = page_named("4p_B_spirits-15").partition('class="multiples"')[2]
    assert re.findall(r'<a href="#turn-(\d+)"', boards) == [
        str(turn) for player in range(1, 5) for turn in range(player, 37, 4)
    ]


def test_review_is_beside_the_turn_it_blames() -> None:
    text = page(small(), review=small_review())
    read = Page(text)
    assert read.open == []
    blamed, sound = (text.partition(f'id="turn-{turn}"')[2].partition("</section>")[0] for turn in (1, 2))
    assert "<strong>Mistake: 8.2 points (± 1.3)</strong> <span>tokens 8.0, card 0.2; luck -1.5</span>" in blamed
    assert "as played: expected to end at 90.0 points" in blamed
    assert "Better: expected to end at 98.2 points" in blamed
    assert "Better board for turn 1" in blamed
    assert "<li>takes WTF from central space 1</li>" in blamed
    assert "No turn is clearly better" in sound
    assert "The choice of the card is not judged." in sound
    assert "Better" not in sound
    assert 'id="chart-expected"' in text
    assert text.count('class="mark mistake player-1"') == 1
    for part in ("<li>a note on the game</li>", "1. <bdi>Ann</bdi>: Cards without a cube: frog.", "<td>55</td>"):
        assert part in text


def test_review_gives_the_best_turn_now() -> None:
    coming = replace(small_review().turns[0], played=None, turn=3)
    assert "Best turn now, for <bdi>Ann</bdi>" in page(small(), review=small_review(next=coming))
    assert "Best turn now" not in page(small(), review=small_review())


def test_review_says_who_is_ahead_of_whom_and_why() -> None:
    ann, ben = small_review().players
    ann = replace(ann, margin=12.04, margin_quality=9.0, margin_luck=-1.0, margin_rest=4.04)
    ben = replace(ben, margin=-12.04, margin_quality=-9.0, margin_luck=1.0, margin_rest=-4.04)
    text = page(small(), review=small_review(players=(ann, ben)))
    assert "12.0 points ahead of the other player: quality +9.0, luck -1.0, rest +4.0." in text
    assert "12.0 points behind the other player: quality -9.0, luck +1.0, rest -4.0." in text


def test_new_spaces_are_framed() -> None:
    assert page(small()).count("; new</title>") == 5


def test_fault_is_reported_with_what_was_allowed_and_marked() -> None:
    turn = page_named("illegal").partition('id="turn-6"')[2].partition("</section>")[0]
    for part in (
        "<strong>stack-illegal</strong>",
        "<p>Allowed: gray (M) on a2,",
        '<li class="faulty">places gray (M) on d3 (not allowed)</li>',
        "(not played)</li>",
        "d3: stack-illegal",
        "Board of Ben at the fault in turn 6",
    ):
        assert part in turn


def test_only_the_turns_asked_for_are_there() -> None:
    assert screens(page(small(), turns=range(2, 3))) == ["turn-2", "end"]


def test_hostile_words_are_only_words() -> None:
    players = [{"name": HOSTILE, "notes": HOSTILE}, {"name": "Ben"}]
    turns = small().game.turns
    assert turns
    text = page(small(id=HOSTILE, notes=HOSTILE, players=players))
    read = Page(text)
    assert read.open == []
    assert len(read.tagged("script")) == 1
    assert not read.tagged("img")
    assert "\x1b" not in text
    assert "\u202e" not in text


def test_game_without_turns_still_is_a_page() -> None:
    assert screens(page(small(turns=[]))) == ["start", "end"]


@pytest.mark.parametrize("name", ["2p_A_spirits-06", "solo-side-a", "three-players-side-b", "x0448-unfinished"])
def test_page_names_cards_in_words(name: str) -> None:
    text = re.sub(r"<(style|script)>.*?</\1>|<[^>]*>", " ", page_named(name), flags=re.DOTALL)
    assert " fox" in text
    assert "-fox" not in text
