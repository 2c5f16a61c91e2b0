"""``harmonies completion``."""

from __future__ import annotations

import click
from click.shell_completion import ShellComplete, get_completion_class

__all__ = ["completion"]

_SHELLS = ("bash", "zsh", "fish", "powershell")
_VARIABLE = "_HARMONIES_COMPLETE"
"""The name that click derives from that of the program."""


@click.command(
    help="""Print the script that completes commands, options, files and cards in a shell.

    SHELL is bash, zsh, fish or powershell. To have completion in every new shell, add the line for your shell
    to its startup file:

    \b
    bash        ~/.bashrc   eval "$(harmonies completion bash)"
    zsh         ~/.zshrc    eval "$(harmonies completion zsh)"
    fish        ~/.config/fish/config.fish
                            harmonies completion fish | source
    powershell  $PROFILE    harmonies completion powershell | Out-String | Invoke-Expression
    """,
)
@click.argument("shell", metavar="SHELL", type=click.Choice(_SHELLS))
def completion(shell: str) -> int:
    """Run ``harmonies completion``."""
    found = get_completion_class(shell)
    assert found is not None
    # The source() of click's class for bash would start bash to ask for its version.
    click.echo(ShellComplete.source(found(click.Group(), {}, "harmonies", _VARIABLE)))
    return 0
