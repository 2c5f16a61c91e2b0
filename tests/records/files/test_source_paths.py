"""Folders, standard input, pipes, and paths that cannot be read."""

from __future__ import annotations

import gzip
import io
import os
import socket
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from harmonies_cli.errors import UsageError
from harmonies_cli.records.files.documents import Document
from harmonies_cli.records.files.sources import iter_documents
from tests.records.files.source_files import PRETTY, RECORD, found, messages, read, write


class TestFolders:
    def test_a_folder_is_read_sorted_with_its_folders_without_hidden_and_other_files(self, tmp_path: Path) -> None:
        names = ["b.json", "a/z.jsonl", "a/b/c.html", "c.JSON.gz", "B.htm", "a.json"]
        others = [".hidden.json", ".git/x.json", "a/readme.txt", "a/picture.png"]
        for name in names + others:
            write(tmp_path / name, RECORD)
        expected = ["B.htm", "a/b/c.html", "a/z.jsonl", "a.json", "b.json", "c.JSON.gz"]
        assert [document.source for document in read(tmp_path)] == [str(tmp_path / name) for name in expected]

    def test_sources_are_named_as_given(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        write(tmp_path / "games/a.json", RECORD)
        monkeypatch.chdir(tmp_path)
        assert [d.source for d in read("./games/a.json", "games", "games/")] == [
            "./games/a.json",
            "games/a.json",
            "games/a.json",
        ]

    def test_links_in_a_circle_end(self, tmp_path: Path) -> None:
        write(tmp_path / "a/b/x.json", RECORD)
        (tmp_path / "a/b/up").symlink_to(tmp_path)
        (tmp_path / "a/again").symlink_to(tmp_path / "a/b")
        assert len(read(tmp_path)) == 1

    def test_a_folder_deeper_than_a_path_may_be_is_a_problem(self, tmp_path: Path) -> None:
        write(tmp_path / "a.json", RECORD)
        here = os.open(tmp_path, os.O_RDONLY)
        try:
            for _ in range(25):
                os.mkdir("d" * 200, dir_fd=here)
                deeper = os.open("d" * 200, os.O_RDONLY, dir_fd=here)
                os.close(here)
                here = deeper
        finally:
            os.close(here)
        documents = read(tmp_path)
        assert documents[0].data == RECORD
        assert messages(documents) == ["it cannot be read: File name too long"]

    def test_names_that_are_not_utf8_can_be_printed(self, tmp_path: Path) -> None:
        write(tmp_path / os.fsdecode(b"\xff") / "a.json", RECORD)
        (document,) = read(tmp_path)
        document.source.encode()


class TestUsageErrors:
    def test_a_missing_file_is_refused_before_anything_is_read(self, tmp_path: Path) -> None:
        write(tmp_path / "game-1.json", RECORD)
        with pytest.raises(UsageError, match=r'there is no file ".*/gmae-1.json"; did you mean "game-1.json"\?$'):
            iter_documents([str(tmp_path / "game-1.json"), str(tmp_path / "gmae-1.json")])

    def test_a_missing_folder_is_named(self, tmp_path: Path) -> None:
        with pytest.raises(UsageError, match=r'nowhere/a\.json": the folder ".*/nowhere" does not exist'):
            iter_documents([str(tmp_path / "nowhere" / "a.json")])

    @pytest.mark.parametrize("path", ["", "a\0b", "x" * 5000])
    def test_impossible_paths_are_refused(self, path: str) -> None:
        with pytest.raises(UsageError):
            iter_documents([path])

    def test_a_folder_without_records(self, tmp_path: Path) -> None:
        write(tmp_path / "readme.txt", b"")
        with pytest.raises(UsageError, match="holds no records"):
            iter_documents([str(tmp_path)])

    def test_a_data_set_is_for_other_commands(self, tmp_path: Path) -> None:
        write(tmp_path / "dataset.manifest", b"{}")
        with pytest.raises(UsageError, match="it is a data set, which export and analyse read"):
            iter_documents([str(tmp_path)])

    def test_a_link_to_itself(self, tmp_path: Path) -> None:
        (tmp_path / "a.json").symlink_to(tmp_path / "a.json")
        with pytest.raises(UsageError, match="cannot be read"):
            iter_documents([str(tmp_path / "a.json")])

    def test_a_socket(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.chdir(tmp_path)
        with socket.socket(socket.AF_UNIX) as server:
            server.bind("s.json")
            with pytest.raises(UsageError, match="socket"):
                iter_documents(["s.json"])

    @pytest.mark.skipif(os.geteuid() == 0, reason="root may read everything")
    @pytest.mark.parametrize("what", ["file", "folder"])
    def test_no_permission(self, tmp_path: Path, what: str) -> None:
        file = write(tmp_path / "folder/file", RECORD)
        target = file if what == "file" else file.parent
        target.chmod(0)
        try:
            with pytest.raises(UsageError, match="cannot be read: Permission denied"):
                iter_documents([str(target)])
        finally:
            target.chmod(0o700)

    def test_standard_input_twice(self) -> None:
        with pytest.raises(UsageError, match="only once"):
            iter_documents(["-", "-"])


class TestStreams:
    def test_standard_input_is_read_by_content(self, monkeypatch: pytest.MonkeyPatch) -> None:
        for data, expected in [
            (PRETTY, [(None, PRETTY)]),
            (b"{}\n[]\n", [(1, b"{}"), (2, b"[]")]),
            (gzip.compress(b"{}\n[]\n"), [(1, b"{}"), (2, b"[]")]),
        ]:
            monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(data)))
            documents = read("-")
            assert found(documents) == expected
            assert {document.source for document in documents} == {"-"}

    def test_a_pipe_is_read_as_it_comes(self, tmp_path: Path) -> None:
        pipe = tmp_path / "pipe.jsonl"
        os.mkfifo(pipe)
        line = b'{"a": "%s"}\n' % (b"x" * 80)
        first_seen = threading.Event()

        def writer() -> None:
            with pipe.open("wb", buffering=0) as stream:
                stream.write(line)
                assert first_seen.wait(10)
                stream.write(line)

        thread = threading.Thread(target=writer)
        thread.start()
        documents: Iterator[Document] = iter_documents([str(pipe)])
        try:
            assert next(documents).line == 1
        finally:
            first_seen.set()
        assert [document.line for document in documents] == [2]
        thread.join()
