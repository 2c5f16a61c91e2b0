"""Files of records, and the documents read from them."""

from __future__ import annotations

import gzip
from pathlib import Path

from harmonies_cli.records.files.documents import Document
from harmonies_cli.records.files.sources import iter_documents

RECORD = b'{"format": "harmonies-position"}'
PRETTY = b'{\n "format": "harmonies-position",\n "players": [\n  {"name": "a"},\n  {"name": "b"}\n ]\n}\n'


def read(*paths: Path | str) -> list[Document]:
    return list(iter_documents([str(path) for path in paths]))


def write(file: Path, data: bytes) -> Path:
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(gzip.compress(data) if file.suffix == ".gz" else data)
    return file


def found(documents: list[Document]) -> list[tuple[int | None, bytes]]:
    assert all(document.problem is None for document in documents), documents
    return [(document.line, document.data) for document in documents]


def messages(documents: list[Document]) -> list[str]:
    assert all(document.data == b"" for document in documents if document.problem)
    return [document.problem.message for document in documents if document.problem]
