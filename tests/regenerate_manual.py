"""Regenerate the manual page: ``python -m tests.regenerate_manual``."""

from __future__ import annotations

from tests.cli.manpage import PAGE, manual_page


def main() -> None:
    """Write the page."""
    PAGE.parent.mkdir(exist_ok=True)
    PAGE.write_text(manual_page(), encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
