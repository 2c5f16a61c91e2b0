from __future__ import annotations

import gzip
import json
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from harmonies_cli.cli.edit import _write as write_packed
from harmonies_cli.editor.session import ChangedFileError, EditingSession, NotAPositionError
from harmonies_cli.errors import HarmoniesError, UsageError
from tests.cli.command import ROOT

EXAMPLE = (ROOT / "samples/rulebook-example.json").read_bytes()
EMPTY = json.dumps(
    {"format": "harmonies-position", "version": 1, "side": "A", "players": [{"name": "Ann", "board": {}, "cards": {}}]}
).encode()


def write(path: str, data: bytes) -> None:
    Path(path).write_bytes(data)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "game.json"
    path.write_bytes(EXAMPLE)
    return path


def session(file: Path | None) -> EditingSession:
    return EditingSession(None if file is None else str(file), write)


def test_existing_file_is_opened(file: Path) -> None:
    start = session(file).start()
    assert (start["file"], start["error"], start["lost"]) == ("game.json", None, [])
    assert start["record"]["players"][0]["board"]["e1"] == "MMM"


def test_missing_file_is_new_and_written_on_saving(tmp_path: Path) -> None:
    path = tmp_path / "new.json"
    editing = session(path)
    assert editing.start()["version"] == "absent"
    assert not path.exists()
    assert editing.save(EMPTY, "absent")["problems"] == 0
    assert json.loads(path.read_bytes())["players"][0]["board"] == [
        ". . . . .",
        ". . . .",
        ". . . . .",
        ". . . .",
        ". . . . .",
    ]
    assert editing.saved_problems == 0


def test_without_a_file_nothing_is_saved() -> None:
    editing = session(None)
    assert editing.start()["file"] is None
    with pytest.raises(UsageError, match="no file"):
        editing.save(EMPTY, "absent")
    assert editing.saved_problems is None


def test_each_save_gives_the_version_for_the_next(file: Path) -> None:
    editing = session(file)
    version = editing.save(EMPTY, editing.start()["version"])["version"]
    assert editing.save(EXAMPLE, version)["version"] == editing.start()["version"]
    assert editing.saved_problems == 0


def test_start_gives_what_is_on_the_disk_now(file: Path) -> None:
    editing = session(file)
    editing.save(EMPTY, editing.start()["version"])
    assert editing.start()["record"]["players"][0]["name"] == "Ann"
    file.write_bytes(EXAMPLE)
    assert editing.start()["record"]["players"][0]["name"] == "Pauline"


def test_file_that_became_unreadable_is_reported_and_not_overwritten_unasked(file: Path) -> None:
    editing = session(file)
    file.write_bytes(b'{"format": "harmonies-position",\n "version": 1 "side": "A"}')
    start = editing.start()
    assert "cannot be read" in start["error"]
    assert (start["lost"][0]["line"], start["lost"][0]["code"]) == (2, "syntax")
    with pytest.raises(ChangedFileError) as error:
        editing.save(EMPTY, start["version"])
    editing.save(EMPTY, error.value.version)


@pytest.mark.parametrize("change", ["changed", "removed"])
def test_changed_file_is_overwritten_only_with_its_current_version(file: Path, change: str) -> None:
    editing = session(file)
    version = editing.start()["version"]
    if change == "changed":
        file.write_bytes(b"other")
    else:
        file.unlink()
    with pytest.raises(ChangedFileError, match=f"was {change} by another program or tab") as error:
        editing.save(EMPTY, version)
    assert not file.exists() if change == "removed" else file.read_bytes() == b"other"
    editing.save(EMPTY, error.value.version)
    assert json.loads(file.read_bytes())["players"][0]["name"] == "Ann"


def test_new_file_that_appeared_meanwhile_is_kept(tmp_path: Path) -> None:
    editing = session(tmp_path / "new.json")
    (tmp_path / "new.json").write_bytes(b"other")
    with pytest.raises(ChangedFileError):
        editing.save(EMPTY, "absent")
    assert (tmp_path / "new.json").read_bytes() == b"other"


