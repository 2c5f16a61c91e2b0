"""``python -m harmonies_cli`` and the command ``harmonies``."""

from harmonies_cli.cli.main import main

__all__ = ["main"]

if __name__ == "__main__":
    main()
