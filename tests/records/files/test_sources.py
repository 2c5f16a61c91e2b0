"""Records as bytes, from every kind of file."""

from __future__ import annotations

import gzip
import os
import tracemalloc
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from harmonies_cli.records.files import documents
from harmonies_cli.records.files.documents import RECORD_LIMIT, Document
from harmonies_cli.records.files.sources import iter_documents
from tests.examples import examples
from tests.records.files.source_files import PRETTY, RECORD, found, messages, read, write


@pytest.fixture
def small_limit(monkeypatch: pytest.MonkeyPatch) -> int:
    monkeypatch.setattr(documents, "RECORD_LIMIT", 1000)
    monkeypatch.setattr(documents, "_CHUNK", 100)
    return 1000


class TestLayouts:
    @pytest.mark.parametrize("name", ["a.json", "a.json.gz", "a.txt", "a", "A.JSON"])
    def test_one_record_in_any_layout_is_the_whole_file(self, tmp_path: Path, name: str) -> None:
        assert found(read(write(tmp_path / name, PRETTY))) == [(None, PRETTY)]

    @pytest.mark.parametrize("name", ["a.json", "a.json.gz", "a.jsonl", "a.jsonl.gz", "a.txt"])
    def test_json_lines_give_a_document_a_line(self, tmp_path: Path, name: str) -> None:
        data = b"\n" + RECORD + b"\n\n  \r\n" + RECORD + b"\r\n" + RECORD
        expected = [(2, RECORD), (5, RECORD + b"\r"), (6, RECORD)]
        assert found(read(write(tmp_path / name, data))) == expected

    def test_a_single_line_is_a_whole_file_in_json_and_a_line_in_jsonl(self, tmp_path: Path) -> None:
        line = RECORD + b"\n"
        assert found(read(write(tmp_path / "a.json", line))) == [(None, line)]
        assert found(read(write(tmp_path / "a.jsonl", line))) == [(1, RECORD)]

    def test_a_list_over_many_lines_is_one_document(self, tmp_path: Path) -> None:
        data = b"[\n" + RECORD + b",\n" + RECORD + b"\n]\n"
        assert found(read(write(tmp_path / "a.json", data))) == [(None, data)]

    def test_lines_of_lists_are_json_lines(self, tmp_path: Path) -> None:
        assert found(read(write(tmp_path / "a.json", b"[1]\n[2]\n"))) == [(1, b"[1]"), (2, b"[2]")]

    @pytest.mark.parametrize("spoiled", [0, 1])
    def test_a_missing_bracket_does_not_hide_that_lines_are_records(self, tmp_path: Path, spoiled: int) -> None:
        lines = [RECORD, RECORD, RECORD]
        lines[spoiled] = RECORD[:-1]
        documents = read(write(tmp_path / "a.json", b"\n".join(lines)))
        assert [document.line for document in documents] == [1, 2, 3]

    def test_a_missing_comma_does_not_make_lines_of_one_record(self, tmp_path: Path) -> None:
        data = b'{"format": "f", "players": [{"name": "a"}\n{"name": "b"}]}\n'
        assert found(read(write(tmp_path / "a.json", data))) == [(None, data)]

    def test_a_bracket_too_many_stays_with_its_record(self, tmp_path: Path) -> None:
        data = RECORD + b"\n}\n"
        assert found(read(write(tmp_path / "a.json", data))) == [(None, data)]

    @pytest.mark.parametrize("name", ["replay.html", "replay.htm.gz", "replay.json", "replay.jsonl"])
    def test_a_page_is_one_document_whatever_its_name(self, tmp_path: Path, name: str) -> None:
        page = b" \n<!DOCTYPE html>\n<html>\n{}\n{}\n</html>"
        assert found(read(write(tmp_path / name, b"\xef\xbb\xbf" + page))) == [(None, page)]

    def test_byte_order_mark_is_taken_off(self, tmp_path: Path) -> None:
        bom = b"\xef\xbb\xbf"
        assert found(read(write(tmp_path / "a.json", bom + PRETTY))) == [(None, PRETTY)]
        assert found(read(write(tmp_path / "a.jsonl.gz", bom + RECORD + b"\n{}"))) == [(1, RECORD), (2, b"{}")]

    def test_gzip_is_known_by_its_content(self, tmp_path: Path) -> None:
        packed = write(tmp_path / "packed.json", gzip.compress(PRETTY))
        plain = tmp_path / "plain.json.gz"
        plain.write_bytes(PRETTY)
        assert found(read(packed, plain)) == [(None, PRETTY)] * 2

    def test_gzip_members_are_read_one_after_the_other(self, tmp_path: Path) -> None:
        packed = gzip.compress(b'{"a"') + gzip.compress(b": 1}\n") + gzip.compress(b"{}\n") + b"\0" * 512
        assert found(read(write(tmp_path / "a.jsonl", packed))) == [(1, b'{"a": 1}'), (2, b"{}")]


