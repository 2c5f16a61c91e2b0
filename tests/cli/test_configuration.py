"""The configuration file: what it changes, and the messages on mistakes in it."""

from __future__ import annotations

import json
from pathlib import Path

import click
import pytest

from harmonies_cli.cli.configuration import KEYS, configuration_path
from harmonies_cli.cli.main import harmonies
from harmonies_cli.report.formats import FORMATS
from harmonies_cli.rules.board.cards import CARDS
from tests.cli.command import ROOT, Ran, run

RECORD = ROOT / "samples" / "rulebook-example.json"


def with_file(path: Path, text: str | bytes, *args: object) -> Ran:
    path.write_bytes(text.encode() if isinstance(text, str) else text)
    return run(*args, environ={"HARMONIES_CONFIG": str(path)})


def test_a_setting_replaces_an_option_that_is_not_given(tmp_path: Path) -> None:
    path = tmp_path / "config.toml"
    text = 'rules = "bga"\nformat = "json"\nlanguage = "fr"\ncolour = "always"\n'
    assert with_file(path, text, "score", RECORD).records[0]["rules"] == "bga"
    assert with_file(path, text, "score", RECORD, "--rules", "rulebook").records[0]["rules"] == "rulebook"
    assert "\x1b[1mloutre (otter)\x1b[0m" in with_file(path, text, "cards", "otter", "--format", "text").out


@pytest.mark.parametrize("command", ["score", "verify"])
def test_a_configured_rule_set_applies_to_records_that_name_none(command: str, tmp_path: Path) -> None:
    record = tmp_path / "named.json"
    record.write_text(json.dumps({**json.loads(RECORD.read_text()), "rules": "rulebook"}))
    for file, given, expected in (
        (RECORD, (), "bga"),
        (record, (), "rulebook"),
        (record, ("--rules", "bga"), "bga"),
    ):
        ran = with_file(tmp_path / "c", 'rules = "bga"\n', command, file, "--format", "json", *given)
        assert ran.records[0]["rules"] == expected


def test_tables_do_not_depend_on_the_rule_set_of_the_configuration(tmp_path: Path) -> None:
    args = ("export", RECORD, "--table", "seats", "--format", "csv")
    assert with_file(tmp_path / "c", 'rules = "bga"\n', *args) == with_file(tmp_path / "d", "", *args)
    ran = with_file(tmp_path / "c", '[export]\nrules = "bga"\n', *args)
    assert ran.status == 2
    assert ":2: harmonies export takes no rules from the configuration: give --rules" in ran.err


def test_a_table_applies_to_its_command_only(tmp_path: Path) -> None:
    text = '\ufeffformat = "json"\n\n[score]\nformat = "markdown"\n'
    assert with_file(tmp_path / "c", text, "score", RECORD).out.startswith("# ")
    assert json.loads(with_file(tmp_path / "c", text, "verify", RECORD).out)["summary"]["legal"] == 1


def test_a_format_for_all_is_used_by_those_that_write_it(tmp_path: Path) -> None:
    text = 'format = "markdown"\n'
    assert with_file(tmp_path / "c", text, "score", RECORD).out.startswith("# ")
    assert "1 record: 1 legal" in with_file(tmp_path / "c", text, "verify", RECORD).out


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("rules = bga\n", ":1:9: Invalid value"),
        ('\n\nruels = "bga"\n', ':3: there is no setting "ruels": did you mean "rules"?'),
        ('rules = "house"\n', ':1: rules is one of rulebook, bga, not "house"'),
        ("rules = 3\n", ":1: rules is one of rulebook, bga, not 3"),
        ("rules = true\n", ":1: rules is one of rulebook, bga, not true"),
        ("rules = 2026-05-31\n", ":1: rules is one of rulebook, bga, not 2026-05-31"),
        ('format = "pdf"\n', f':1: format is one of {", ".join(FORMATS)}, not "pdf"'),
        ('[score]\nformat = "pdf"\n', f':2: format is one of {", ".join(FORMATS)}, not "pdf"'),
        ('[scores]\nformat = "json"\n', ':1: there is no command "scores": did you mean "score"?'),
        ('[score]\n\nformt = "json"\n', ':3: there is no setting "formt": did you mean "format"?'),
        ('[score]\nlanguage = "fr"\n', ":2: harmonies score has no option --language: remove the line"),
        ('rules = "bga"\nrules = "bga"\n', ":2:14: Cannot overwrite a value"),
        (b'rules = "\xff"\n', ": the file is not UTF-8"),
        ("[[score]]\n", ': there is no setting "score"'),
    ],
)
def test_a_mistake_is_reported_with_file_and_line(text: str | bytes, message: str, tmp_path: Path) -> None:
    path = tmp_path / "config.toml"
    ran = with_file(path, text, "score", RECORD)
    assert ran.status == 2
    assert ran.out == ""
    assert ran.err.startswith(f"Error: {path}{message}"), ran.err


def test_help_and_versions_work_whatever_the_file_says(tmp_path: Path) -> None:
    assert with_file(tmp_path / "c", "?", "score", "--help").status == 0
    ran = with_file(tmp_path / "c", "?", "--version")
    assert ran.status == 0
    assert ran.out.splitlines()[-1] == f"configuration: {tmp_path / 'c'}"


def test_without_a_file_there_are_no_settings(tmp_path: Path) -> None:
    ran = run("score", RECORD, environ={"HARMONIES_CONFIG": str(tmp_path / "none")})
    assert ran.status == 0
    assert run("--version", environ={"HARMONIES_CONFIG": str(tmp_path / "none")}).out.endswith("(does not exist)\n")


def test_the_file_is_where_the_platform_keeps_such_files(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv("HARMONIES_CONFIG", raising=False)
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    assert configuration_path() == Path(click.get_app_dir("harmonies")) / "config.toml"


def test_versions_name_rules_and_cards() -> None:
    lines = run("--version").out.splitlines()
    assert lines[0].startswith("harmonies-cli ")
    assert lines[1].startswith("rules: rulebook, bga; rulings version ")
    assert lines[2].startswith(f"cards: {len(CARDS)}; data ")
    assert run("-V").out.splitlines() == lines


def test_keys_and_formats_are_those_of_the_commands() -> None:
    context = click.Context(harmonies)
    keys, formats = set(), set()
    for name in harmonies.list_commands(context):
        command = harmonies.get_command(context, name)
        assert command is not None
        for parameter in command.params:
            found = {key for key in KEYS if f"--{key}" in parameter.opts}
            keys |= found
            if "format" in found and isinstance(parameter.type, click.Choice):
                formats |= {*parameter.type.choices}
    assert keys == set(KEYS)
    assert formats >= set(FORMATS)


def test_the_example_of_the_documentation_works_and_all_settings_are_described(tmp_path: Path) -> None:
    text = (ROOT / "docs" / "configuration.md").read_text(encoding="utf-8")
    example = text.split("```toml\n")[1].split("```")[0]
    assert with_file(tmp_path / "c", example, "score", RECORD).out.startswith("# ")
    assert "loutre (otter)" in with_file(tmp_path / "c", example, "cards", "otter").out
    assert all(f"`{key}`" in text for key in KEYS)
    assert all(f"`{form}`" in text for form in FORMATS)
