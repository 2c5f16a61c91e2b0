"""Bots by name, their parameters, and bots from other packages."""

from __future__ import annotations

from collections.abc import Sequence
from importlib.metadata import EntryPoint
from random import Random

import msgspec
import pytest

from harmonies_cli.bots import registry
from harmonies_cli.bots.interface import View
from harmonies_cli.bots.random_bot import RandomBot, RandomParameters
from harmonies_cli.bots.registry import bot_names, make_bot, one_for_each_seat, split_bots
from harmonies_cli.errors import UsageError
from harmonies_cli.rules.replay.actions import Action


class Stranger:
    """A bot from another package."""

    class Parameters(msgspec.Struct, frozen=True):
        boldness: int = 1

    def __init__(self, parameters: Parameters) -> None:
        self.parameters = parameters

    def play(self, view: View, chance: Random) -> Sequence[Action]:
        return RandomBot(RandomParameters()).play(view, chance)


@pytest.fixture
def with_stranger(monkeypatch: pytest.MonkeyPatch) -> None:
    points = [
        EntryPoint("stranger", f"{__name__}:Stranger", registry.GROUP),
        EntryPoint("broken", f"{__name__}:Nobody", registry.GROUP),
    ]
    monkeypatch.setattr(registry, "entry_points", lambda group: points)


def test_parameters_follow_the_name() -> None:
    player = make_bot("random:card=0.25,cube=1")
    assert isinstance(player.bot, RandomBot)
    assert player.bot.parameters == RandomParameters(card=0.25, cube=1.0)
    assert player.name == "random:card=0.25,cube=1"


@pytest.mark.parametrize(
    ("text", "bots"),
    [
        ("random", ["random"]),
        ("random,greedy", ["random", "greedy"]),
        ("greedy:empty=2,slot=1,random", ["greedy:empty=2,slot=1", "random"]),
        ("random,greedy:empty=2,planner:slot=1", ["random", "greedy:empty=2", "planner:slot=1"]),
    ],
)
def test_a_list_of_bots_is_split_at_the_names(text: str, bots: list[str]) -> None:
    assert split_bots(text) == bots


@pytest.mark.parametrize(
    ("specification", "message"),
    [
        ("gredy", 'there is no bot "gredy"; did you mean "greedy"?'),
        ("xyzzy", 'there is no bot "xyzzy"; bots are random, greedy, planner, strong'),
        ("random:crad=1", 'random has no parameter "crad"; did you mean "card"?'),
        ("random:card=often", 'the parameter "card" of random is "often"; expected a number'),
        ("greedy:width_1=0", 'the parameter "width_1" of greedy is "0"; expected a whole number of 1 or more'),
        ("greedy:width_1=1.5", 'the parameter "width_1" of greedy is "1.5"; expected a whole number'),
        ("random:card", '"card" is not a parameter of a bot'),
        ("random:card=1,card=0", 'the parameter "card" of random is given twice'),
        ("planner:width_1=0", 'the parameter "width_1" of planner is "0"; expected a whole number of 1 or more'),
        ("greedy:pace=0", 'the parameter "pace" of greedy is "0"; expected a number of 0.5 or more'),
        ("greedy:reach=nan", 'the parameter "reach" of greedy is "nan"; expected a number of 0 or more'),
    ],
)
def test_a_mistake_is_reported_with_its_remedy(specification: str, message: str) -> None:
    with pytest.raises(UsageError, match=message.replace("?", r"\?").replace(".", r"\.")):
        make_bot(specification)


@pytest.mark.usefixtures("with_stranger")
def test_a_bot_of_another_package_is_found_by_its_entry_point() -> None:
    assert bot_names() == ["random", "greedy", "planner", "strong", "broken", "stranger"]
    player = make_bot("stranger:boldness=3")
    assert not player.is_built_in
    assert player.bot.parameters.boldness == 3  # type: ignore[attr-defined]


@pytest.mark.usefixtures("with_stranger")
def test_a_bot_that_cannot_be_loaded_is_reported() -> None:
    with pytest.raises(UsageError, match=r'the bot "broken" .* cannot be loaded'):
        make_bot("broken")


def test_one_bot_serves_all_seats() -> None:
    assert one_for_each_seat(["random"], 3) == ["random"] * 3
    assert one_for_each_seat(["random", "greedy"], 2) == ["random", "greedy"]
    with pytest.raises(UsageError, match="2 bots are given for 3 players"):
        one_for_each_seat(["random", "greedy"], 3)
    with pytest.raises(UsageError, match="2 bots are given for 1 player:"):
        one_for_each_seat(["random", "greedy"], 1)
