"""Processor time of a cold ``harmonies score`` of one file, beside ``python -c "import click"``.

``python -m tests.benchmarks.startup [runs]``
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from tests.benchmarks.harness import child_seconds

ROOT = Path(__file__).parents[2]
EXAMPLE = str(ROOT / "samples" / "rulebook-example.json")
GAME = str(ROOT / "tests" / "data" / "games" / "2p_A_nospirits-04.json")
PROGRAM = [sys.executable, "-m", "harmonies_cli"]
CLICK = [sys.executable, "-c", "import click"]
COMMANDS = {
    "score FILE": ["score", EXAMPLE],
    "score FILE --explain": ["score", EXAMPLE, "--explain"],
    "score FILE --format json": ["score", EXAMPLE, "--format", "json"],
    "show FILE": ["show", EXAMPLE],
    "verify GAME": ["verify", GAME],
}
LIMIT = 2.5


def memory(command: list[str]) -> int:
    """Return the peak memory of a process in megabytes."""
    program = (
        "import re, sys; from pathlib import Path; from harmonies_cli.cli.main import main\n"
        "try: main()\nexcept SystemExit: pass\n"
        "print(re.search(r'VmHWM:\\s+([0-9]+)', Path('/proc/self/status').read_text())[1], file=sys.stderr)"
    )
    ran = subprocess.run([sys.executable, "-c", program, *command], capture_output=True, check=True)
    return int(ran.stderr.splitlines()[-1]) // 1024


def main() -> None:
    """Print the table."""
    runs = int(sys.argv[1]) if len(sys.argv) > 1 else 15
    child_seconds([*PROGRAM, "score", EXAMPLE])  # compiles any module that is not compiled yet
    # Baseline and command take turns, so both run under the same load.
    print("| | ms | times `import click` | MB |\n| --- | ---: | ---: | ---: |")
    for name, command in COMMANDS.items():
        pairs = [(child_seconds(CLICK), child_seconds([*PROGRAM, *command])) for _ in range(runs)]
        baseline, spent = min(pair[0] for pair in pairs), min(pair[1] for pair in pairs)
        asked = f" (limit: {LIMIT})" if name == "score FILE" else ""
        print(f"| {name} | {spent * 1000:.0f} | {spent / baseline:.2f}{asked} | {memory(command)} |")


if __name__ == "__main__":
    main()
