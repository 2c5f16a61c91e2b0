"""The built wheel works without the source tree: it has the schemas, card data and samples."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]


@pytest.fixture(scope="module")
def unpacked(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    build = [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", str(folder), str(ROOT)]
    subprocess.run(build, check=True, capture_output=True)
    (wheel,) = folder.glob("*.whl")
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(folder / "unpacked")
    return folder / "unpacked"


def run(unpacked: Path, *arguments: str, code: str | None = None) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "PYTHONPATH": str(unpacked), "PYTHONSAFEPATH": "1", "PYTHONIOENCODING": "utf-8"}
    command = [sys.executable, *(["-c", code] if code else ["-m", "harmonies_cli", *arguments])]
    return subprocess.run(
        command, cwd=unpacked.parent, env=environment, capture_output=True, text=True, encoding="utf-8", check=False
    )


def test_the_package_that_runs_is_the_unpacked_wheel(unpacked: Path) -> None:
    found = run(unpacked, code="import harmonies_cli; print(harmonies_cli.__file__)").stdout.strip()
    assert Path(found).is_relative_to(unpacked)


def test_the_wheel_scores_the_rulebook_example(unpacked: Path) -> None:
    finished = run(unpacked, "score", "--format", "json", str(ROOT / "samples" / "rulebook-example.json"))
    assert finished.returncode == 0, finished.stderr
    assert json.loads(finished.stdout)["records"][0]["players"][0]["total"] == 116


def test_the_wheel_judges_by_the_packaged_schemas(unpacked: Path, tmp_path: Path) -> None:
    record = tmp_path / "record.json"
    record.write_text('{"format": "harmonies-position", "version": 1, "side": "A", "players": [{"nam": "Ann"}]}')
    finished = run(unpacked, "verify", "--format", "json", str(record))
    assert finished.returncode == 1, finished.stderr
    codes = {problem["code"] for problem in json.loads(finished.stdout)["records"][0]["problems"]}
    assert codes == {"schema"}
    schemas = run(
        unpacked,
        code="from harmonies_cli.records.schema.validation import load_schema\nprint(load_schema('game')['title'])",
    )
    assert schemas.returncode == 0, schemas.stderr


def test_the_wheel_brings_the_samples_along(unpacked: Path, tmp_path: Path) -> None:
    finished = run(unpacked, "samples", str(tmp_path / "samples"))
    assert finished.returncode == 0, finished.stderr
    brought = {file.relative_to(tmp_path / "samples") for file in (tmp_path / "samples").rglob("*")}
    assert brought == {file.relative_to(ROOT / "samples") for file in (ROOT / "samples").rglob("*")}


def test_the_wheel_holds_its_data_and_licence(unpacked: Path) -> None:
    for name in (
        "data/cards.json",
        "schemas/position.schema.json",
        "schemas/game.schema.json",
        "py.typed",
        "editor/page/index.html",
        "editor/page/main.js",
    ):
        assert (unpacked / "harmonies_cli" / name).is_file(), name
    assert list(unpacked.glob("*.dist-info/licenses/LICENSE"))
