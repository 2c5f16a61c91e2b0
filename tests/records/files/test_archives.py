"""Records in containers are read as if they had been saved by themselves."""

from __future__ import annotations

import gzip
import io
import struct
import zipfile
from functools import cache
from pathlib import Path

import msgspec
import pytest

from harmonies_cli.records.assess import assess
from harmonies_cli.records.files.documents import Document
from harmonies_cli.records.outcome import AssessOptions
from harmonies_cli.records.reader import ReadOptions, read_document
from tests.records.files.source_files import PRETTY, RECORD, messages, read
from tests.records.files.wrapped_records import PAGE_WRAPPERS, TEXT_WRAPPERS, WRAPPERS, har, mhtml, zipped

BGA = Path(__file__).parents[2] / "data" / "bga"
LOGS = sorted(path.name for path in BGA.glob("log-*.json.gz"))
STATES = sorted(path.name for path in BGA.glob("gamedatas-*.json.gz"))
PAGE = "replay-page.html.gz"


def sample(name: str) -> bytes:
    return gzip.decompress((BGA / name).read_bytes())


def assessed(document: Document) -> bytes:
    """Return everything known about a record, except its name."""
    document = Document("game.json", None, document.data, document.problem)
    return msgspec.json.encode(assess(read_document(document, ReadOptions()), AssessOptions()))


def alone(data: bytes) -> bytes:
    return assessed(Document("game.json", None, data))


@cache
def sample_alone(name: str) -> bytes:
    """Return the same of a sample, which each container is compared with."""
    return alone(sample(name))


def wrapped(tmp_path: Path, name: str, data: bytes) -> list[Document]:
    file = tmp_path / name
    file.write_bytes(data)
    return read(file)


@pytest.mark.parametrize("name", [*LOGS, *STATES, PAGE])
@pytest.mark.parametrize("wrapper", WRAPPERS)
def test_a_record_in_a_container_equals_one_saved_by_itself(tmp_path: Path, wrapper: str, name: str) -> None:
    (document,) = wrapped(tmp_path, "saved.json", WRAPPERS[wrapper](sample(name)))
    assert document.problem is None
    assert "saved.json!" in document.source
    assert assessed(document) == sample_alone(name)


@pytest.mark.parametrize("name", LOGS)
@pytest.mark.parametrize("wrapper", TEXT_WRAPPERS)
def test_a_copied_log_equals_one_saved_by_itself(tmp_path: Path, wrapper: str, name: str) -> None:
    (document,) = wrapped(tmp_path, "copied.json", TEXT_WRAPPERS[wrapper](sample(name)))
    assert assessed(document) == sample_alone(name)


@pytest.mark.parametrize("wrapper", PAGE_WRAPPERS)
def test_a_page_saved_with_its_files_equals_one_saved_by_itself(tmp_path: Path, wrapper: str) -> None:
    (document,) = wrapped(tmp_path, "page.mhtml", PAGE_WRAPPERS[wrapper](sample(PAGE)))
    assert assessed(document) == sample_alone(PAGE)


@pytest.mark.parametrize("charset", ["windows-1252", "iso-8859-1", "utf-8"])
def test_the_charset_of_a_part_is_respected(tmp_path: Path, charset: str) -> None:
    page = sample(PAGE).decode().replace("Anna", "Zoé")
    (document,) = wrapped(tmp_path, "page.mhtml", mhtml(page.encode(charset), charset))
    assert "Zoé".encode() in assessed(document)


def test_all_answers_that_are_games_are_read_and_named(tmp_path: Path) -> None:
    answers = [(b"<html>nothing</html>", False), (sample(LOGS[0]), False), (sample(PAGE), True), (b"{}", False)]
    documents = wrapped(tmp_path, "net.har", har(*answers))
    assert [document.source.rpartition("!")[2] for document in documents] == ["2", "3"]


def test_all_records_of_an_archive_are_read_in_order(tmp_path: Path) -> None:
    data = zipped(
        ("b.json", PRETTY),
        ("a/c.jsonl", RECORD + b"\n" + RECORD),
        ("__MACOSX/b.json", b"junk"),
        (".hidden.json", b"junk"),
        ("d.json.gz", gzip.compress(RECORD)),
        ("photo.png", b"\x89PNG"),
    )
    documents = wrapped(tmp_path, "games.zip", data)
    assert [(document.source.rpartition("!")[2], document.line) for document in documents] == [
        ("b.json", None),
        ("a/c.jsonl", 1),
        ("a/c.jsonl", 2),
        ("d.json.gz", None),
    ]
    assert [document.data for document in documents] == [PRETTY, RECORD, RECORD, RECORD]


