"""Rewrite the stored texts of interviews: ``python -m tests.regenerate_interviews``."""

from __future__ import annotations

from tests.interview.transcript import FOLDER, stored_texts

if __name__ == "__main__":
    for name, text in stored_texts().items():
        (FOLDER / name).write_text(text, encoding="utf-8", newline="\n")