LINES = st.lists(st.sampled_from([b"", b" ", b"\r", b"{}", b'{"a": "' + b"b" * 40 + b'"}', b"[1,\t2]", b"x"]))


class TestAnyLines:
    @given(LINES.filter(lambda lines: any(line.strip() for line in lines)), st.integers(1, 90), st.booleans())
    @examples(1.5)
    def test_every_line_arrives_with_its_number(
        self, tmp_path_factory: pytest.TempPathFactory, lines: list[bytes], size: int, packed: bool
    ) -> None:
        file = write(tmp_path_factory.mktemp("f") / f"a.jsonl{'.gz' if packed else ''}", b"\n".join(lines))
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(documents, "_CHUNK", size)
            arrived = found(read(file))
        assert arrived == [(number, line) for number, line in enumerate(lines, 1) if line.strip()]

    @given(LINES, st.integers(1, 90))
    @settings(deadline=None)
    def test_the_layout_does_not_depend_on_how_the_bytes_arrive(
        self, tmp_path_factory: pytest.TempPathFactory, lines: list[bytes], size: int
    ) -> None:
        file = write(tmp_path_factory.mktemp("f") / "a.json", b"\n".join(lines))
        at_once = read(file)
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(documents, "_CHUNK", size)
            assert read(file) == at_once


class TestWrongContent:
    @pytest.mark.parametrize(
        ("data", "name"),
        [
            (b"\x89PNG\r\n\x1a\n" + b"\0" * 99, "a PNG picture"),
            (b"\xff\xd8\xff\xe0\0\x10JFIF", "a JPEG picture"),
            (b"\0\0\0\x18ftypheic\0\0\0\0", "a HEIC picture"),
            (b"RIFF\0\0\0\0WEBPVP8 ", "a WebP picture"),
            (b"%PDF-1.7\n", "a PDF document"),
            (b"{\\rtf1\\ansi {}}", "an RTF document of a word processor"),
            (gzip.compress(gzip.compress(b"{}", mtime=0), mtime=0), "gzip data inside gzip data"),
            (b"\x7fELF\x02\x01\x01\0", "binary data"),
            ("{}".encode("utf-16"), "text in the encoding UTF-16"),
            ("{}".encode("utf-16-le"), "text in the encoding UTF-16"),
            ("{}".encode("utf-16-be"), "text in the encoding UTF-16"),
            ("{}".encode("utf-32"), "text in the encoding UTF-32"),
            ("{}".encode("utf-32-be"), "text in the encoding UTF-32"),
        ],
    )
    @pytest.mark.parametrize("file", ["a.json", "a.jsonl"])
    def test_data_other_than_text_are_named(self, tmp_path: Path, data: bytes, name: str, file: str) -> None:
        documents = read(write(tmp_path / file, data), write(tmp_path / "b.json", RECORD))
        assert messages(documents) == [f"this is {name}, not JSON"]
        assert documents[0].problem is not None
        assert documents[0].problem.hint
        assert documents[1].data == RECORD

    @pytest.mark.parametrize(
        ("data", "message"),
        [(b"", "it is empty"), (b"\xef\xbb\xbf", "it is empty"), (b" \n\t\n", "it holds only blanks")],
    )
    @pytest.mark.parametrize("file", ["a.json", "a.jsonl", "a.json.gz"])
    def test_an_empty_file_is_one_problem(self, tmp_path: Path, data: bytes, message: str, file: str) -> None:
        assert messages(read(write(tmp_path / file, data))) == [message]

    def test_truncated_gzip_keeps_the_lines_before(self, tmp_path: Path) -> None:
        lines = b"".join(b'{"number": %d, "text": "%s"}\n' % (n, os.urandom(20).hex().encode()) for n in range(5000))
        file = tmp_path / "a.jsonl.gz"
        file.write_bytes(gzip.compress(lines)[:-50_000])
        *documents, last = read(file)
        count = len(documents)
        assert found(documents) == list(enumerate(lines.splitlines()[:count], 1))
        assert 1000 < count < 5000
        assert last.problem is not None
        assert (last.problem.message, last.line) == ("the gzip data stop in the middle", count + 1)
        assert f"up to line {count} " in str(last.problem.hint)

    def test_truncated_gzip_of_one_record_is_one_problem(self, tmp_path: Path) -> None:
        file = tmp_path / "a.json.gz"
        for end in range(2, len(gzip.compress(PRETTY))):
            file.write_bytes(gzip.compress(PRETTY)[:end])
            assert messages(read(file)) == ["the gzip data stop in the middle"]

    def test_damaged_gzip_is_named(self, tmp_path: Path) -> None:
        packed = bytearray(gzip.compress(PRETTY * 50))
        packed[-6] ^= 1
        (tmp_path / "a.json.gz").write_bytes(packed)
        write(tmp_path / "b.json", gzip.compress(RECORD) + b"rubbish")
        assert messages(read(tmp_path)) == ["the gzip data are damaged"] * 2

    def test_a_file_that_cannot_be_read_does_not_stop_the_others(self, tmp_path: Path) -> None:
        write(tmp_path / "a.json", RECORD)
        (tmp_path / "b.json").symlink_to(tmp_path / "nowhere")
        (tmp_path / "c.json").symlink_to(tmp_path / "c.json")
        write(tmp_path / "d.json", RECORD)
        documents = read(tmp_path)
        assert [bool(document.problem) for document in documents] == [False, True, True, False]
        assert messages(documents)[0] == "it cannot be read: No such file or directory"


