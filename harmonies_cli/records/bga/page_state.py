"""The state of a page of the site (gamedatas), as a position record of the notation."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

from harmonies_cli.records.bga.site_results import Score, SiteResult, site_result
from harmonies_cli.records.bga.values import (
    BgaError,
    as_list,
    as_map,
    card_numbered,
    cell,
    excerpt,
    identity,
    integer,
    number,
    token_letters,
)
from harmonies_cli.rules.board.cards import Card
from harmonies_cli.rules.board.sides import COLUMN_LETTERS, SIDES
from harmonies_cli.rules.scoring.game_end import may_be_over

__all__ = ["board_columns", "check_space", "gamedatas_record", "only_side_with", "players_of", "side_named_by"]

_ENDED = (98, 99)
_IN_PROGRESS = "The state of a game in progress: not a final position."
_GAVE_UP = "The site ended the game before its regular end: a player gave up, and nobody has won."
_Player = dict[str, Any]


def gamedatas_record(
    state: dict[str, Any], names: dict[str, str], side: str | None
) -> tuple[dict[str, Any], SiteResult | None]:
    """Return the record of a page state, and the site's results if it has them.

    Parameters
    ----------
    state
        The page state.
    names
        Names of players by id, if the envelope has them.
    side
        The side to assume if the state does not name it.

    Raises
    ------
    BgaError
        If it is not a state of Harmonies, or something in it is off the board.
    """
    players = players_of(state)
    stacks = {who: _stacks(player, f"/players/{who}") for who, player in players}
    board_side = _side(state, [space for board in stacks.values() for space in board], side)
    on_cards = _cubes_on_cards(state)
    record: dict[str, Any] = {"format": "harmonies-position", "version": 1}
    record |= {"source": "Board Game Arena page state", "side": board_side, "rules": "bga"}
    if integer(state.get("expansion")) is not None:
        record["spirits"] = integer(state["expansion"]) == 1
    record |= {"solo": True} if len(players) == 1 else {}
    record["players"] = [
        {"name": names.get(who, f"Player {place}"), **({"id": f"bga-{who}"} if who.isdigit() else {})}
        for place, (who, _) in enumerate(players, 1)
    ]
    with_spirit = []
    for written, (who, player) in zip(record["players"], players, strict=True):
        pointer = f"/players/{who}"
        for space in stacks[who]:
            check_space(board_side, space, written["name"], f"{pointer}/tokensOnBoard")
        cards = _cards(player, on_cards, pointer)
        with_spirit.append(any(card.is_spirit for card, _ in cards))
        written["board"] = board_columns(board_side, stacks[who])
        written["cards"] = {card.id: placed for card, placed in cards}
        written["cubes"] = _cube_spaces(player, board_side, written["name"], pointer)
    has_scores = any(player.get("scores") for _, player in players)
    phase = integer(as_map(state.get("gamestate") or {}, "gamestate").get("id"))
    has_ended = phase in _ENDED or bool(state.get("winners"))
    if not has_scores and not (has_ended and _may_be_over(board_side, stacks, solo=len(players) == 1)):
        return record | {"unfinished": True, "notes": _GAVE_UP if has_ended else _IN_PROGRESS}, None
    site = _site(state, players, with_spirit)
    if site is None:
        return record | {"unfinished": False}, None
    record["unfinished"] = False
    for written, result in zip(record["players"], site.players, strict=True):
        written["score"] = result.rows()
    return record, site


def _may_be_over(side: str, stacks: dict[str, dict[str, str]], *, solo: bool) -> bool:
    spaces = len(SIDES[side].spaces)
    empty = [spaces - len(board) for board in stacks.values()]
    return may_be_over(empty, sum(len(stack) for board in stacks.values() for stack in board.values()), solo=solo)


def players_of(state: Mapping[str, Any]) -> list[tuple[str, dict[str, Any]]]:
    """Return the players of a page state with their ids, in turn order.

    Raises
    ------
    BgaError
        If it is the state of another game.
    """
    given = as_map(state.get("players"), "players")
    players = [(who, as_map(player, f"players/{who}")) for who, player in given.items()]
    if not any("tokensOnBoard" in player for _, player in players):
        raise BgaError("a BGA page state, but of another game: its players have no tokensOnBoard")
    return sorted(players, key=lambda pair: integer(pair[1].get("playerNo")) or 0)


def _side(state: dict[str, Any], spaces: list[str], assumed: str | None) -> str:
    side = side_named_by(state.get("boardSide")) or only_side_with(spaces) or assumed
    if side is None:
        raise BgaError(
            f"boardSide should be sideA or sideB, not {excerpt(state.get('boardSide'))}",
            pointer="/boardSide",
            hint="say which with --side A or --side B",
        )
    return side


def _stacks(player: _Player, pointer: str) -> dict[str, str]:
    """Return the stacks by space; the site writes the tokens as a map by space, or as a list with places."""
    given = player.get("tokensOnBoard")
    parts = given.items() if isinstance(given, dict) else [(None, given)]
    stacks: dict[str, list[tuple[int, str]]] = {}
    for place, tokens in parts:
        for token in as_list(tokens, "tokensOnBoard"):
            written = as_map(token, "tokensOnBoard")
            _, space = cell(place or written.get("location"), f"{pointer}/tokensOnBoard")
            level = number(written.get("location_arg"), "location_arg")
            stacks.setdefault(space, []).append((level, token_letters([written], "tokensOnBoard")))
    return {space: "".join(letter for _, letter in sorted(stack)) for space, stack in stacks.items()}


def _cubes_on_cards(state: dict[str, Any]) -> Counter[str]:
    if "cubesOnAnimalCards" not in state:
        raise BgaError("cubesOnAnimalCards is missing: the cubes placed are not known")
    cubes = as_list(state["cubesOnAnimalCards"], "cubesOnAnimalCards")
    places = (as_map(cube, "cubesOnAnimalCards").get("location") for cube in cubes)
    return Counter(place.removeprefix("card_") for place in places if isinstance(place, str))


def _cards(player: _Player, on_cards: Counter[str], pointer: str) -> list[tuple[Card, int]]:
    """Return the player's cards with the number of cubes placed."""
    cards: list[tuple[Card, int]] = []
    for pile in ("boardAnimalCards", "doneAnimalCards"):
        for place, given in enumerate(as_list(player.get(pile), pile)):
            where = f"{pointer}/{pile}/{place}"
            written = as_map(given, pile)
            card = card_numbered(written.get("type_arg"), f"{where}/type_arg")
            left = on_cards[identity(written.get("id")) or ""]
            if left > card.cubes or any(card is other for other, _ in cards):
                what = f"{left} cubes left of {card.cubes}" if left > card.cubes else "one player has it twice"
                raise BgaError(f"card {card.words}: {what}", pointer=where)
            cards.append((card, card.cubes - left))
    return cards


