"""A position checked and scored: all faults of a record at once (NOTATION.md, Position)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from msgspec import UnsetType

from harmonies_cli.records.notation import ClaimedRows, Position
from harmonies_cli.records.outcome import Assessment, VerifiedRecord
from harmonies_cli.records.places import Places, escape
from harmonies_cli.records.problems import Problem
from harmonies_cli.records.reader import Reading
from harmonies_cli.records.results import claimed_rows, is_of_other_rules
from harmonies_cli.records.typedboard import TypedBoard, read_board
from harmonies_cli.records.typedcards import TypedCards, cube_problems, read_cards
from harmonies_cli.rules.cards import CARDS
from harmonies_cli.rules.landscapes import RuleSet
from harmonies_cli.rules.scoresheet import Scoresheet, score_board
from harmonies_cli.rules.sides import SIDES, Side, side_named
from harmonies_cli.rules.standing import rank, suns
from harmonies_cli.rules.tokens import BOX, LANES, TOKENS

__all__ = ["assess_position", "placed", "score_position"]

_GUARD = sum(lane << 7 for lane in LANES)


def assess_position(found: VerifiedRecord, position: Position, reading: Reading, how: Assessment) -> None:
    """Check and score a position, and fill in what is found.

    Parameters
    ----------
    found
        What is filled in.
    position, reading
        The position, and where it was read.
    how
        How to assess it.
    """
    side = SIDES[how.side] if how.side else side_named(position.side)
    found.kind = "position"
    found.side = side.name
    found.players, found.winners, problems = score_position(
        position, found.rules, side=side, explain=how.explain, claimed_under=reading.rules or found.rules
    )
    if reading.bga is not None and reading.bga.site is not None:
        from harmonies_cli.records.sitecheck import site_problems

        sheets, winners = found.players, found.winners
        if found.rules != "bga":
            sheets, winners, _ = score_position(position, "bga", side=side, explain=False)
        problems += site_problems(reading.bga.site, sheets, winners)
    if problems:
        found.problems = placed(problems, reading.data, reading.line)
    else:
        found.verdict = "legal"


def score_position(
    position: Position,
    rules: RuleSet,
    *,
    side: Side | None = None,
    explain: bool = True,
    claimed_under: RuleSet | None = None,
) -> tuple[list[Scoresheet], list[int], list[Problem]]:
    """Check a position and score the players whose board and cards can be read.

    Parameters
    ----------
    position
        The position as decoded.
    rules
        The rule set.
    side
        The side to assume in place of the recorded one.
    explain
        Whether to give the items.
    claimed_under
        The rule set that claimed scores were counted under, if it is another one.

    Returns
    -------
    sheets
        In player order; without those of players that cannot be read.
    winners
        Numbers of the winners; empty if a player's sheet or cards are missing.
    problems
        All faults, without line and column: see `placed`.
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
        if not board.problems and not any(problem.code in _UNREADABLE for problem in typed.problems):
            sheet = score_board(
                side, board.board, typed.cards, player=number, name=player.name, rules=rules, explain=explain
            )
            sheets.append(sheet)
            if typed.cards or not isinstance(player.cubes, UnsetType):
                problems += cube_problems(side, player, number, board, typed)
    solo = position.solo is True
    if solo and len(position.players) > 1:
        problems.append(
            Problem(
                "schema",
                '"solo" is true, but there are several players',
                pointer="/solo",
                hint="a solo game has one player",
            )
        )
    problems += _cards_at_two(hands)
    problems += _tokens_over_box(boards)
    winners: list[int] = []
    if len(sheets) == len(position.players):
        winners = rank(sheets, rules)
        if solo and len(sheets) == 1:
            _give_suns(side, sheets[0], hands[0], spirits)
    for sheet in sheets:
        claimed = position.players[sheet.player - 1].score
        if isinstance(claimed, UnsetType):
            continue
        counted = sheet
        if claimed_under not in (None, rules):
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
            counted.suns = sheet.suns
        problems += _claimed_problems(counted, claimed)
    return sheets, winners, problems


_UNREADABLE = frozenset(("card-unknown", "card-ambiguous", "card-twice", "cubes-range"))


def _give_suns(side: Side, sheet: Scoresheet, typed: TypedCards, spirits: bool | None) -> None:
    if sheet.total is None or typed.cards is None:
        return
    chosen = [card for card, _ in typed.cards if CARDS[card].is_spirit]
    if chosen or not spirits:
        sheet.suns = suns(side, sheet.total, chosen[0] if chosen else None)


def _cards_at_two(hands: Sequence[TypedCards]) -> list[Problem]:
    problems = []
    owner: dict[int, int] = {}
    for number, typed in enumerate(hands, 1):
        for card, key in typed.key_of.items():
            if card in owner:
                message = f"the {CARDS[card].id} is at players {owner[card]} and {number}: there is one of each card"
                pointer = f"/players/{number - 1}/cards/{escape(key)}"
                hint = "check which of the two has it"
                problems.append(Problem("card-twice", message, pointer=pointer, player=number, hint=hint))
            owner.setdefault(card, number)
    return problems


def _tokens_over_box(boards: Sequence[TypedBoard]) -> list[Problem]:
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
            player = 1 if len(boards) == 1 else None
            problems.append(Problem("tokens-over-box", message, pointer="/players", player=player, hint=hint))
    return problems


def _claimed_problems(sheet: Scoresheet, claimed: int | ClaimedRows) -> list[Problem]:
    """Compare claimed points with a scoresheet, row by row; what is unknown is not compared."""
    pointer = f"/players/{sheet.player - 1}/score"
    problems = []
    for row, points in claimed_rows(claimed).items():
        counted = getattr(sheet, row)
        if counted is None or counted == points:
            continue
        place = pointer if isinstance(claimed, int) else f"{pointer}/{row}"
        message = f"{row}: {points} claimed, {counted} counted"
        hint = "see why with --explain"
        if is_of_other_rules(sheet, row, points) and sheet.other_rules:
            other = sheet.other_rules.rules
            hint = f"the rule set {other} gives {points}: score with --rules {other}"
        problems.append(Problem("score-mismatch", message, pointer=place, player=sheet.player, hint=hint))
    return problems


def placed(problems: list[Problem], data: bytes, line: int | None) -> list[Problem]:
    """Return problems with line and column filled in from the text of the record.

    Parameters
    ----------
    problems
        Problems with pointers.
    data, line
        Text of the record, and the line of the file on which it stands; None if it is the whole file.
    """
    places = Places(data, line)
    found = []
    for problem in problems:
        if problem.line is None:
            of_key = problem.code in _AT_KEY
            place = places.of_key(problem.pointer) if of_key else places.of_value(problem.pointer)
            if place is not None:
                problem = replace(problem, line=place[0], column=place[1])
        found.append(problem)
    return found


_AT_KEY = frozenset(("card-unknown", "card-ambiguous", "card-twice", "two-spirits", "spirit-not-allowed"))
