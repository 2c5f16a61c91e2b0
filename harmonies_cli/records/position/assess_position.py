"""Check and score a position, and report all its faults at once (docs/notation.md "Position")."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
from msgspec import UNSET, UnsetType

from harmonies_cli.records.game.claims import claim_problems, solo_of_several
from harmonies_cli.records.notation import Position
from harmonies_cli.records.outcome import AssessOptions, VerifiedRecord
from harmonies_cli.records.position.typed_board import TypedBoard, read_board
from harmonies_cli.records.position.typed_cards import TypedCards, cards_at_two, read_cards
from harmonies_cli.records.position.typed_cubes import cube_problems
from harmonies_cli.records.problems import Problem
from harmonies_cli.records.reader import Reading
from harmonies_cli.rules.board.cards import CARDS
from harmonies_cli.rules.board.sides import MOST_EMPTY_AT_END, SIDES, Side, side_named
from harmonies_cli.rules.board.tokens import BOX, LANES, SIZE_SHIFT, TOKENS
from harmonies_cli.rules.scoring.game_end import may_be_over, rank, suns
from harmonies_cli.rules.scoring.landscapes import RULE_SETS, RuleSet
from harmonies_cli.rules.scoring.scoresheet import Scoresheet, score_board

__all__ = ["ScoredPosition", "assess_position", "score_position", "tokens_over_box"]


def assess_position(found: VerifiedRecord, position: Position, reading: Reading, how: AssessOptions) -> None:
    """Check and score a position, and put the outcome into `found`.

    Parameters
    ----------
    found
        The outcome so far.
    position, reading
        The position, and its reading.
    how
        How to assess it.
    """
    side = SIDES[how.side] if how.side else side_named(position.side)
    found.kind = "position"
    found.side = side.name
    scored = score_position(position, found.rules, side=side, explain=how.explain, claimed_under=reading.rules)
    found.players, found.winners, problems = scored.sheets, scored.winners, scored.problems
    found.finished = scored.not_final is None
    found.not_final = UNSET if scored.not_final is None else scored.not_final
    if reading.foreign is not None:

        def standing(rules: RuleSet) -> tuple[list[Scoresheet], list[int]]:
            if rules == found.rules:
                return found.players, found.winners
            other = score_position(position, rules, side=side, explain=False)
            return other.sheets, other.winners

        problems += reading.foreign.position_problems(standing)
        _leave_out_damaged(found, problems)
        if found.finished and not reading.foreign.has_results:
            found.unchecked = ["result"]
    if problems:
        from harmonies_cli.records.json.locations import in_order, locate

        found.problems = in_order(locate(problems, reading.data, reading.line))
    else:
        found.verdict = "legal"


def _leave_out_damaged(found: VerifiedRecord, problems: Sequence[Problem]) -> None:
    """Drop the scoresheets of boards that differ from the site's counts: their points would be wrong."""
    damaged = {problem.player for problem in problems if problem.code == "site-differs"}
    kept = [sheet for sheet in found.players if sheet.player not in damaged]
    if len(kept) < len(found.players):
        for sheet in kept:
            sheet.rank = sheet.winner = sheet.suns = None
        found.players, found.winners = kept, []


class ScoredPosition(msgspec.Struct, frozen=True):
    """A position with its scores.

    Attributes
    ----------
    sheets
        In player order, without players that cannot be read.
    winners
        Numbers of the winners; empty if a player's sheet or cards are missing, or the game is not over.
    problems
        All faults, without line and column: see `locations.locate`.
    not_final
        The reason why the boards are not final; None if they are.
    """

    sheets: list[Scoresheet]
    winners: list[int]
    problems: list[Problem]
    not_final: str | None


def score_position(
    position: Position,
    rules: RuleSet,
    *,
    side: Side | None = None,
    explain: bool = True,
    claimed_under: RuleSet | None = None,
) -> ScoredPosition:
    """Check a position and score the players whose board and cards can be read.

    Parameters
    ----------
    position
        The decoded position.
    rules
        The rule set.
    side
        The side to assume in place of the recorded one.
    explain
        Whether to include the items.
    claimed_under
        The rule set of claimed scores; None if the record does not name it: the requested rule set and the rulebook are
        both accepted.
    """
    side = side or side_named(position.side)
    spirits = None if isinstance(position.spirits, UnsetType) else position.spirits
    problems: list[Problem] = []
    sheets: list[Scoresheet] = []
    boards: list[TypedBoard] = []
    hands: list[TypedCards] = []
    for number, player in enumerate(position.players, 1):
        board = read_board(side, player.board, number)
        typed = read_cards(player, number, spirits=spirits)
        boards.append(board)
        hands.append(typed)
        problems += board.problems
        problems += typed.problems
        if not board.problems and (not typed.problems or typed.is_read):
            sheets.append(
                score_board(
                    side, board.board, typed.cards, player=number, name=player.name, rules=rules, explain=explain
                )
            )
        if typed.cards or not isinstance(player.cubes, UnsetType):
            problems += cube_problems(side, player, number, board, typed)
    solo = position.solo is True
    problems += solo_of_several(position)
    problems += cards_at_two(hands)
    problems += tokens_over_box(boards)
    winners: list[int] = []
    not_final = _why_not_final(position, boards, len(side.spaces), solo=solo)
    if len(sheets) == len(position.players):
        winners = rank(sheets, rules, finished=not_final is None)
        if solo and len(sheets) == 1 and not_final is None:
            _give_suns(side, sheets[0], hands[0], spirits)
    for sheet in sheets:
        claimed = position.players[sheet.player - 1].score
        if isinstance(claimed, UnsetType):
            continue
        counted = sheet
        if claimed_under and claimed_under != rules:
            number = sheet.player - 1
            counted = score_board(
                side,
                boards[number].board,
                hands[number].cards,
                player=sheet.player,
                name=sheet.name,
                rules=claimed_under,
                explain=False,
            )
            if sheet.suns is not None:
                _give_suns(side, counted, hands[number], spirits)
        either = claimed_under is None and rules != RULE_SETS[0]
        problems += claim_problems(counted, claimed, solo=solo, of_either_rules=either)
    return ScoredPosition(sheets, winners, problems, not_final)


def _why_not_final(position: Position, boards: Sequence[TypedBoard], spaces: int, *, solo: bool) -> str | None:
    """Return the reason why a position is not final, or None (docs/notation.md, Position)."""
    if position.unfinished is True:
        return "the record says that the game continues"
    if position.unfinished is False or (len(boards) == 1 and not solo) or any(board.problems for board in boards):
        return None
    tokens = sum([board.tokens >> SIZE_SHIFT for board in boards])
    empty = [spaces - len(board.stacks) for board in boards]
    if may_be_over(empty, tokens, solo=solo):
        return None
    return (
        f"the game continues: no player has {MOST_EMPTY_AT_END} or fewer empty spaces (the fewest: {min(empty)}), "
        f"and with {tokens} tokens on the boards the pouch is not empty"
    )


def _give_suns(side: Side, sheet: Scoresheet, typed: TypedCards, spirits: bool | None) -> None:
    if sheet.total is None or typed.cards is None:
        return
    chosen = [card for card, _ in typed.cards if CARDS[card].is_spirit]
    if chosen or not spirits:
        sheet.suns = suns(side, sheet.total, chosen[0] if chosen else None)


_GUARD = sum(lane << 7 for lane in LANES)


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
