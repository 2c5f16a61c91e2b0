"""Records written with keyboard slips at known places."""

from __future__ import annotations

import json
import re
from random import Random
from typing import Any

__all__ = ["SlippedText"]

_QUOTES = ("''", "“”", "„“", "«»", "‘’", "””", "``", '"”')
_IDENTIFIER = re.compile(r"[A-Za-z_]\w*")
MESSAGES = {
    "trailing comma": "there is a comma before a closing bracket",
    "missing comma": "a comma is missing before this",
    "quotes": "texts and keys need double quotes",
    "comment": "JSON has no comments",
    "bare key": "keys need double quotes",
}


class SlippedText:
    """A JSON text with slips.

    Parameters
    ----------
    value
        The record.
    seed
        Seed of the random slips.
    rate
        Share of the possible places that have a slip.
    lines
        Whether the text may have several lines.

    Attributes
    ----------
    text : str
        The text.
    slips : list of (int, str)
        Offset and kind of each slip, in the order of the text.
    values, keys : dict
        JSON pointer to the offset of its value, or of its key.
    """

    def __init__(self, value: Any, seed: int, rate: float = 0.05, *, lines: bool = True) -> None:
        self._random = Random(seed)
        self._rate = rate
        self._lines = lines
        self._parts: list[str] = []
        self._length = 0
        self.slips: list[tuple[int, str]] = []
        self.values: dict[str, int] = {}
        self.keys: dict[str, int] = {}
        self._gap()
        self._write_value(value, "")
        self._gap()
        self.text = "".join(self._parts)
        self.slips.sort(key=lambda slip: slip[0])

    def place(self, offset: int) -> tuple[int, int]:
        """Return the line and column of an offset."""
        before = self.text[:offset]
        return before.count("\n") + 1, offset - (before.rfind("\n") + 1) + 1

    def expected(self) -> list[tuple[int, int, str]]:
        """Return the line, column and message of each slip."""
        return [(*self.place(offset), MESSAGES[kind]) for offset, kind in self.slips]

    def _put(self, text: str) -> None:
        self._parts.append(text)
        self._length += len(text)

    def _chance(self) -> bool:
        return self._random.random() < self._rate

    def _slip(self, kind: str, offset: int | None = None) -> None:
        self.slips.append((self._length if offset is None else offset, kind))

    def _gap(self, *, blank: bool = False) -> None:
        newlines = ["\n", "\n  ", "\r\n"] if self._lines else []
        self._put(self._random.choice([" ", "  ", "\t", *newlines, *([] if blank else ["", ""])]))
        if self._chance():
            self._slip("comment")
            words = self._random.choice(["she left early", 'see "photo", 3', "1, 2]", "", "it's"])
            block = not self._lines or self._random.random() < 0.5
            self._put(f"/* {words} */" if block else f"// {words}\n")

    def _write_string(self, text: str) -> None:
        quotes = self._random.choice(_QUOTES)
        plain = not set(text) & set("\"\\'’“”‘`„«»")
        if self._chance() and plain and text.isprintable():
            self._slip("quotes", self._length + (len(text) + 1 if quotes[0] == '"' else 0))
            self._put(f"{quotes[0]}{text}{quotes[1]}")
        else:
            self._put(json.dumps(text, ensure_ascii=self._random.random() < 0.2))

    def _write_value(self, value: Any, pointer: str) -> None:
        self.values[pointer] = self._length
        if isinstance(value, str):
            self._write_string(value)
        elif isinstance(value, dict | list):
            self._write_members(value, pointer)
        else:
            self._put(json.dumps(value))

    def _write_members(self, value: dict[str, Any] | list[Any], pointer: str) -> None:
        opening, closing = "{}" if isinstance(value, dict) else "[]"
        members = list(value.items()) if isinstance(value, dict) else [*enumerate(value)]
        self._put(opening)
        self._gap()
        for number, (name, member) in enumerate(members, 1):
            place = f"{pointer}/{str(name).replace('~', '~0').replace('/', '~1')}"
            self.keys[place] = self._length
            if isinstance(name, str):
                if self._chance() and _IDENTIFIER.fullmatch(name):
                    self._slip("bare key")
                    self._put(name)
                else:
                    self._write_string(name)
                self._gap()
                self._put(":")
                self._gap()
            self._write_value(member, place)
            if number < len(members) and self._chance():
                self._gap(blank=True)
                self._slip("missing comma")
            elif number < len(members) or self._chance():
                self._gap()
                if number == len(members):
                    self._slip("trailing comma")
                self._put(",")
                self._gap()
            else:
                self._gap()
        self._put(closing)
