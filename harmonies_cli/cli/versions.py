"""``harmonies --version``: the program, what it knows of the game, and where its configuration lies."""

from __future__ import annotations

import click

from harmonies_cli import __version__

__all__ = ["tell_versions"]


def tell_versions(ctx: click.Context, param: click.Parameter, value: bool) -> None:
    """Tell the versions, and end the program."""
    if not value or ctx.resilient_parsing:
        return
    from hashlib import sha256

    from harmonies_cli.catalogue.rulings import rulings_version
    from harmonies_cli.cli.configuration import configuration_path
    from harmonies_cli.rules.cards import CARD_DATA, CARDS
    from harmonies_cli.rules.landscapes import RULE_SETS

    path = configuration_path()
    click.echo(f"harmonies-cli {__version__}")
    click.echo(f"rules: {', '.join(RULE_SETS)}; rulings version {rulings_version()}")
    click.echo(f"cards: {len(CARDS)}; data {sha256(CARD_DATA.read_bytes()).hexdigest()[:8]}")
    click.echo(f"configuration: {path}" + ("" if path.exists() else " (not there)"))
    ctx.exit()
