"""``harmonies new``: records to fill in, and ``--ask``, through a pipe and on a terminal."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from harmonies_cli.records.schema.validation import schema_file
from tests.cli.command import ROOT, Ran, run, within
from tests.cli.pseudo_terminal import PseudoTerminal, on_terminal
from tests.interview.answers import answers_for

EXAMPLE = json.loads((ROOT / "samples" / "rulebook-example.json").read_text())
ANSWERS = list(answers_for(EXAMPLE))


@pytest.fixture
def folder(tmp_path: Path) -> Iterator[Path]:
    with within(tmp_path):
        yield tmp_path


def ask(*answers: str, args: tuple[str, ...] = ()) -> Ran:
    return run("new", "--ask", *args, stdin="".join(f"{answer}\n" for answer in answers).encode())


@pytest.mark.parametrize("kind", ["position", "game"])
@pytest.mark.parametrize(
    "options",
    [
        [],
        ["--side", "b"],
        ["--players", "4"],
        ["--name", "Ann", "--name", "Ben"],
        ["--solo", "--spirits"],
        ["--no-spirits"],
    ],
)
def test_a_record_to_fill_in_is_legal(kind: str, options: list[str], folder: Path) -> None:
    made = run("new", "--kind", kind, *options, "-o", "game.json")
    command = "score" if kind == "position" else "verify"
    assert made == Ran(0, "", f"Wrote game.json: fill it in, then harmonies {command} game.json\n")
    verified = run("verify", "--format", "jsonl", "game.json").lines[0]
    assert verified["verdict"] == "legal"
    assert verified["kind"] == kind
    assert verified["side"] == ("B" if "b" in options else "A")
    names = ["Ann", "Ben"] if "Ann" in options else [f"Player {n + 1}" for n in range(len(verified["players"]))]
    assert [player["name"] for player in verified["players"]] == names
    assert len(names) == (4 if "4" in options else 1 if "--solo" in options else 2)


def test_a_blank_sheet_is_not_a_result_until_it_is_filled_in(folder: Path) -> None:
    made = run("new", "--sheet", "-o", "sheet.json")
    assert made.err == 'Wrote sheet.json: fill it in, remove "unfinished", then harmonies score sheet.json\n'
    assert "not final" in run("score", "sheet.json").out


def test_a_sheet_asked_for_is_scored_and_saved(folder: Path) -> None:
    ran = ask("A", "2", "yes", "Ann", "4 10 10 10 19 63 12", "", "Ben", "", "97", args=("--sheet", "-o", "sheet.json"))
    assert (ran.status, "128" in ran.out, "Saved as sheet.json." in ran.err) == (0, True, True)
    assert [player["score"]["total"] for player in json.loads((folder / "sheet.json").read_text())["players"]] == [
        128,
        97,
    ]


def test_the_draft_of_a_sheet_continues_as_a_sheet(folder: Path) -> None:
    ask("A", "1", "no", "yes", "Ann", "quit", args=("--sheet", "-o", "sheet.json"))
    ran = ask("4 10 10 10 19 63 12", "", args=("-o", "sheet.json"))
    assert (ran.status, "128" in ran.out) == (0, True)


def test_the_layout_shows_the_columns_and_names_a_schema_that_is_there() -> None:
    made = run("new", "--name", "Zoë")
    record = json.loads(made.out)
    assert Path(record["$schema"].removeprefix("file://")).is_file()
    assert '      "name": "Zoë",\n      "board": [\n        ". . . . .",\n        ". . . .",\n' in made.out


def test_a_schema_in_the_folder_or_above_is_named_for_all_who_have_the_folder(folder: Path) -> None:
    (folder / "schemas").mkdir()
    for kind in ("position", "game"):
        shutil.copy(schema_file(kind), folder / "schemas")
    (folder / "records" / "may").mkdir(parents=True)
    for kind in ("position", "game"):
        run("new", "--kind", kind, "-o", f"{kind}.json")
        run("new", "--kind", kind, "-o", f"records/may/{kind}.json")
        assert json.loads((folder / f"{kind}.json").read_text())["$schema"] == f"schemas/{kind}.schema.json"
        address = json.loads((folder / "records" / "may" / f"{kind}.json").read_text())["$schema"]
        assert address == f"../../schemas/{kind}.schema.json"
    ask(*ANSWERS, args=("-o", "asked.json"))
    assert json.loads((folder / "asked.json").read_text())["$schema"] == "schemas/position.schema.json"


@pytest.mark.parametrize(
    ("args", "words"),
    [
        (["--name", ""], "a name is empty"),
        (["--players", "1", "--name", "A", "--name", "B"], "2 names are given, but there is one player"),
        (["--solo", "--players", "2"], "a solo game has one player"),
        ([f"--name={name}" for name in "ABCDE"], "5 names are given, but at most 4 can play"),
        (["--fresh"], "--fresh works only with --ask"),
        (["--ask", "--kind", "game"], "--ask asks for final boards"),
        (["--ask", "-o", "-"], "--ask needs a file"),
        (["-o", "no/such/folder.json"], "cannot write"),
        (["--ask", "-o", "no/such/folder.json"], "cannot write"),
    ],
)
def test_conflicting_options_are_reported(args: list[str], words: str, folder: Path) -> None:
    ran = run("new", *args)
    assert ran.status == 2
    assert words in ran.err
    assert ran.out == ""


@pytest.mark.parametrize("ask_too", [[], ["--ask"]])
def test_a_file_that_is_there_is_kept_unless_forced(ask_too: list[str], folder: Path) -> None:
    (folder / "x.json").write_text("precious")
    ran = run("new", *ask_too, "-o", "x.json")
    assert ran.status == 2
    assert '"x.json" already exists: give --force to overwrite it' in ran.err
    assert (folder / "x.json").read_text() == "precious"
    assert run("new", "-o", "x.json", "--force").status == 0
    assert (folder / "x.json").read_text().startswith("{")


def test_boards_asked_for_are_scored_and_saved(folder: Path) -> None:
    ran = ask(*ANSWERS)
    assert ran.status == 0
    assert "│ Total      │                  116 │" in ran.out
    assert ran.out.startswith("position.json\n")
    assert "Saved as position.json; harmonies score position.json --explain shows the\nreasons.\n" in ran.err
    saved = json.loads((folder / "position.json").read_text())
    assert saved["players"][0]["board"] == EXAMPLE["players"][0]["board"]
    assert saved["players"][0]["cards"] == EXAMPLE["players"][0]["cards"]
    assert [path.name for path in folder.iterdir()] == ["position.json"]
    assert run("score", "position.json").out == ran.out


def test_a_second_record_gets_another_name(folder: Path) -> None:
    ask(*ANSWERS)
    assert ask(*ANSWERS).status == 0
    assert sorted(path.name for path in folder.iterdir()) == ["position-2.json", "position.json"]


def test_mistakes_are_reported_where_they_are_made_and_back_corrects(folder: Path) -> None:
    ran = ask("A", "1", "no", "no", "Ann", "F F", "HT F F F F", "help", "F F . . .", "back", "W W W W W", "quit")
    err = ran.err
    assert ran.status == 0
    assert "  column a has 2 spaces, but on side A it has 5\n" in err
    assert '  a1: the stack "HT" is impossible: only H may go on H, not T\n' in err
    assert "did you mean TH?" in err
    assert '"." is an empty' in err
    assert err.count("Ann, column a, 5 spaces from the top: \n") == 5
    assert "[W]" in err
    assert err.endswith("Saved in position.json.draft; the same command continues from there.\n")
    assert ran.out == ""


def test_a_card_is_understood_in_any_language(folder: Path) -> None:
    ran = ask("A", "1", "no", "no", "Ann", "W W W W W", "L L L L", *[". . . . .", ". . . .", ". . . . ."], "Loutre 2")
    assert "  otter, 2 of 3 cubes, 10 points\n" in ran.err


@pytest.mark.parametrize("end", [1, 5, 8, len(ANSWERS) - 1])
def test_answers_before_the_end_of_input_are_kept(end: int, folder: Path) -> None:
    first = ask(*ANSWERS[:end], args=("-o", "g.json"))
    assert first.status == 2
    assert "The answers are kept in g.json.draft; the same command continues from there." in first.err
    assert not (folder / "g.json").exists()
    second = ask(*ANSWERS[end:], args=("-o", "g.json"))
    assert second.status == 0
    assert f"Continuing from g.json.draft, {end} answer{'s' * (end != 1)} so far" in second.err
    assert "116" in second.out
    assert not (folder / "g.json.draft").exists()


def test_a_draft_can_be_given_up(folder: Path) -> None:
    ask("B", "quit", args=("-o", "g.json"))
    refused = ask(args=("-o", "g.json", "--side", "A"))
    assert refused.status == 2
    assert 'the draft "g.json.draft" was started with other options' in refused.err
    assert "Going on" not in ask(*ANSWERS, args=("-o", "g.json", "--fresh")).err


def test_questions_answered_by_options_are_not_asked(folder: Path) -> None:
    ran = ask(*ANSWERS[5:], args=("--name", "Pauline", "--side", "A", "--no-spirits", "--solo"))
    assert ran.status == 0
    assert "Suns" in ran.out
    assert "How many players" not in ran.err


def test_a_score_that_disagrees_can_be_kept(folder: Path) -> None:
    ran = ask(*ANSWERS[:-1], "117", "keep")
    assert ran.status == 1
    assert "  total: 117 claimed, 116 counted\n" in ran.err
    assert json.loads((folder / "position.json").read_text())["players"][0]["score"] == 117


def test_letters_are_explained_before_the_first_column_only(folder: Path) -> None:
    ran = ask("B", "2", "no", "no", "Ann", *["."] * 7, "quit")
    assert ran.err.count("The letters: W water (blue), M mountain (gray)") == 1


def test_one_hint_serves_all_spaces_that_lack_the_same(folder: Path) -> None:
    ran = ask("A", "1", "no", "no", "Ann", "Q Q Q Q Q", "quit")
    assert ran.err.count("  a") >= 5
    assert ran.err.count("hint: ") == 1


def test_keep_is_an_answer_where_nothing_can_be_kept(folder: Path) -> None:
    ran = ask("A", "1", "no", "no", "keep", "back", "quit")
    assert ran.status == 0
    assert "keep, column a" in ran.err


def test_bytes_that_are_not_text_do_no_harm(folder: Path) -> None:
    ran = run("new", "--ask", stdin=b"A\n1\nno\nno\n\xff\xfe\x1b[31m\nF F F F F\n" + b"x" * 100_000)
    assert ran.status == 2
    assert "\x1b" not in ran.err
    assert "Traceback" not in ran.err


@on_terminal
def test_on_a_terminal_names_are_completed_and_ctrl_c_keeps_the_draft(tmp_path: Path) -> None:
    pytest.importorskip("readline")
    args = ("new", "--ask", "-o", "g.json", "--side", "A", "--name", "Ann", "--no-spirits", "--solo")
    terminal = PseudoTerminal(*args, folder=tmp_path)
    for column in ("W W W W W", "L L L .", "F F . . .", ". . . .", ". . . . ."):
        terminal.wait_for("from the top: ")
        terminal.type(f"{column}\r")
    terminal.wait_for("(empty: none): ")
    terminal.type("grenou\t2\r")
    assert "grenouille 2" in terminal.wait_for("frog, 2 of 5 cubes, 4 points")
    terminal.wait_for("next card (empty: done): ")
    terminal.interrupt()
    status, said = terminal.ended()
    assert status == 2
    assert "The answers are kept in g.json.draft" in said
    assert "Stopped." in said
    again = PseudoTerminal("new", "--ask", "-o", "g.json", folder=tmp_path)
    assert "Continuing from g.json.draft, 6 answers so far" in again.wait_for("next card (empty: done): ")
    again.type("\r")
    again.wait_for("not recorded): ")
    again.type("a1 a\t")
    again.wait_for("a1 a")
    again.type("2\r")
    again.wait_for("(empty: none): ")
    again.type("\r")
    status, said = again.ended()
    assert status == 0
    assert "Suns" in said
    saved = json.loads((tmp_path / "g.json").read_text())["players"][0]
    assert saved["cards"] == {"frog": 2}
    assert saved["cubes"] == ["a1", "a2"]


@on_terminal
def test_a_terminal_that_closes_leaves_the_draft(tmp_path: Path) -> None:
    terminal = PseudoTerminal("new", "--ask", "-o", "g.json", folder=tmp_path)
    terminal.wait_for("(A/B): ")
    terminal.type("B\r")
    terminal.wait_for("(1/2/3/4): ")
    terminal.close()
    with within(tmp_path):
        ran = ask("quit", args=("-o", "g.json"))
    assert "Continuing from g.json.draft, 1 answer so far" in ran.err