def _cube_spaces(player: _Player, side: str, name: str, pointer: str) -> list[str]:
    given = player.get("animalCubesOnBoard")
    cells = given if isinstance(given, dict) else as_list(given, "animalCubesOnBoard")
    spaces = sorted(cell(each, f"{pointer}/animalCubesOnBoard")[1] for each in cells)
    for space in spaces:
        check_space(side, space, name, f"{pointer}/animalCubesOnBoard")
    return spaces


def _site(state: dict[str, Any], players: list[tuple[str, _Player]], with_spirit: list[bool]) -> SiteResult | None:
    winners = {identity(who) or "" for who in as_list(state.get("winners"), "winners")}
    if not winners and not any(player.get("scores") for _, player in players):
        return None
    scores: dict[str, Score] = {}
    for who, player in players:
        score = scores[who] = Score()
        for score_type, points in as_map(player.get("scores"), "scores").items():
            score.add(score_type, number(points, "scores"))
        score.final, score.final_aux = integer(player.get("score")), integer(player.get("scoreAux"))
    return site_result(scores, [who for who, _ in players], with_spirit, winners)


_BOARD_SIDES = {"sidea": "A", "sideb": "B"}


def only_side_with(spaces: Iterable[str]) -> str | None:
    """Return the side that has all of `spaces`; None if both do, or neither."""
    names = set(spaces)
    sides = [name for name, side in SIDES.items() if names.issubset(side.spaces)]
    return sides[0] if len(sides) == 1 else None


def side_named_by(value: object) -> str | None:
    """Return the side from the site's ``boardSide``."""
    return _BOARD_SIDES.get(value.lower()) if isinstance(value, str) else None


def check_space(side: str, space: str, where: str, pointer: str = "") -> None:
    """Raise an error if the side does not have the space.

    Raises
    ------
    BgaError
        If the side does not have it; the message begins with `where`.
    """
    columns = SIDES[side].columns
    if space not in SIDES[side].bit_of:
        raise BgaError(
            f"{where}: side {side} has no space {space}",
            code="no-such-space",
            pointer=pointer,
            hint=f"its columns a to {COLUMN_LETTERS[len(columns) - 1]} have {', '.join(map(str, columns))} spaces",
        )


def board_columns(side: str, stacks: Mapping[str, str]) -> list[str]:
    """Return a board as the notation's list of columns, from the stacks on its spaces."""
    return [
        " ".join(stacks.get(f"{COLUMN_LETTERS[column]}{row + 1}") or "." for row in range(rows))
        for column, rows in enumerate(SIDES[side].columns)
    ]
