"""``harmonies rules`` and ``harmonies verify --explain``."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from harmonies_cli.catalogue.explanations import codes, rulings
from tests.cli.command import run

WIDTHS = [40, 80, 120]


def test_the_topics_are_listed() -> None:
    out = run("rules").out
    assert "rivers     Water on side A: the river\n" in out
    assert len([line for line in out.splitlines() if line]) == len(rulings()) + 1


def test_a_ruling_says_what_the_two_rule_sets_do() -> None:
    out = run("rules", "Rivers").out
    assert "rulebook  Only the shortest path counts" in out
    assert "bga       A closed loop of water counts" in out
    assert "A ring of six: water 8 (rulebook), 15 (bga).\n     a   b   c   d   e\n  1  .       .       .\n" in out
    assert out.endswith("See also: islands, rule-sets.\n")


@pytest.mark.parametrize("columns", WIDTHS)
def test_rulings_fit_the_terminal_and_are_ascii(columns: int) -> None:
    out = run("rules", "--all", environ={"COLUMNS": str(columns), "LC_ALL": "C"}).out
    assert out.isascii()
    assert max(map(len, out.splitlines())) <= columns
    assert all(ruling.title in " ".join(out.split()) for ruling in rulings())


def test_rulings_for_programs_and_pages() -> None:
    found = json.loads(run("rules", "--format", "json").out)["rulings"]
    assert [ruling["topic"] for ruling in found] == [ruling.topic for ruling in rulings()]
    assert len(json.loads(run("rules", "winner", "--format", "json").out)["rulings"]) == 1
    assert run("rules", "--format", "markdown").out.count("\n## ") == len(rulings()) - 1


def test_an_unknown_topic_is_reported_with_its_remedy() -> None:
    ran = run("rules", "rivres")
    assert (ran.status, ran.out) == (2, "")
    assert 'did you mean "rivers"?' in ran.err


def test_a_word_in_several_titles_shows_their_rulings() -> None:
    ran = run("rules", "water")
    assert (ran.status, ran.err) == (0, "")
    assert "Water on side A: the river" in ran.out
    assert "Water on side B: the islands" in ran.out


@pytest.mark.parametrize(("word", "topics"), [("closed loop", "rivers\n"), ("tie", "winner,")])
def test_a_word_that_is_not_a_topic_leads_to_topics_that_mention_it(word: str, topics: str) -> None:
    ran = run("rules", word)
    assert ran.status == 2
    assert f"there is no ruling on {word!r}: it is mentioned under {topics}" in ran.err


@pytest.mark.parametrize("columns", WIDTHS)
@pytest.mark.parametrize("code", [code.code for code in codes()])
def test_codes_are_explained_within_the_terminal(code: str, columns: int) -> None:
    ran = run("verify", "--explain", code, environ={"COLUMNS": str(columns), "LC_ALL": "C"})
    assert ran.status == 0
    assert ran.out.startswith(f"{code}\n  is       a ")
    assert "  remedy   " in ran.out
    assert ran.out.isascii()
    assert max(map(len, ran.out.splitlines())) <= columns


def test_an_unknown_code_is_reported_with_its_remedy() -> None:
    ran = run("verify", "--explain", "stack-ilegal")
    assert (ran.status, ran.out) == (2, "")
    assert 'did you mean "stack-illegal"?' in ran.err


def test_an_explanation_is_written_in_the_format_asked_for(tmp_path: Path) -> None:
    text = run("verify", "--explain", "card-limit").out
    (code,) = json.loads(run("verify", "--format", "json", "--explain", "card-limit").out)["codes"]
    assert code["code"] == "card-limit"
    assert {"meaning", "remedy", "example", "see"} <= set(code)
    line = run("verify", "--explain", "card-limit", "--format", "jsonl").out
    assert line.count("\n") == 1
    assert json.loads(line) == code
    for name in ("code.json", "code.txt"):
        ran = run("verify", "--explain", "card-limit", "-o", tmp_path / name)
        assert (ran.status, ran.out) == (0, "")
    assert json.loads((tmp_path / "code.json").read_text()) == {"codes": [code]}
    assert (tmp_path / "code.txt").read_text() == text


def test_verify_still_needs_a_file() -> None:
    ran = run("verify")
    assert ran.status == 2
    assert "Missing argument 'FILE...'" in ran.err
