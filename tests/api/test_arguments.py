"""Bad arguments are refused before anything runs, with one of the package's errors, in the words of the command."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import harmonies_cli as h
from tests.cli.command import ROOT, run, within
from tests.examples import examples

GAME = "samples/games/three-players-side-b.json"
POSITION = "samples/rulebook-example.json"


def refused(call: Callable[[], Any]) -> str:
    with within(ROOT), pytest.raises(h.UsageError) as error:
        call()
    return str(error.value)


@pytest.mark.parametrize(
    ("call", "command"),
    [
        (lambda: h.read(GAME).scores(rules="nope"), ("score", GAME, "--rules", "nope")),  # type: ignore[arg-type]
        (lambda: h.read(GAME).scores(rules="BGA"), ("score", GAME, "--rules", "BGA")),  # type: ignore[arg-type]
        (lambda: h.read(GAME).verify(rules="nope"), ("verify", GAME, "--rules", "nope")),  # type: ignore[arg-type]
        (lambda: h.tables(GAME, rules="nope"), ("export", GAME, "--rules", "nope")),  # type: ignore[arg-type]
        (lambda: h.read(GAME).scores().of("Bem"), ("score", GAME, "--player", "Bem")),
        (lambda: h.read(GAME).scores().of(4), ("score", GAME, "--player", "4")),
        (lambda: h.read("nothing.json"), ("score", "nothing.json")),
        (lambda: h.read(""), ("score", "")),
        (lambda: h.analyse("nothing"), ("analyse", "nothing", "-o", "out")),
        (lambda: h.analyse("schemas/none"), ("analyse", "schemas/none", "-o", "out")),
        (lambda: h.simulate(0), ("simulate", "--games", "0")),
        (lambda: h.simulate(players=5), ("simulate", "--players", "5")),
        (lambda: h.simulate(bots="gredy"), ("simulate", "--bot", "gredy")),
        (lambda: h.simulate(bots="random,random,random"), ("simulate", "--bot", "random,random,random")),
        (lambda: h.analyse(GAME, since="May"), ("analyse", GAME, "-o", "out", "--since", "May")),
        (lambda: h.analyse(GAME, tables="crads"), ("analyse", GAME, "-o", "out", "--tables", "crads")),
        (lambda: h.analyse(GAME, min_n=0), ("analyse", GAME, "-o", "out", "--min-n", "0")),
        (lambda: h.cards("nope"), ("cards", "nope")),
        (lambda: h.cards(kind="fish"), ("cards", "--kind", "fish")),  # type: ignore[arg-type]
        (lambda: h.cards(max_cubes=0), ("cards", "--max-cubes", "0")),
        (lambda: h.rules("nope"), ("rules", "nope")),
        (lambda: h.codes("nope"), ("verify", "--explain", "nope")),
        (lambda: list(h.convert("nothing")), ("convert", "nothing", "-o", "-")),
        (lambda: h.save([], "records.txt"), ("convert", GAME, "-o", "records.txt")),
        (lambda: h.new(names=["A"] * 5), ("new", *("--name", "A") * 5)),
        (lambda: h.new(players=0), ("new", "--players", "0")),
    ],
)
def test_the_message_is_that_of_the_command(call: Callable[[], Any], command: tuple[str, ...]) -> None:
    message = refused(call)
    with within(ROOT):
        ran = run(*command)
    assert ran.status == 2
    said = ran.err[ran.err.index("Error: ") + len("Error: ") :]
    for option, argument in (("--max-cubes", "max_cubes"), ("--min-n", "min_n"), ("'--", "'")):
        said = said.replace(option, argument)
        message = message.replace(option, argument)
    assert " ".join(said.split()) == " ".join(message.split())


@pytest.mark.parametrize(
    "call",
    [
        lambda: h.read(GAME, side="A"),
        lambda: list(h.read_all("samples/games", side="B")),
        lambda: h.read(GAME, side="C"),
        lambda: h.read_all([]),
        lambda: h.read("-"),
        lambda: h.tables([]),
        lambda: h.analyse([]),
        lambda: h.analyse({}),
        lambda: h.read(GAME).scores(turn=True),
        lambda: h.read(GAME).scores(turn=1.5),  # type: ignore[arg-type]
        lambda: h.read(GAME).verify(keep_going="yes"),  # type: ignore[arg-type]
        lambda: h.read(GAME).board(None),  # type: ignore[arg-type]
        lambda: h.to_frame([h.read(GAME)]),  # type: ignore[list-item]
        lambda: h.to_frame([h.read(GAME).scores(), h.read(GAME).verify()]),
        lambda: h.record({"format": object()}),
        lambda: h.save(["text"], "records.jsonl"),  # type: ignore[list-item]
        lambda: h.new("game", sheet=True),
        lambda: h.convert(GAME, anonymous=True, key=""),
        lambda: h.format("samples"),
        lambda: h.tournament("random"),
        lambda: h.analyse(GAME, player="Nobody"),
        lambda: h.analyse(GAME).chart("nope"),
        lambda: h.analyse(GAME).chart("rating-history"),
        lambda: h.analyse(h.tables(GAME), rules="bga"),
        lambda: h.analyse(h.tables(GAME), jobs="two"),  # type: ignore[arg-type]
        lambda: h.analyse(GAME, min_rating="a\nb"),  # type: ignore[arg-type]
        lambda: h.read("\ud800"),
        lambda: h.tables("x" * 5000),
        lambda: h.export(GAME, "x" * 5000),
        lambda: h.export(GAME, "a\0b"),
        lambda: h.export(GAME, "\ud800.csv", table="seats"),
        lambda: h.analyse(h.tables(GAME)).save("x" * 5000, charts=()),
        lambda: h.simulate(bots="\ud800"),
        lambda: h.read(GAME).board(1).png(scale="2"),  # type: ignore[arg-type]
        lambda: h.read(GAME).boards().png(scale=True),
        lambda: h.review(GAME, turns="1\n2"),  # type: ignore[arg-type]
        lambda: list(h.review(GAME, scenarios=2, turns=range(30, 31), player="Nobody")),
        lambda: list(h.review(GAME, scenarios=2, turns=range(30, 31), player=0)),
    ],
)
def test_bad_arguments_are_refused(call: Callable[[], Any]) -> None:
    assert refused(call).isprintable()


ANYTHING = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(),
    st.floats(),
    st.text(max_size=5),
    st.binary(max_size=3),
    st.lists(st.integers(), max_size=2),
    st.dictionaries(st.text(max_size=2), st.integers(), max_size=1),
    st.just(object()),
)


@examples(0.3)
@given(ANYTHING)
def test_a_value_of_any_type_gives_a_result_or_an_error_of_the_package(value: Any) -> None:
    game = h.record((ROOT / GAME).read_bytes())
    assert isinstance(game, h.Game)
    calls: list[Callable[[], Any]] = [
        lambda: h.read(value),
        lambda: h.read(ROOT / GAME, side=value),
        lambda: h.read_all(value),
        lambda: h.record(value),
        lambda: game.verify(rules=value),
        lambda: game.scores(turn=value),
        lambda: game.board(value),
        lambda: game.replay(turns=value),
        lambda: h.cards(value),
        lambda: h.cards(cube_on=value),
        lambda: h.rules(value),
        lambda: h.simulate(value),
        lambda: h.simulate(bots=value),
        lambda: h.new(names=value),
        lambda: h.save(value, "/nowhere/records.jsonl"),
        lambda: h.analyse(value),
        lambda: h.analyse(value, players=value, min_rating=value),
        lambda: h.format(value),
        lambda: h.to_frame(value),
    ]
    for call in calls:
        try:
            call()
        except h.HarmoniesError as error:
            assert str(error)


def test_nothing_usable_is_an_analysis_of_no_games(tmp_path: Path) -> None:
    (tmp_path / "none.json").write_text("{}")
    analysis = h.analyse(tmp_path)
    assert (analysis.games, analysis.records, analysis.tables, analysis.charts) == (0, 1, {}, [])
    assert analysis.left_out == {"invalid": 1}
    assert "0 games" in str(analysis) and "0 games" in analysis._repr_html_()


def test_a_workbook_is_not_text() -> None:
    assert refused(lambda: h.read(GAME).scores().formatted("xlsx")) == (
        "xlsx is not text: harmonies score --format xlsx writes a file"
    )


def test_plain_values_are_not_saved_as_a_list_of_keys(tmp_path: Path) -> None:
    said = refused(lambda: h.save(h.read(GAME).to_dict(), tmp_path / "game.json"))  # type: ignore[arg-type]
    assert said.endswith("it is a mapping: make a record of it with record.")
    assert list(tmp_path.iterdir()) == []


def test_an_unreadable_record_is_described_in_one_sentence() -> None:
    with pytest.raises(h.InvalidRecordError) as error:
        h.record('{"a": NaN}')
    assert str(error.value) == ("record:1:7: JSON has no number NaN (leave the field out if the number is unknown)")


def test_one_of_a_thing_is_singular() -> None:
    with within(ROOT):
        game = h.read(GAME)
        assert isinstance(game, h.Game)
        assert repr(game.replay(turns=5)).endswith(": 1 turn>")
        assert repr(h.format("samples/faulty/README.md")).endswith(": 1 problem>")
        assert repr(h.analyse(GAME, tables="seats")) == "<Analysis of 1 game: seats>"
