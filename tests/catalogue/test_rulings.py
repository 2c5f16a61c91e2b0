"""The rulings: every example is what the engine gives, and every topic can be found."""

from __future__ import annotations

import pytest

from harmonies_cli.catalogue.rulings import Example, find_rulings, rulings, rulings_version
from harmonies_cli.errors import UsageError
from harmonies_cli.records.notation import Position, PositionPlayer
from harmonies_cli.records.position.assess_position import score_position
from harmonies_cli.rules.board.sides import SIDES
from harmonies_cli.rules.board.tokens import STACKS, TOKENS
from harmonies_cli.rules.scoring.game_end import suns
from harmonies_cli.rules.scoring.landscapes import RULE_SETS, RuleSet

EXAMPLES = [
    pytest.param(example, id=f"{ruling.topic}-{number}")
    for ruling in rulings()
    for number, example in enumerate(ruling.example)
]


@pytest.mark.parametrize("rules", RULE_SETS)
@pytest.mark.parametrize("example", EXAMPLES)
def test_an_example_scores_what_it_says(example: Example, rules: RuleSet) -> None:
    player = PositionPlayer(name="", board=example.board, cards={example.spirit: 1} if example.spirit else {})
    position = Position(version=1, side=example.side, players=[player])
    sheets, _, problems, _ = score_position(position, rules, explain=False)
    assert not problems
    assert getattr(sheets[0], example.row) == (example.rulebook if rules == "rulebook" else example.bga)


def test_every_landscape_row_has_an_example() -> None:
    shown = {(example.row, example.side) for ruling in rulings() for example in ruling.example}
    landscapes = {("trees", "A"), ("mountains", "A"), ("fields", "A"), ("buildings", "A"), ("water", "A")}
    assert shown == {*landscapes, ("water", "B"), ("spirit", "A")}


def test_where_an_example_differs_the_ruling_says_what_each_rule_set_does() -> None:
    for ruling in rulings():
        assert (ruling.rulebook is None) == (ruling.bga is None)
        if any(example.rulebook != example.bga for example in ruling.example):
            assert ruling.under("rulebook")
            assert ruling.under("bga")


def test_topics_are_named_once_and_refer_to_each_other() -> None:
    topics = [ruling.topic for ruling in rulings()]
    assert len(topics) == len(set(topics))
    for ruling in rulings():
        assert set(ruling.see) <= set(topics) - {ruling.topic}
        assert ruling.text
    assert rulings_version() >= 1


def test_numbers_in_the_words_are_those_of_the_rules() -> None:
    tokens = " ".join(find_rulings("tokens")[0].text)
    for token in TOKENS:
        assert f"{token.in_box} {token.colour} ({token.letter}, {token.landscape})" in tokens
    assert f"{', '.join(sorted(STACKS[1:], key=STACKS.index))}." in " ".join(find_rulings("stacks")[0].text)
    steps = (40, 70, 90, 110, 130, 140, 150, 160)
    assert ", ".join(map(str, steps[:-1])) + " and 160" in " ".join(find_rulings("suns")[0].text)
    assert [suns(SIDES["B"], points, None) - 2 for points in steps] == list(range(1, 9))


@pytest.mark.parametrize(
    ("word", "topics"),
    [
        (" Rule sets ", ["rule-sets"]),
        ("water", ["rivers", "islands"]),
        ("River", ["rivers"]),
        ("spirit", ["spirits"]),
        ("tree", ["trees"]),
        ("wins", ["winner"]),
    ],
)
def test_a_topic_is_found_as_people_write_it(word: str, topics: list[str]) -> None:
    assert [ruling.topic for ruling in find_rulings(word)] == topics


@pytest.mark.parametrize(
    ("word", "said"),
    [("rivres", 'did you mean "rivers"'), ("pouch", "it is mentioned under"), ("xyz", "the topics are tokens, boards")],
)
def test_what_is_no_topic_is_said_with_the_remedy(word: str, said: str) -> None:
    with pytest.raises(UsageError, match=said):
        find_rulings(word)
