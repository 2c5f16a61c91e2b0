"""Interviews: answers from recorded positions give those positions, and every mistake is reported at once."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from harmonies_cli.errors import UsageError
from harmonies_cli.interview.interview import COMMANDS, Interview, tell
from harmonies_cli.interview.position_draft import COMPLETED
from harmonies_cli.interview.question import Draft, Given, draft_path, read_draft
from harmonies_cli.records.assess import assess
from harmonies_cli.records.files.documents import Document
from harmonies_cli.records.outcome import AssessOptions, VerifiedRecord
from harmonies_cli.records.reader import ReadOptions, read_document
from harmonies_cli.report.terminal import PLAIN_FILE, Terminal
from harmonies_cli.rules.board.cards import CARDS, card_index
from tests.interview.answers import answers_for
from tests.interview.transcript import FOLDER, Speaker, dialogue, stored_texts

SAMPLES = Path(__file__).parents[2] / "samples"
DATA = Path(__file__).parents[1] / "data"


def assessed(record: dict[str, Any]) -> VerifiedRecord:
    document = Document("", None, json.dumps(record).encode())
    return assess(read_document(document, ReadOptions()), AssessOptions())


def legal_positions() -> list[Any]:
    files = [*SAMPLES.glob("*.json"), *SAMPLES.glob("positions/*.json"), *DATA.glob("positions/*.json")]
    found = []
    for path in sorted(files):
        content = json.loads(path.read_text())
        for number, case in enumerate(content if isinstance(content, list) else [content]):
            record = case.get("record", case)
            has_boards = all("board" in player for player in record.get("players", ()))
            if record.get("format") == "harmonies-position" and has_boards and assessed(record).verdict == "legal":
                found.append(pytest.param(record, id=f"{path.stem}-{number}"))
    return found


def taken(interview: Interview, answers: list[str]) -> list[str]:
    """Answer, and return the codes of the problems with the last answer."""
    for text in answers[:-1]:
        assert not interview.answer(text), text
    return [problem.code for problem in interview.answer(answers[-1])]


def at_cards(*columns: str, spirits: bool = False) -> Interview:
    interview = Interview(Given(side="A", names=["Ann"], players=1, solo=True, spirits=spirits))
    board = columns or ("W W W W W", "L L L .", "MMM MMM . . .", "TTL . . .", ". . . . .")
    assert taken(interview, list(board)) == []
    return interview


@pytest.mark.parametrize("record", legal_positions())
def test_a_recorded_position_can_be_answered(record: dict[str, Any]) -> None:
    interview = Interview(Given())
    assert taken(interview, list(answers_for(record))) == []
    assert interview.question is None
    made = interview.record
    assert made is not None
    before, after = assessed(record), assessed(made)
    assert after.verdict == "legal"
    for one, other in zip(before.players, after.players, strict=True):
        assert msgspec.structs.replace(one, name="") == msgspec.structs.replace(other, name="")


def test_interviews_say_what_is_stored() -> None:
    stored = {file.name: file.read_text(encoding="utf-8") for file in FOLDER.iterdir()}
    assert stored_texts() == stored, "python -m tests.regenerate_interviews rewrites it"


def test_a_dialogue_ends_when_all_is_known_or_somebody_quits() -> None:
    assert dialogue(PLAIN_FILE)[0]
    assert dialogue(PLAIN_FILE, ["A", "quit"])[0] is False
    with pytest.raises(EOFError):
        dialogue(PLAIN_FILE, ["A"])


def test_what_is_told_is_at_most_80_columns_wide() -> None:
    speaker = Speaker(Terminal(200))
    tell("x" * 70 + " 8901234 x", speaker)
    assert speaker.lines == ["  " + "x" * 70 + " 8901234", "  x"]


def test_commands_that_are_completed_are_those_that_the_dialogue_knows() -> None:
    assert COMMANDS == ("back", "quit", "help", "keep")


def test_there_are_enough_recorded_positions() -> None:
    assert len(legal_positions()) > 10


@pytest.mark.parametrize(
    ("answers", "code"),
    [
        (["C"], "schema"),
        ([""], "schema"),
        (["A", "5"], "schema"),
        (["A", "2", "perhaps"], "schema"),
        (["A", "2", "no", ""], "schema"),
        (["A", "2", "no", '""'], "schema"),
        (["A", "2", "no", "Ann", "W W W W"], "column-length"),
        (["A", "2", "no", "Ann", "WWWWW"], "column-length"),
        (["A", "2", "no", "Ann", "W W W W LT"], "stack-impossible"),
        (["A", "2", "no", "Ann", "B B B B B"], "stack-impossible"),
        (["a", "2", "n", "Ann", "HH HH HH HH HH", "HH HH . ."], None),
        (["a", "2", "n", "Ann", "HH HH HH HH HH", "HH HH HH HH"], "tokens-over-box"),
    ],
)
def test_a_mistake_is_reported_at_once(answers: list[str], code: str | None) -> None:
    assert taken(Interview(Given()), answers) == ([code] if code else [])


@pytest.mark.parametrize(
    ("answers", "code"),
    [
        (["falcn 1"], "card-unknown"),
        (["fox 1"], "card-ambiguous"),
        (["falcon"], "cubes-range"),
        (["falcon 3"], "cubes-range"),
        (["falcon -1"], "cubes-range"),
        (["falcon 2", "Faucon 1"], "card-twice"),
        (["falcon 2", "falcon 2"], "card-twice"),
        (["otter 0", "frog 0", "duck 0", "ray 0", "fish 0"], "card-limit"),
        (["macaque 1"], "cubes-misplaced"),
        (["lion 0"], "spirit-not-allowed"),
        (["falcon 2", "unknown"], "card-unknown"),
        (["falcon 2", "", "c1"], "cubes-count"),
        (["falcon 2", "", "c1 e1"], "cubes-misplaced"),
        (["falcon 2", "", "c1 z9"], "no-such-space"),
        (["falcon 2", "", "C1 c2", "many"], "schema"),
        (["falcon 2", "", "C1 c2", "1"], "score-mismatch"),
        (["unknown", "12345"], "schema"),
    ],
)
def test_a_mistake_with_cards_cubes_and_score_is_reported_at_once(answers: list[str], code: str) -> None:
    assert code in taken(at_cards(), answers)


def test_cards_are_taken_in_one_line() -> None:
    interview = at_cards()
    assert taken(interview, ["Faucon 2, otter 0 Grenouille 0"]) == []
    assert interview.question is not None
    for understood in ("falcon, 2 of 2 cubes, 11 points", "otter, 0 of 3", "frog, 0 of 5"):
        assert understood in interview.question.note


def test_every_mistake_of_a_line_is_reported() -> None:
    assert taken(at_cards(), ["falcn 1, otter, fox 1"]) == ["card-unknown", "cubes-range", "card-ambiguous"]


def test_two_spirits_are_refused() -> None:
    interview = at_cards("F F W W .", ". TTL . .", ". L . . .", ". . . .", ". . . . .", spirits=True)
    assert taken(interview, ["lion 0", "owl 0"]) == ["two-spirits"]


def test_a_card_at_another_player_is_refused() -> None:
    interview = Interview(Given(side="A", names=["Ann", "Ben"], players=2, spirits=False))
    empty = [". . . . .", ". . . .", ". . . . .", ". . . .", ". . . . ."]
    assert taken(interview, [*empty, "falcon 0", "", "", *empty, "Faucon 0"]) == ["card-twice"]


def test_back_goes_back_as_often_as_there_are_answers() -> None:
    interview = Interview(Given())
    answers = ["A", "1", "no", "no", "Ann", "F . . . ."]
    assert taken(interview, answers) == []
    prompts = []
    while interview.back():
        assert interview.question is not None
        prompts.append(interview.question.prompt)
    assert [prompt.split(",")[0] for prompt in prompts] == [
        "Ann",
        "Name of player 1",
        "Played with Nature's Spirit cards (yes/no)",
        "A solo game (yes/no)",
        "How many players (1/2/3/4)",
        "Side of the boards (A/B)",
    ]
    assert not interview.back()


def test_going_back_from_a_column_forgets_it() -> None:
    interview = Interview(Given(side="A", names=["Ann"], players=1, solo=True, spirits=False))
    assert taken(interview, ["HH HH HH HH HH", "HH HH HH HH"]) == ["tokens-over-box"]
    interview.back()
    assert taken(interview, [". . . . .", "HH HH HH HH"]) == []


def test_colour_words_are_written_as_letters() -> None:
    interview = at_cards("blue grey Yellow . ttl", ". . . .", ". . . . .", ". . . .", ". . . . .")
    assert taken(interview, ["", ""]) == []
    assert interview.record is not None
    assert interview.record["players"][0]["board"][0] == "W M F . TTL"


def test_a_score_that_disagrees_is_kept_only_if_the_user_insists() -> None:
    interview = at_cards()
    assert taken(interview, ["", "999"]) == ["score-mismatch"]
    assert not interview.answer("999", keep=True)
    assert interview.record is not None
    assert interview.record["players"][0]["score"] == 999


def test_a_score_that_was_kept_is_no_problem_of_the_next_player() -> None:
    interview = Interview(Given(side="A", names=["Ann", "Ben"], players=2, spirits=False))
    empty = [". . . . .", ". . . .", ". . . . .", ". . . .", ". . . . ."]
    assert taken(interview, [*empty, "", "7"]) == ["score-mismatch"]
    assert not interview.answer("7", keep=True)
    assert taken(interview, [*empty, "", "8"]) == ["score-mismatch"]


def test_places_of_cubes_need_not_be_known() -> None:
    interview = at_cards()
    assert taken(interview, ["falcon 2", "", "", ""]) == []
    assert interview.record is not None
    assert "cubes" not in interview.record["players"][0]


def test_nothing_else_can_be_kept() -> None:
    assert at_cards().answer("falcn 1", keep=True)


def test_a_draft_continues_where_it_was_left(tmp_path: Path) -> None:
    interview = at_cards()
    assert taken(interview, ["falcon 2"]) == []
    path = draft_path(str(tmp_path / "game.json"))
    assert path.name == "game.json.draft"
    path.write_bytes(Draft(interview.given, interview.answers).to_bytes())
    assert path.read_text().startswith('{\n "format": "harmonies-draft",\n "given": {')
    assert path.read_text().endswith("}\n")
    draft = read_draft(path)
    assert draft is not None
    again = Interview(draft.given)
    again.resume(draft.answers)
    assert again.answers == interview.answers
    assert again.question is not None
    assert again.question.prompt == "Ann, next card (empty: done)"


def test_a_draft_with_a_wrong_answer_is_taken_up_to_there() -> None:
    interview = Interview(Given())
    interview.resume(["A", "2", "no", "Ann", "W W W", "W W W W"])
    assert interview.answers == ["A", "2", "no", "Ann"]
    interview.resume(["Q"])
    assert len(interview.answers) == 4


def test_a_draft_that_says_more_than_is_asked_is_taken_to_the_end() -> None:
    interview = at_cards()
    assert taken(interview, ["", "999"]) == ["score-mismatch"]
    assert not interview.answer("999", keep=True)
    again = Interview(interview.given)
    again.resume([*interview.answers, "more"])
    assert (again.question, again.answers) == (None, interview.answers)
    assert again.record == interview.record


def test_a_file_that_is_not_a_draft_is_reported(tmp_path: Path) -> None:
    assert read_draft(tmp_path / "none") is None
    no_utf_8 = b'{"format": "harmonies-draft", "given": {}, "answers": ["\xff"]}'
    for content in (b"", b"{}", b"\xff", b'{"format": "harmonies-position"}', no_utf_8):
        (tmp_path / "x.draft").write_bytes(content)
        with pytest.raises(UsageError) as error:
            read_draft(tmp_path / "x.draft")
        assert str(error.value).startswith(f'the draft "{tmp_path}/x.draft" cannot be read (')
        assert str(error.value).endswith("): give --fresh to start over")
        assert "()" not in str(error.value)
    with pytest.raises(UsageError, match=r"cannot be read \(.*Is a directory"):
        read_draft(tmp_path)


WORDS = [
    "a",
    "B",
    "1",
    "2",
    "yes",
    "n",
    "Ann",
    "W W W W W",
    "L L L L",
    ". . .",
    "frog 1",
    "lion 0",
    "fox",
    "23 2",
    "a1 b2",
    "",
]


@given(st.lists(st.sampled_from(WORDS) | st.text(max_size=12), max_size=40))
@settings(deadline=None)
def test_any_answer_is_accepted_or_its_fault_reported(texts: list[str]) -> None:
    interview = Interview(Given())
    for text in texts:
        if interview.question is None:
            break
        before = list(interview.answers)
        problems = interview.answer(text)
        assert interview.answers == (before if problems else [*before, text])
        assert all(problem.message for problem in problems)
    if interview.record is not None:
        assert assessed(interview.record).verdict == "legal"


def test_completion_does_not_stop_within_a_name() -> None:
    """One card is called fennec and fennec-fox: completion must not stop at the shorter of its names."""
    for card in CARDS:
        names = [name for name in COMPLETED if CARDS[card_index(name)] is card]
        assert card.id in names
        assert all(
            one == card.id or not any(other != one and other.startswith(one) for other in names) for one in names
        )
