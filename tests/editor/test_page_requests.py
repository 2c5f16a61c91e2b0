from __future__ import annotations

import json
from base64 import b64encode
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from harmonies_cli.editor.page_requests import PICTURE_LIMIT, tables
from tests.cli.command import ROOT
from tests.editor.served import Answer, Served
from tests.photo.scenes import Scene, scene

TABLES = tables()
CATALOGUE = json.loads((ROOT / "harmonies_cli/data/cards.json").read_text(encoding="utf-8"))["cards"]
STACKS = {"W", "F", "M", "MM", "MMM", "T", "TT", "L", "TL", "TTL", "H", "TH", "MH", "HH"}


def test_tokens_of_the_table_build_the_stacks_of_the_rules_and_no_others() -> None:
    built: set[str] = set()
    growing = [""]
    while growing:
        stack = growing.pop()
        above = [stack + letter for letter in TABLES["stacks"][stack]["next"]]
        built.update(above)
        growing += above
    assert built == STACKS


def test_every_stack_is_described_and_drawn() -> None:
    assert set(TABLES["stacks"]) == STACKS | {""}
    assert TABLES["stacks"]["TTL"]["words"] == "brown under brown under green"
    for stack, known in TABLES["stacks"].items():
        assert known["ground"].startswith("<path")
        assert known["tokens"].count("<ellipse") == len(stack)


def test_sides_have_their_spaces_inside_the_drawing() -> None:
    for name, number in (("A", 23), ("B", 25)):
        side = TABLES["sides"][name]
        assert len(side["middles"]) == number == sum(side["columns"])
        left, top, width, height = side["box"]
        assert all(left < x < left + width and top < y < top + height for x, y in side["middles"].values())


def test_cards_are_those_of_the_catalogue_with_the_stack_under_their_cube() -> None:
    assert [(card["id"], card["points"], card["stack"]) for card in TABLES["cards"]] == [
        (card["id"], tuple(card.get("points", ())), card["habitat"][0]["stack"]) for card in CATALOGUE
    ]
    kinds = {known["kind"] for known in TABLES["stacks"].values()}
    assert {card["stack"] for card in TABLES["cards"]} <= kinds
    assert all(card["drawing"].startswith("<svg") for card in TABLES["cards"])


def test_tables_are_json() -> None:
    assert json.loads(json.dumps(TABLES))["rules"] == ["rulebook", "bga"]


@pytest.fixture(scope="module")
def drawn() -> Scene:
    return scene(33, 35, size=(900, 700))


@pytest.fixture
def served(tmp_path: Path) -> Iterator[Served]:
    running = Served(tmp_path / "new.json")
    yield running
    running.end()


def request(drawn: Scene, **changed: Any) -> bytes:
    data = BytesIO()
    drawn.picture.save(data, "JPEG", quality=92)
    first_top, first_bottom, last_top, last_bottom = drawn.handles
    corners = [first_top, last_top, last_bottom, first_bottom]
    picture = b64encode(data.getvalue()).decode()
    return json.dumps(
        {"side": drawn.side.name, "picture": picture, "corners": corners, "bare": drawn.bare, **changed}
    ).encode()


def asked(served: Served, body: bytes) -> Answer:
    return served.ask("POST", f"{served.root}propose", body)


def test_each_space_gets_two_stacks_and_whether_to_look(served: Served, drawn: Scene) -> None:
    answer = asked(served, request(drawn))
    assert answer.status == 200
    assert set(answer.value) == set(drawn.side.spaces)
    right = sum(answer.value[space]["stack"] == stack for space, stack in drawn.stacks.items())
    assert right >= 0.9 * len(drawn.stacks)


def test_the_page_knows_whether_photographs_are_read(served: Served) -> None:
    assert served.ask("GET", f"{served.root}start.json").value["proposes"] is True


@pytest.mark.parametrize(
    ("changed", "words"),
    [
        ({"picture": "no picture"}, "the photograph cannot be read"),
        ({"picture": b64encode(b"GIF89a").decode()}, "cannot identify image file"),
        ({"side": "C"}, "the photograph cannot be read"),
        ({"corners": [[0, 0], [1, 1], [2, 2]]}, "the photograph cannot be read"),
        ({"corners": [[0, 0], [1, 1], [2, 2], [3, 3]]}, "do not span it"),
        ({"bare": [float("inf"), 0]}, "the photograph cannot be read"),
    ],
)
def test_unreadable_photographs_are_refused_with_the_reason(
    served: Served, drawn: Scene, changed: dict[str, Any], words: str
) -> None:
    answer = asked(served, request(drawn, **changed))
    assert answer.status == 400
    assert words in answer.value["error"]


def test_a_picture_of_very_many_pixels_is_not_unpacked(served: Served, drawn: Scene) -> None:
    data = BytesIO()
    Image.new("1", (10_000, 10_000)).save(data, "PNG")
    answer = asked(served, request(drawn, picture=b64encode(data.getvalue()).decode()))
    assert (answer.status, "pixels" in answer.value["error"]) == (400, True)


def test_too_long_a_request_is_refused(served: Served) -> None:
    answer = served.ask("POST", f"{served.root}propose", b"x", **{"Content-Length": str(PICTURE_LIMIT + 1)})
    assert answer.status == 413


def test_over_the_network_photographs_are_not_read(tmp_path: Path, drawn: Scene) -> None:
    running = Served(tmp_path / "new.json")
    running.server.access.is_open_to_network = True
    try:
        assert running.ask("GET", f"{running.root}start.json").value["proposes"] is False
        assert asked(running, request(drawn)).status == 404
    finally:
        running.end()