def test_an_archive_in_a_folder_is_read_with_the_files_beside_it(tmp_path: Path) -> None:
    (tmp_path / "games.zip").write_bytes(zipped(("a.json", RECORD)))
    (tmp_path / "z.json").write_bytes(RECORD)
    assert [Path(document.source).name for document in read(tmp_path)] == ["games.zip!a.json", "z.json"]


SHORT = b"<html>g_gamelogs = \xe9" + b"." * 70


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (zipped(), "the ZIP archive holds no records"),
        (zipped(("a.txt", b"x")), "the ZIP archive holds no records"),
        (zipped(("[Content_Types].xml", b"x"), ("xl/a.json", b"x")), "this is an Office document or a spreadsheet"),
        (zipped(("a.json", RECORD))[:-30], "the ZIP archive is damaged"),
        (har((b"x", False)), "the HAR file holds no game: none of its 1 answers"),
        (har((b"x", False))[:-5], "the HAR file is damaged"),
        (mhtml(b"<html>nothing</html>"), "the MHTML file holds no game: none of its 1 pages"),
        (mhtml("<html>g_gamelogs = é".encode("latin-1"), "utf-8"), "a page in the MHTML file: byte 0xE9 is not UTF-8"),
        (mhtml(SHORT, "x" * 99), f'a page in the MHTML file: the page declares the charset "{"x" * 40}", which'),
        (mhtml(SHORT, "utf\0-8"), 'a page in the MHTML file: the page declares the charset "utf\ufffd-8", which'),
        (mhtml(SHORT, "undefined"), 'a page in the MHTML file: the page declares the charset "undefined", which'),
        (mhtml(SHORT, "idna"), "a page in the MHTML file: byte 0xE9 is not IDNA"),
        (mhtml(b"<html>g_gamelogs", "punycode"), "a page in the MHTML file: byte 0x3C is not PUNYCODE"),
        (
            mhtml(SHORT, "0").replace(b"charset=0", b"charset*=a\0b''utf-8"),
            "a page in the MHTML file: the page declares",
        ),
    ],
    ids=range(14),
)
def test_a_container_without_a_record_is_named(tmp_path: Path, data: bytes, message: str) -> None:
    (found,) = messages(wrapped(tmp_path, "file.json", data))
    assert found.startswith(message)


def test_an_archive_inside_another_is_named(tmp_path: Path) -> None:
    documents = wrapped(tmp_path, "games.zip", zipped(("a.json", zipped(("b.json", RECORD))), ("c.json", RECORD)))
    assert messages(documents) == ["this is a ZIP archive, not JSON"]
    assert documents[1].data == RECORD


def test_a_damaged_or_encrypted_member_does_not_hide_the_others(tmp_path: Path) -> None:
    data = bytearray(zipped(("a.json", RECORD), ("b.json", RECORD)))
    entry = data.index(b"PK\x01\x02")
    data[entry + 8] |= 1
    documents = wrapped(tmp_path, "games.zip", bytes(data))
    assert messages(documents) == ["the file is encrypted in the archive"]
    assert documents[1].data == RECORD


def test_a_member_without_a_name_is_no_record(tmp_path: Path) -> None:
    data = zipped(("a.json", RECORD), ("b.json", RECORD))
    entry = data.rindex(b"PK\x01\x02")
    nameless = data[:entry] + data[entry:].replace(b"b.json", b"\0.json")  # zipfile cuts a name at its first zero byte
    (document,) = wrapped(tmp_path, "games.zip", nameless)
    assert document.data == RECORD


def test_a_member_with_a_wrong_checksum_is_named(tmp_path: Path) -> None:
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w") as out:
        out.writestr("a.json", RECORD)
    spoiled = data.getvalue().replace(RECORD, RECORD.replace(b"h", b"x"), 1)
    assert any("damaged" in message for message in messages(wrapped(tmp_path, "games.zip", spoiled)))


def test_an_archive_that_unpacks_to_more_than_records_do_is_refused(tmp_path: Path) -> None:
    data = bytearray(zipped(("a.json", RECORD)))
    entry = data.index(b"PK\x01\x02")
    data[entry + 24 : entry + 28] = struct.pack("<I", 3 << 30)
    (message,) = messages(wrapped(tmp_path, "games.zip", bytes(data)))
    assert message == "the ZIP archive unpacks to 3,072 MB in 1 files, more than any archive of records"
