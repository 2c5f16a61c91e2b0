"""A script that uses the documented API passes ``mypy --strict``, and runs."""

from __future__ import annotations

import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
SCRIPT = Path(__file__).with_name("study_script.py")


def checked(script: Path, cache: Path) -> str:
    pytest.importorskip("mypy")
    if not any((Path(place) / "pandas-stubs").is_dir() for place in sys.path):
        pytest.skip("pandas-stubs is not installed")
    # Errors inside the package do not concern users; mypy skips those of installed packages anyway.
    options = ["--config-file=", "--strict", "--follow-imports=silent", f"--cache-dir={cache}"]
    command = [sys.executable, "-m", "mypy", *options, str(script)]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False).stdout


@pytest.mark.slow  # a minute of processor time: mypy reads the whole package
def test_a_script_of_the_whole_api_is_well_typed(tmp_path: Path) -> None:
    wrong = tmp_path / "wrong.py"
    wrong.write_text('import harmonies_cli as h\n\nh.tables("games", jobs="2")\nh.read("game.json").nothing()\n')
    found = checked(SCRIPT, tmp_path)
    assert found.startswith("Success"), found
    found = checked(wrong, tmp_path)
    assert "[arg-type]" in found and "nothing" in found


def test_the_script_runs(tmp_path: Path) -> None:
    ran = subprocess.run(
        [sys.executable, str(SCRIPT), str(tmp_path)], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert ran.returncode == 0, ran.stderr
    assert (tmp_path / "study" / "report.html").is_file()
    assert "8 ['rows', 'seats'] ['fennec-fox', 'arctic-fox'] 2" in ran.stdout


def test_the_package_says_that_it_is_typed() -> None:
    spec = find_spec("harmonies_cli")
    assert spec is not None and spec.origin is not None
    assert (Path(spec.origin).parent / "py.typed").is_file()
