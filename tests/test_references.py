"""References in code, documents, tests and messages lead to a file and a heading that exist."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from harmonies_cli.rules.replay.faults import RULE_OF
from tests.documents import DOCUMENTS, ROOT

TEXTS = sorted(
    path
    for folder in ("harmonies_cli", "tests", "schemas", ".ci")
    for path in (ROOT / folder).rglob("*")
    if path.suffix in {".py", ".toml", ".json", ".js", ".html", ".css", ""}
    and path.is_file()
    and "tests/data/" not in path.as_posix()
)
NAMED = [ROOT / "CONTRIBUTING.md", ROOT / "CHANGELOG.md", ROOT / "pyproject.toml", *DOCUMENTS, *TEXTS]
PAGE = re.compile(r"\bdocs/[\w/-]+\.md\b")
SECTION = re.compile(r"\b(docs/[\w/-]+\.md),? \"([^\"\n]+)\"")
BARE = re.compile(r"\b(docs/[\w/-]+\.md), ((?:\d\. )?[A-Z][\w' ]+\w)(?=[);.:\n])")
NUMBERS = re.compile(r"\b(docs/[\w/-]+\.md) (\d(?:(?:, | and | to )\d)*)")
ABSENT = re.compile(r"\b(?:RULES|NOTATION|BGA|METRICS|EXAMPLES|DECISIONS|STRUCTURE)" + r"\.md\b")
LINK = re.compile(r"\]\(([^)#\s]*)#([^)\s]+)\)")
FILE = re.compile(r"`((?:[\w-]+/)+[\w.-]+\.(?:py|toml|json|md))`")
FILE_ALONE = re.compile(r"`([\w-]+\.(?:py|toml|json))`")
NAME = re.compile(r"(?<!`)`(?:\w+\.)*(\w+)\.(\w+)`(?!`)")
OTHER_PACKAGES = {"Path", "concurrent", "np", "numpy", "parquet", "pyarrow"}
FOLDERS = ("", "harmonies_cli", "harmonies_cli/rules", "tests", "tests/rules")


def headings(page: Path) -> set[str]:
    text = re.sub(r"^```.*?^```$", "", page.read_text(encoding="utf-8"), flags=re.M | re.S)
    return {line.strip("# ") for line in text.splitlines() if line.startswith("#")}


def anchor(heading: str) -> str:
    """Return the anchor that a heading gets on a page."""
    return re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")


def lost_references(text: str) -> Iterator[str]:
    """Yield the references of a text that lead nowhere."""
    yield from ABSENT.findall(text)
    missing = {page for page in PAGE.findall(text) if not (ROOT / page).exists()}
    yield from missing
    for page, heading in SECTION.findall(text) + BARE.findall(text):
        if page not in missing and heading not in headings(ROOT / page):
            yield f'{page} "{heading}"'
    for page, numbers in NUMBERS.findall(text):
        if page not in missing:
            known = {heading.split(".")[0] for heading in headings(ROOT / page)}
            yield from (f"{page} {number}" for number in re.findall(r"\d", numbers) if number not in known)


def test_references_lead_to_a_page_and_a_heading() -> None:
    lost = [
        f"{path.relative_to(ROOT)}: {reference}"
        for path in NAMED
        if path != Path(__file__)
        for reference in lost_references(path.read_text(encoding="utf-8", errors="replace"))
    ]
    assert lost == []


@pytest.mark.parametrize(
    "text",
    [
        "RULES" + ".md 3",
        "docs/" + "nothing.md",
        'docs/rules.md "3. ' + 'Towers"',
        "docs/rules.md 3 to " + "0",
        "(docs/rules.md, 3. " + "Towers)",
    ],
)
def test_a_reference_that_leads_nowhere_is_found(text: str) -> None:
    assert list(lost_references(text))


def test_the_rules_that_faults_name_are_headings() -> None:
    assert set(RULE_OF.values()) - headings(ROOT / "docs" / "rules.md") == set()


@pytest.mark.parametrize("page", [ROOT / "CONTRIBUTING.md", *DOCUMENTS], ids=lambda page: page.name)
def test_links_to_a_heading_find_it(page: Path) -> None:
    for target, wanted in LINK.findall(page.read_text(encoding="utf-8")):
        if not target.startswith("http"):
            linked = page.parent / target if target else page
            assert wanted in {anchor(heading) for heading in headings(linked)}, f"{target}#{wanted}"


@pytest.mark.parametrize("page", [ROOT / "CONTRIBUTING.md", ROOT / "docs" / "rules.md"], ids=lambda page: page.name)
def test_files_that_a_page_names_exist(page: Path) -> None:
    named = FILE.findall(page.read_text(encoding="utf-8"))
    assert [name for name in named if not any((ROOT / folder / name).exists() for folder in FOLDERS)] == []
    alone = FILE_ALONE.findall(page.read_text(encoding="utf-8"))
    known = {path.name for folder in ("harmonies_cli", "tests") for path in (ROOT / folder).rglob("*.*")}
    assert set(alone) - known - {"pyproject.toml"} == set()


def words_of_modules() -> dict[str, set[str]]:
    """Return the words that may follow the name of a module, a folder or a class, each in small letters."""
    words: dict[str, set[str]] = {}
    for path in (ROOT / "harmonies_cli").rglob("*.py"):
        text = re.sub(r"`[^`\n]*`", "", path.read_text(encoding="utf-8"))
        own = set(re.findall(r"\w+", text))
        for name in (path.stem, *re.findall(r"^class (\w+)", text, re.M)):
            words.setdefault(name.lower(), set()).update(own)
        words.setdefault(path.parent.name, set()).add(path.stem)
        words.setdefault(path.parent.parent.name, set()).add(path.parent.name)
    return words


def test_names_in_docstrings_and_comments_exist() -> None:
    words = words_of_modules()
    lost = [
        f"{path.relative_to(ROOT)}: {owner}.{name}"
        for path in (ROOT / "harmonies_cli").rglob("*.py")
        for owner, name in NAME.findall(path.read_text(encoding="utf-8"))
        if owner not in OTHER_PACKAGES and name not in words.get(owner.lower(), ())
    ]
    assert lost == []
