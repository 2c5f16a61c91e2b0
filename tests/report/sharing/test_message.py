from __future__ import annotations

import pytest

from harmonies_cli.report.sharing.message import message
from harmonies_cli.report.text_layout import display_width
from tests.cli.command import ROOT
from tests.plays.shared_records import sheet
from tests.records.assessed import assessed

ROWS = {"trees": 4, "mountains": 10, "fields": 10, "buildings": 10, "water": 19, "animals": 50, "spirit": 0}


def test_the_worked_example_of_the_rulebook() -> None:
    found = assessed((ROOT / "samples" / "rulebook-example.json").read_bytes())
    assert message(found, date="2026-05-31") == (
        "Harmonies, 2026-05-31: Pauline 116\n"
        "           Pauline\n"
        "Trees            4\n"
        "Mountains       10\n"
        "Fields          10\n"
        "Buildings       10\n"
        "Water           19\n"
        "Animals         63\n"
        "Spirit           0\n"
        "Total          116\n"
    )
    assert message(found, plain=True) == (
        "Harmonies: Pauline 116\n"
        "Pauline: trees 4, mountains 10, fields 10, buildings 10, water 19, animals 63, spirit 0\n"
    )


@pytest.mark.parametrize("plain", [False, True])
def test_four_players_fit_on_a_phone_in_twelve_lines(plain: bool) -> None:
    names = ["Ann", "木村さくらこさん", "Bénédicte-Marie-Charlotte", "x" * 500]
    lines = message(assessed(sheet(*((name, ROWS) for name in names))), plain=plain).splitlines()
    assert len(lines) <= 12
    if not plain:
        assert {display_width(line) for line in lines[1:]} == {display_width(lines[1])}
        assert display_width(lines[1]) <= 60


@pytest.mark.parametrize("name", ["@everyone", "```", "*b* _i_ ~s~ ||x||", "<@1>", "https://example.org", "\x1b[2J\nx"])
def test_a_hostile_name_formats_nothing_calls_nobody_and_is_no_link(name: str) -> None:
    text = message(assessed(sheet((name, 88), ("Ben", 80))))
    assert not set(text) & set("@`*_~|<>\x1b")
    assert "://" not in text
    assert len(text.splitlines()) == 3
