"""Write what interviews say anew: ``python -m tests.regenerate_interviews``."""

from __future__ import annotations

from tests.interview.transcript import FOLDER, INTERVIEWS, transcript

if __name__ == "__main__":
    for name, interview in INTERVIEWS.items():
        (FOLDER / f"{name}.txt").write_text(transcript(*interview), encoding="utf-8")
