"""The rulings: every example has the engine's result, and every topic can be found."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from harmonies_cli.catalogue.explanations import Code, Example, codes, find_code, find_rulings, rulings, rulings_version
from harmonies_cli.errors import UsageError
from harmonies_cli.records.assess import assess
from harmonies_cli.records.files.documents import Document
from harmonies_cli.records.notation import Position, PositionPlayer
from harmonies_cli.records.outcome import AssessOptions
from harmonies_cli.records.position.assess_position import score_position
from harmonies_cli.records.reader import ReadOptions, read_document
from harmonies_cli.rules.board.sides import SIDES
from harmonies_cli.rules.board.tokens import STACKS, TOKENS
from harmonies_cli.rules.replay.faults import RULE_OF
from harmonies_cli.rules.scoring.game_end import suns
from harmonies_cli.rules.scoring.landscapes import RULE_SETS, RuleSet

EXAMPLES = [
    pytest.param(example, id=f"{ruling.topic}-{number}")
    for ruling in rulings()
    for number, example in enumerate(ruling.example)
]


@pytest.mark.parametrize("rules", RULE_SETS)
@pytest.mark.parametrize("example", EXAMPLES)
def test_an_example_scores_what_it_says(example: Example, rules: RuleSet) -> None:
    player = PositionPlayer(name="", board=example.board, cards={example.spirit: 1} if example.spirit else {})
    position = Position(version=1, side=example.side, players=[player])
    scored = score_position(position, rules, explain=False)
    assert not scored.problems
    assert getattr(scored.sheets[0], example.row) == (example.rulebook if rules == "rulebook" else example.bga)


def test_every_landscape_row_has_an_example() -> None:
    shown = {(example.row, example.side) for ruling in rulings() for example in ruling.example}
    landscapes = {("trees", "A"), ("mountains", "A"), ("fields", "A"), ("buildings", "A"), ("water", "A")}
    assert shown == {*landscapes, ("water", "B"), ("spirit", "A")}


def test_where_an_example_differs_the_ruling_says_what_each_rule_set_does() -> None:
    for ruling in rulings():
        assert (ruling.rulebook is None) == (ruling.bga is None)
        if any(example.rulebook != example.bga for example in ruling.example):
            assert ruling.under("rulebook")
            assert ruling.under("bga")


def test_topics_are_named_once_and_refer_to_each_other() -> None:
    topics = [ruling.topic for ruling in rulings()]
    assert len(topics) == len(set(topics))
    for ruling in rulings():
        assert set(ruling.see) <= set(topics) - {ruling.topic}
        assert ruling.text
    assert rulings_version() >= 1


def test_numbers_in_the_words_are_those_of_the_rules() -> None:
    tokens = " ".join(find_rulings("tokens")[0].text)
    for token in TOKENS:
        assert f"{token.in_box} {token.colour} ({token.letter}, {token.landscape})" in tokens
    assert f"{', '.join(sorted(STACKS[1:], key=STACKS.index))}." in " ".join(find_rulings("stacks")[0].text)
    steps = (40, 70, 90, 110, 130, 140, 150, 160)
    assert ", ".join(map(str, steps[:-1])) + " and 160" in " ".join(find_rulings("suns")[0].text)
    assert [suns(SIDES["B"], points, None) - 2 for points in steps] == list(range(1, 9))


@pytest.mark.parametrize(
    ("word", "topics"),
    [
        (" Rule sets ", ["rule-sets"]),
        ("water", ["rivers", "islands"]),
        ("River", ["rivers"]),
        ("spirit", ["spirits"]),
        ("tree", ["trees"]),
        ("wins", ["winner"]),
    ],
)
def test_a_topic_is_found_as_people_write_it(word: str, topics: list[str]) -> None:
    assert [ruling.topic for ruling in find_rulings(word)] == topics


@pytest.mark.parametrize(
    ("word", "said"),
    [("rivres", 'did you mean "rivers"'), ("pouch", "it is mentioned under"), ("xyz", "the topics are tokens, boards")],
)
def test_an_unknown_topic_is_reported_with_the_remedy(word: str, said: str) -> None:
    with pytest.raises(UsageError, match=said):
        find_rulings(word)


PACKAGE = Path(__file__).parents[2] / "harmonies_cli"
POSITION = {"format": "harmonies-position", "version": 1, "side": "A"}
GAME = {
    "format": "harmonies-game",
    "version": 1,
    "side": "A",
    "players": [{"name": "Ann"}, {"name": "Ben"}],
    "turns": [],
    "unfinished": True,
}
OF_POSITIONS = [
    "syntax",
    "duplicate-key",
    "schema",
    "card-unknown",
    "card-ambiguous",
    "card-twice",
    "column-length",
    "no-such-space",
    "stack-impossible",
    "cubes-range",
    "card-limit",
    "two-spirits",
    "spirit-not-allowed",
    "tokens-over-box",
    "cubes-misplaced",
    "cubes-count",
    "score-mismatch",
    "score-impossible",
    "log-incomplete",
    "play-unusable",
    "no-plays",
]


def record_of(code: Code) -> str | None:
    if code.example is None:
        return code.text
    members = json.loads(f"{{{code.example}}}")
    base = POSITION if "turns" not in members and code.of[0] in ("record", "position") else GAME
    return json.dumps(base | members)


def test_every_code_of_the_notation_is_explained_once() -> None:
    named = [code.code for code in codes()]
    assert len(named) == len(set(named))
    assert set(named) == {*OF_POSITIONS, *RULE_OF}


def test_every_code_is_in_the_notation_or_the_page_on_plays() -> None:
    text = "".join((PACKAGE.parent / "docs" / page).read_text(encoding="utf-8") for page in ("notation.md", "plays.md"))
    assert [code.code for code in codes() if f"`{code.code}`" not in text] == []


def test_no_problem_of_the_program_has_a_code_that_is_not_explained() -> None:
    source = "".join(path.read_text(encoding="utf-8") for path in PACKAGE.rglob("*.py"))
    used = {*re.findall(r'\bProblem\(\s*"([a-z-]+)"', source), *re.findall(r'\bcode="([a-z-]+)"', source)}
    assert len(used) > 10
    assert used <= {code.code for code in codes()}


@pytest.mark.parametrize("code", [param for param in codes() if param.case is None], ids=lambda code: code.code)
def test_the_example_has_the_fault_and_no_other(code: Code) -> None:
    text = record_of(code)
    assert text is not None
    found = assess(read_document(Document("example", None, text.encode()), ReadOptions()), AssessOptions())
    faults = [problem.code for problem in found.problems] + [violation.code for violation in found.violations]
    assert faults == [code.code]


def test_only_a_fault_that_needs_a_long_game_or_a_log_has_a_case_in_words() -> None:
    cases = {code.code for code in codes() if code.case}
    assert cases == {
        "game-over",
        "log-incomplete",
        "play-unusable",
        "no-plays",
        "card-no-cube",
        "pouch-overdrawn",
        "result-mismatch",
        "site-differs",
        "site-disagrees",
    }


@pytest.mark.parametrize("code", codes(), ids=lambda code: code.code)
def test_every_code_has_its_words(code: Code) -> None:
    assert code.meaning.endswith(".")
    assert code.remedy.endswith(".")
    assert set(code.of) <= {"record", "position", "game", "site", "plays"}
    assert code.of
    assert sum(part is not None for part in (code.example, code.text, code.case)) == 1
    assert set(code.see) <= {ruling.topic for ruling in rulings()}


def test_a_code_is_found_in_any_case_and_a_mistyped_one_is_reported() -> None:
    assert find_code("Stack-Illegal").code == "stack-illegal"
    with pytest.raises(UsageError, match='did you mean "stack-illegal"'):
        find_code("stack-ilegal")
    with pytest.raises(UsageError, match="the codes are syntax, duplicate-key"):
        find_code("qqq")
