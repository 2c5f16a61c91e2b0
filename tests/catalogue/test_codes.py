"""What the codes mean: complete, and each example has its fault."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from harmonies_cli.catalogue.codes import Code, codes, find_code
from harmonies_cli.catalogue.rulings import rulings
from harmonies_cli.errors import UsageError
from harmonies_cli.records.assess import assess
from harmonies_cli.records.files.documents import Document
from harmonies_cli.records.outcome import AssessOptions
from harmonies_cli.records.reader import ReadOptions, read_document
from harmonies_cli.rules.replay.faults import RULE_OF

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


def test_only_what_needs_a_long_game_or_a_log_is_told_as_a_case() -> None:
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


def test_a_code_is_found_in_any_case_and_a_mistyped_one_is_told() -> None:
    assert find_code("Stack-Illegal").code == "stack-illegal"
    with pytest.raises(UsageError, match='did you mean "stack-illegal"'):
        find_code("stack-ilegal")
    with pytest.raises(UsageError, match="the codes are syntax, duplicate-key"):
        find_code("qqq")
