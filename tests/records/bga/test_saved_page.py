"""Pages in any charset, and logs whose bytes are damaged."""

from __future__ import annotations

from typing import Any

import pytest

from harmonies_cli.records.bga.bga_reader import read_bga
from harmonies_cli.records.bga.values import BgaError
from tests.records.bga.bga_samples import PAGE, TWO, sample

HEAD = '<!DOCTYPE html>\n<html><head><meta charset="{}"></head>\n'


def names(data: bytes) -> list[str]:
    record: dict[str, Any] = read_bga(data, name="x").record
    return [player["name"] for player in record["players"]]


def page(name: str, head: str = "") -> str:
    return head + sample(PAGE).decode().replace("Anna", name)


@pytest.mark.parametrize(
    ("name", "charset", "declared"),
    [
        ("Zoé", "cp1252", "windows-1252"),
        ("Zoë € “x”", "cp1252", "ISO-8859-1"),
        ("Zoé€", "iso8859-15", "iso-8859-15"),
        ("Łukasz", "iso8859-2", "ISO-8859-2"),
        ("Наташа", "koi8-r", "koi8-r"),
        ("Наташа", "cp1251", "windows-1251"),
        ("太郎", "shift_jis", "shift_jis"),
        ("小明", "gb18030", "gb18030"),
        ("Zoé", "utf-8", "utf-8"),
        ("Zoé", "utf-8", "utf-16"),
    ],
)
def test_a_page_is_decoded_by_the_charset_that_it_declares(name: str, charset: str, declared: str) -> None:
    assert name in names(page(name, HEAD.format(declared)).encode(charset))


@pytest.mark.parametrize("codec", ["utf-8-sig", "utf-16"])
def test_a_byte_order_mark_overrides_the_declared_charset(codec: str) -> None:
    assert "Zoé" in names(page("Zoé", HEAD.format("windows-1252")).encode(codec))


def test_the_charset_may_be_in_the_older_form() -> None:
    head = '<html><head>\n<META http-equiv=Content-Type content="text/html; charset=windows-1252">\n'
    assert "Zoé" in names(page("Zoé", head).encode("cp1252"))


@pytest.mark.parametrize(
    ("head", "codec", "message"),
    [
        ("", "latin-1", "byte 0xE9 is not UTF-8, which a page that declares no charset should be"),
        (HEAD.format("utf-8"), "latin-1", "byte 0xE9 is not UTF-8, which it declares"),
        (HEAD.format("x-unknown"), "utf-8", 'the page declares the charset "x-unknown", which is unknown'),
    ],
)
def test_bytes_that_the_charset_does_not_explain_are_refused_with_their_place(
    head: str, codec: str, message: str
) -> None:
    data = page("Zoé", head).encode(codec)
    with pytest.raises(BgaError, match="^" + message.replace("(", r"\(")) as caught:
        names(data)
    problem = caught.value.problem
    if "byte" in message:
        at = data.index(b"\xe9")
        line = data.count(b"\n", 0, at) + 1
        assert (problem.line, problem.column) == (line, at - data.rfind(b"\n", 0, at))
    assert problem.hint


def test_half_a_surrogate_pair_in_a_name_is_replaced_and_noted() -> None:
    data = sample(TWO).replace(b'"Anna"', b'"An\\ud83dna"')
    record = read_bga(data, name="x").record
    assert [player["name"] for player in record["players"] if "na" in player["name"]] == ["An\ufffdna"]
    assert "became U+FFFD" in record["notes"]


def test_zeros_at_the_end_and_foreign_bytes_are_named_with_their_place() -> None:
    data = sample(TWO)
    with pytest.raises(BgaError, match="the file ends with 512 zero bytes: it was not written completely"):
        names(data + b"\0" * 512)
    with pytest.raises(BgaError, match="byte 0xE9 is not UTF-8, which a log is") as caught:
        names(data.replace(b'"Anna"', b'"Zo\xe9"'))
    assert caught.value.problem.line == 1
    assert caught.value.problem.column == data.replace(b'"Anna"', b'"Zo\xe9"').index(b"\xe9") + 1
