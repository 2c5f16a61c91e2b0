"""Regenerate the stored transcripts and verdicts: ``python -m tests.regenerate_transcripts``.

Read ``git diff`` afterwards: each changed line changes what users see.
"""

from __future__ import annotations

from tests.report.replay.stored import stored_files


def main() -> None:
    """Write every file, and print the names of those that changed."""
    for path, text in stored_files():
        before = path.read_text(encoding="utf-8") if path.exists() else None
        path.write_text(text, encoding="utf-8", newline="\n")
        if text != before:
            print(f"{'new' if before is None else 'changed'}: {path.name}")


if __name__ == "__main__":
    main()
