"""The manual page matches the commands, and man can show it."""

from __future__ import annotations

import shutil
import subprocess

import click
import pytest

from harmonies_cli.cli.main import harmonies
from tests.cli.manpage import PAGE, manual_page


def test_the_page_is_that_of_the_commands() -> None:
    assert PAGE.read_text(encoding="utf-8") == manual_page(), "run python -m tests.regenerate_manual"


def test_the_page_shows_every_command_and_option_without_a_warning() -> None:
    groff = shutil.which("groff")
    if groff is None:
        pytest.skip("there is no groff")
    command = [groff, "-man", "-ww", "-Tutf8", "-P-cbou", str(PAGE)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.stderr == ""
    context = click.Context(harmonies)
    for name in harmonies.list_commands(context):
        assert f"harmonies {name} [OPTIONS]" in done.stdout.replace("‐", "-")
        shown = harmonies.get_command(context, name)
        assert shown is not None
        for parameter in shown.params:
            if isinstance(parameter, click.Option):
                assert all(option in done.stdout for option in parameter.opts)
    assert 'eval "$(harmonies completion bash)"' in done.stdout
    assert "~/.config/harmonies/config.toml" in done.stdout
