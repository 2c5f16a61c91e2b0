from __future__ import annotations

from pathlib import Path

import pytest

from harmonies_cli.errors import UsageError
from harmonies_cli.records.plays.person_names import read_person_names, rename_players
from tests.plays.shared_records import sheet


def names_in(folder: Path, text: str) -> dict[str, str]:
    path = folder / "names.json"
    path.write_text(text, encoding="utf-8")
    return read_person_names(str(path))


def test_other_names_and_users_become_the_person_and_lose_their_id(tmp_path: Path) -> None:
    names = names_in(tmp_path, '{"Ann": ["Annie", " ÄNNCHEN"], "Ben": "benbgg"}')
    record = sheet(("ännchen ", 88), ("B.", 80), ("Cleo", 70))
    record["players"][1]["id"] = "bgg-benbgg"
    record["players"][2]["id"] = "member-3"
    changed, notes = rename_players(record, names)
    assert changed["players"] == [
        {"name": "Ann", "score": 88},
        {"name": "Ben", "score": 80},
        {"name": "Cleo", "id": "member-3", "score": 70},
    ]
    assert notes == []


def test_a_person_on_two_seats_is_reported(tmp_path: Path) -> None:
    names = names_in(tmp_path, '{"Ann": ["Annie"]}')
    assert "gives several players the name Ann" in rename_players(sheet(("Ann", 88), ("Annie", 80)), names)[1][0]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("[]", "is not a JSON object"),
        ("{", "is not JSON"),
        ('{"Ann": 3, "Ben": ["x"], "Cleo": ["X"], " ": []}', '"Ann" has 3'),
        ('{"Ann": 3, "Ben": ["x"], "Cleo": ["X"], " ": []}', '"X" is given for both "Ben" and "Cleo"'),
        ('{"Ann": 3, "Ben": ["x"], "Cleo": ["X"], " ": []}', "name is empty"),
    ],
)
def test_all_that_is_wrong_with_the_file_is_reported(tmp_path: Path, text: str, words: str) -> None:
    with pytest.raises(UsageError) as error:
        names_in(tmp_path, text)
    assert words in str(error.value)
