"""README and docs: every shell block runs and prints the output below it, and generated documents are up to date."""

from __future__ import annotations

import doctest
import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.cli.command import within
from tests.documents import DOCUMENTS, ROOT, blocks
from tests.generated_documents import COMMANDS, RULINGS, command_names, commands_document, rulings_document
from tests.shell_blocks import PLAIN, SKIPPED, shell_blocks

EXIT = re.compile(r"exit status (\d)")
CALLED = re.compile(r"(?:`|^|[|&$] )harmonies ([A-Za-z]\w*)", re.M)
LINK = re.compile(r"!?\[[^\]]*\]\(([^)#\s]+)(#[^)]*)?\)")
NAMES = [document.relative_to(ROOT).as_posix() for document in DOCUMENTS]


@pytest.fixture
def workplace(tmp_path: Path) -> Path:
    for name in ("samples", "schemas", "notebooks"):
        shutil.copytree(ROOT / name, tmp_path / name)
    return tmp_path


@pytest.mark.skipif(os.name == "nt", reason="the blocks are for a POSIX shell")
@pytest.mark.parametrize("document", DOCUMENTS, ids=NAMES)
def test_shell_blocks_run_and_print_what_is_below(document: Path, workplace: Path) -> None:
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    for block, expected in shell_blocks(document):
        command = ["bash", "-euo", "pipefail", "-c", block.text]
        environment = {**os.environ, **PLAIN, "PATH": path, "PYTHONPATH": str(ROOT)}
        ran = subprocess.run(
            command, cwd=workplace, env=environment, capture_output=True, encoding="utf-8", check=False, timeout=120
        )
        where = f"{block.document}:{block.line}"
        due = EXIT.search(block.mark)
        assert ran.returncode == (int(due[1]) if due else 0), f"{where}\n{block.text}\n{ran.stdout}{ran.stderr}"
        if expected is not None:
            assert ran.stdout.rstrip("\n") == expected.rstrip("\n"), where


@pytest.mark.parametrize("document", DOCUMENTS, ids=NAMES)
def test_python_examples_hold(document: Path, capsys: pytest.CaptureFixture[str]) -> None:
    names: dict[str, Any] = {}
    runner = doctest.DocTestRunner()
    with within(ROOT):
        for block in blocks(document, "python"):
            test = doctest.DocTestParser().get_doctest(
                block.text, names, block.document, block.document, block.line - 1
            )
            runner.run(test, clear_globs=False)
            names = test.globs
    assert runner.summarize(verbose=False).failed == 0, capsys.readouterr().out


@pytest.mark.parametrize("document", DOCUMENTS, ids=NAMES)
def test_every_other_block_is_marked(document: Path) -> None:
    for block in blocks(document, "sh"):
        assert not block.mark or SKIPPED.fullmatch(block.mark) or EXIT.fullmatch(block.mark), (
            f"{block.document}:{block.line}"
        )


@pytest.mark.parametrize("document", DOCUMENTS, ids=NAMES)
def test_json_blocks_are_json(document: Path) -> None:
    for block in blocks(document, "json"):
        json.loads(block.text)


@pytest.mark.parametrize("document", DOCUMENTS, ids=NAMES)
def test_links_lead_somewhere(document: Path) -> None:
    text = re.sub(r"```.*?```", "", document.read_text(encoding="utf-8"), flags=re.S)
    for target, _ in LINK.findall(text):
        if not target.startswith(("http://", "https://")):
            assert (document.parent / target).exists(), target


@pytest.mark.parametrize("document", DOCUMENTS, ids=NAMES)
def test_documents_name_only_commands_that_exist(document: Path) -> None:
    known = {*command_names(), "COMMAND"}
    named = CALLED.findall(document.read_text(encoding="utf-8"))
    assert [name for name in named if name not in known] == []


def test_reference_of_commands_is_what_help_says() -> None:
    assert COMMANDS.read_text(encoding="utf-8") == commands_document(), "python -m tests.regenerate_documents"


def test_rulings_are_what_the_command_says() -> None:
    assert RULINGS.read_text(encoding="utf-8") == rulings_document(), "python -m tests.regenerate_documents"


def test_every_command_is_in_the_readme() -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    assert [name for name in command_names() if f"harmonies {name}" not in text] == []


def test_every_document_can_be_reached_from_the_readme() -> None:
    seen = {ROOT / "README.md"}
    waiting = [*seen]
    while waiting:
        document = waiting.pop()
        for target, _ in LINK.findall(document.read_text(encoding="utf-8")):
            linked = (document.parent / target).resolve()
            if linked.suffix == ".md" and linked not in seen and linked.exists():
                seen.add(linked)
                waiting.append(linked)
    assert {*DOCUMENTS} - seen == set()