@pytest.mark.parametrize("programs", [1, 2])
@pytest.mark.parametrize("round_", range(20))
def test_only_one_of_two_simultaneous_saves_is_made(file: Path, programs: int, round_: int) -> None:
    def slow(path: str, data: bytes) -> None:
        time.sleep(0.01)
        Path(path).write_bytes(data)

    sessions = [EditingSession(str(file), slow) for _ in range(programs)]
    version = sessions[0].start()["version"]
    names = [f"{round_}-{writer}" for writer in range(4)]
    gate = threading.Barrier(len(names))

    def save(writer: int) -> str | None:
        record = json.loads(EMPTY)
        record["players"][0]["name"] = names[writer]
        gate.wait()
        try:
            sessions[writer % programs].save(json.dumps(record).encode(), version)
        except ChangedFileError:
            return None
        return names[writer]

    with ThreadPoolExecutor(len(names)) as pool:
        saved = [name for name in pool.map(save, range(len(names))) if name]
    assert len(saved) == 1
    assert json.loads(file.read_bytes())["players"][0]["name"] == saved[0]


def test_position_with_problems_is_saved_and_they_are_counted(file: Path) -> None:
    record: dict[str, Any] = json.loads(EMPTY)
    record["players"][0]["cards"] = {"falcon": 2}
    editing = session(file)
    assert editing.save(json.dumps(record).encode(), editing.start()["version"])["problems"] == 1


@pytest.mark.parametrize("data", [b"{", b"[]", b'{"format": "harmonies-position", "version": 2}'])
def test_a_draft_that_breaks_the_schema_is_not_saved(file: Path, data: bytes) -> None:
    editing = session(file)
    with pytest.raises(NotAPositionError) as error:
        editing.save(data, editing.start()["version"])
    assert error.value.problems
    assert file.read_bytes() == EXAMPLE


@pytest.mark.parametrize(
    ("sample", "says"),
    [
        ("games/illegal.json", "is a game"),
        ("bga/log-two-players.json.gz", "is a game"),
    ],
)
def test_games_are_not_opened(sample: str, says: str) -> None:
    with pytest.raises(NotAPositionError, match=says):
        session(ROOT / "samples" / sample)


@pytest.mark.parametrize("file", ["-", "s3://games/a.json", "https://example.org/a.json", "new.jsonl", "new.jsonl.gz"])
def test_the_editor_does_not_start_on_what_it_cannot_save_as_one_position(file: str) -> None:
    with pytest.raises(HarmoniesError, match=r"cannot be edited|one record per line"):
        EditingSession(file, write)


def test_packed_file_stays_packed(tmp_path: Path) -> None:
    path = tmp_path / "game.json.gz"
    path.write_bytes(gzip.compress(EXAMPLE))
    editing = EditingSession(str(path), write_packed)
    version = editing.save(EMPTY, editing.start()["version"])["version"]
    assert json.loads(gzip.decompress(path.read_bytes()))["players"][0]["name"] == "Ann"
    editing.save(EXAMPLE, version)
    assert json.loads(gzip.decompress(path.read_bytes()))["id"] == "rulebook-example"


def test_file_of_several_records_is_not_opened(tmp_path: Path) -> None:
    path = tmp_path / "many.jsonl"
    path.write_bytes(EMPTY + b"\n" + EMPTY + b"\n")
    with pytest.raises(NotAPositionError, match="one record per line"):
        session(path)


def test_unreadable_file_is_not_opened_and_its_problems_are_reported(tmp_path: Path) -> None:
    path = tmp_path / "bad.json"
    path.write_bytes(b'{"format": "harmonies-position", "version": 1, "sid": "A", "players": []}')
    with pytest.raises(NotAPositionError) as error:
        session(path)
    assert {problem.code for problem in error.value.problems} == {"schema"}


def test_folder_is_not_opened(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="folder"):
        session(tmp_path)


def test_saved_page_of_the_site_is_opened_but_never_written_over(tmp_path: Path) -> None:
    path = tmp_path / "page.json"
    path.write_bytes((ROOT / "samples/bga/harmonies-bot-snapshot.json").read_bytes())
    editing = session(path)
    start = editing.start()
    assert start["file"] is None
    assert start["record"]["format"] == "harmonies-position"
