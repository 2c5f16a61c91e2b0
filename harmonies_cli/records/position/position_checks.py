"""Check a position as a whole: cards and tokens that cannot all exist, and false claims."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from harmonies_cli.records.json.quoting import escape, quote
from harmonies_cli.records.notation import ClaimedRows, PaperSheet, Position
from harmonies_cli.records.position.typed_board import TypedBoard
from harmonies_cli.records.position.typed_cards import TypedCards
from harmonies_cli.records.problems import Problem
from harmonies_cli.rules.board.cards import CARDS
from harmonies_cli.rules.board.tokens import BOX, LANES, TOKENS
from harmonies_cli.rules.scoring.scoresheet import Scoresheet

__all__ = ["cards_at_two", "claim_problems", "solo_of_several", "tokens_over_box"]

_GUARD = sum(lane << 7 for lane in LANES)


def cards_at_two(hands: Sequence[TypedCards]) -> Iterator[Problem]:
    """Yield the cards that two players have."""
    owner: dict[int, int] = {}
    for number, typed in enumerate(hands, 1):
        for card, key in typed.key_of.items():
            if card in owner:
                message = (
                    f"players {owner[card]} and {number} both have the {CARDS[card].id}: there is one of each card"
                )
                pointer = f"/players/{number - 1}/cards/{escape(key)}"
                hint = "check which of the two has it"
                yield Problem("card-twice", message, pointer=pointer, player=number, hint=hint)
            owner.setdefault(card, number)


def solo_of_several(record: Position | PaperSheet) -> list[Problem]:
    """Return a problem if a record of several players is marked as solo."""
    if record.solo is not True or len(record.players) == 1:
        return []
    message = '"solo" is true, but there are several players'
    return [Problem("schema", message, pointer="/solo", hint="a solo game has one player")]


def tokens_over_box(boards: Sequence[TypedBoard]) -> list[Problem]:
    """Return a problem for each colour with more tokens on the boards than in the box."""
    total = sum(board.tokens for board in boards)
    left = (BOX | _GUARD) - total if len(boards) == 1 else None
    if left is not None and left & _GUARD == _GUARD:
        return []
    problems = []
    for token, lane in zip(TOKENS, LANES, strict=True):
        on_boards = sum(board.tokens // lane & 255 for board in boards)
        if on_boards > token.in_box:
            counted = f"{on_boards} {token.colour} tokens ({token.letter})"
            message = f"{counted} are on the boards, but the box holds {token.in_box}"
            hint = "check the stacks with this letter, and whether another colour was meant"
            alone = len(boards) == 1
            pointer, player = ("/players/0/board", 1) if alone else ("/players", None)
            problems.append(Problem("tokens-over-box", message, pointer=pointer, player=player, hint=hint))
    return problems


def claim_problems(
    sheet: Scoresheet, claimed: int | ClaimedRows, *, solo: bool, of_either_rules: bool = False
) -> Iterator[Problem]:
    """Yield the claimed rows that are wrong; skip unknown ones.

    Parameters
    ----------
    sheet
        The player's scoresheet under the rule set of the claims.
    claimed
        The total, or rows.
    solo
        Whether the position is of a solo game, which is worth suns.
    of_either_rules
        Whether to accept the points of the other rule set too.
    """
    from harmonies_cli.records.game.recorded_result import claimed_rows, is_of_other_rules

    pointer = f"/players/{sheet.player - 1}/score"
    for row, points in claimed_rows(claimed).items():
        counted = getattr(sheet, row)
        because, hint = f"{counted} counted", "see why with --explain"
        if row == "suns" and not solo:
            because, hint = "but only solo games are worth suns", 'write "solo": true if it was one'
        elif counted is None or counted == points:
            continue
        elif sheet.other_rules and is_of_other_rules(sheet, row, points):
            if of_either_rules:
                continue
            other = sheet.other_rules.rules
            hint = f"the rule set {other} gives {points}: score with --rules {other}"
        place = pointer if isinstance(claimed, int) else f"{pointer}/{row}"
        message = f"{row}: {quote(points)} claimed, {because}"
        yield Problem("score-mismatch", message, pointer=place, player=sheet.player, hint=hint)