class TestLimits:
    def test_a_line_too_long_is_reported_and_skipped(self, tmp_path: Path, small_limit: int) -> None:
        data = b"{}\n" + b"x" * (5 * small_limit) + b"\n[]\n" + b"y" * small_limit + b"\n" + b"z" * (small_limit + 1)
        documents = read(write(tmp_path / "a.jsonl", data))
        assert [document.line for document in documents] == [1, 2, 3, 4, 5]
        assert [bool(document.problem) for document in documents] == [False, True, False, False, True]
        assert documents[1].problem is not None
        assert documents[1].problem.line == 2
        assert messages(documents) == ["the line is longer than 64 MB"] * 2

    @pytest.mark.parametrize("file", ["a.json", "a.json.gz", "a.html"])
    def test_a_record_of_the_limit_is_read_and_one_byte_more_is_not(
        self, tmp_path: Path, small_limit: int, file: str
    ) -> None:
        start = b"<" if file == "a.html" else b"["
        data = start + b"1" * (small_limit - 1)
        assert found(read(write(tmp_path / file, data))) == [(None, data)]
        assert messages(read(write(tmp_path / file, data + b"]"))) == ["the record is larger than 64 MB"]

    @pytest.mark.parametrize(
        ("file", "start", "times"),
        [
            ("a.json", b"", 1.1),
            ("a.jsonl", b"", 1.1),
            ("a.json", b"{\n", 1.1),
            ("a.json", b"\n\n", 2.1),
            ("a.json", b"[{}\n", 2.1),
        ],
    )
    def test_a_gigabyte_without_line_end_takes_little_memory(
        self, tmp_path: Path, file: str, start: bytes, times: float
    ) -> None:
        with (tmp_path / file).open("wb") as stream:
            stream.write(start + b"x" * 64)
            stream.truncate(1 << 30)  # zero bytes, which take no disk space
            stream.seek(0, os.SEEK_END)
            stream.write(b"\n" + RECORD)
        tracemalloc.start()
        documents = read(tmp_path / file)
        _, peak = tracemalloc.get_traced_memory()
        tracemalloc.stop()
        assert peak < times * RECORD_LIMIT
        assert "64 MB" in messages(documents)[0]
        if file == "a.jsonl":
            assert documents[-1] == Document(str(tmp_path / file), 2, RECORD)

    @pytest.mark.parametrize("filler", [b" ", b"\n", b"["])
    def test_a_gzip_bomb_of_one_record_takes_little_memory(self, tmp_path: Path, filler: bytes) -> None:
        packed = gzip.compress(filler * (1 << 26), 1)
        (tmp_path / "a.json").write_bytes(packed * 16)
        tracemalloc.start()
        documents = read(tmp_path / "a.json")
        _, peak = tracemalloc.get_traced_memory()
        tracemalloc.stop()
        assert messages(documents) == ["the record is larger than 64 MB"]
        assert peak < 2.1 * RECORD_LIMIT

    def test_many_lines_take_flat_memory(self, tmp_path: Path) -> None:
        file = write(tmp_path / "a.jsonl.gz", (RECORD + b"\n") * 200_000)
        tracemalloc.start()
        count = sum(1 for _ in iter_documents([str(file)]))
        _, peak = tracemalloc.get_traced_memory()
        tracemalloc.stop()
        assert count == 200_000
        assert peak < 5_000_000
