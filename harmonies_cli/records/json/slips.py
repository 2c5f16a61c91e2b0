"""Find typing slips that leave the meaning clear, mend them, and read on."""

from __future__ import annotations

import re

from harmonies_cli.plurals import count_of
from harmonies_cli.records.json.hints import CLOSING
from harmonies_cli.records.json.mended_text import Comment, MendedText, Slip
from harmonies_cli.records.json.quoting import quote

__all__ = ["mend"]

_MOST_SLIPS = 1000
"""Reading stops after this many."""
_LONGEST_QUOTED = 60
_DOUBLE = "“”„‟«»"
_SINGLE = "'‘’‚‛‹›`´"
_BLANKS = re.compile(r"[ \t\r\n]*+")
_COMMENT = re.compile(r"//[^\n]*|/\*.*?\*/", re.DOTALL)
_STRING = re.compile(r'"[^"\\\n]*+(?:\\[^\n][^"\\\n]*+)*+"')
_LITERAL = re.compile(r"(?:-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?|true|false|null)(?![\w.+-])")
_BETWEEN = r"(?:[ \t\r\n]|//[^\n]*|/\*.*?\*/)*+"
_GAP = re.compile(_BETWEEN, re.DOTALL)
_COLON = re.compile(f"{_BETWEEN}:", re.DOTALL)
_WORD = r"[$\w][$\w'’.-]{0,60}"
_KEY = re.compile(rf"{_WORD}(?: {_WORD}){{0,4}}(?={_BETWEEN}:)", re.DOTALL)
# The possible continuations of a text: before anything else, a quote is part of the text, as in 'Ann's'.
_BEHIND = rf"(?=[ \t\r]*(?:[,:\]}}\n\"{_DOUBLE}{_SINGLE}]|//|/\*|\Z|{_WORD}[ \t]*:))"
_QUOTED = {
    **dict.fromkeys(_DOUBLE, re.compile(rf'.((?:\\.|[^\\\n])*?)["{_DOUBLE}]{_BEHIND}')),
    **dict.fromkeys(_SINGLE, re.compile(rf".((?:\\.|[^\\\n])*?)[{_SINGLE}]{_BEHIND}")),
    '"': re.compile(rf'"((?:\\.|[^"\\\n])*?)[{_DOUBLE}]{_BEHIND}'),
}
"""By opening quote, the pattern of a text in which the opening or the closing quote is not JSON."""
_FOLLOWED = re.compile(_BEHIND)
_PADDING = re.compile(r"\0+\Z")


def mend(text: str) -> MendedText:
    """Mend the slips of a text, up to the first other fault.

    It mends trailing and missing commas, typographic and single quotes, comments, and keys without quotes; never within
    texts.

    Parameters
    ----------
    text
        A text that should be one JSON value.
    """
    mender = _Mender(text)
    mender.read()
    return mender.mended_text()


class _StopError(Exception):
    """The fault is not a slip."""


class _Mender:
    """Reads a text once, from the beginning."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._here = 0
        self._copied = 0
        self._pieces: list[str] = []
        self._length = 0
        self._shifts = [(0, 0)]
        self._slips: list[Slip] = []
        self._comments: list[Comment] = []
        self._path: list[str | int] = []

    def mended_text(self) -> MendedText:
        text = "".join((*self._pieces, self._text[self._copied :]))
        return MendedText(text, self._text, self._slips, self._comments, self._shifts)

    def read(self) -> None:
        """Read the value, and the text after it."""
        try:
            self._skip()
            self._value()
            self._skip()
            if self._next() == ",":
                self._slip("there is a comma after the record", "remove the comma", self._here + 1, " ")
                self._skip()
            padding = _PADDING.match(self._text, self._here)
            if padding:
                size = padding.end() - self._here
                message = f"the text ends in {count_of(size, 'zero byte')}, which are no part of it"
                hint = "copy the file again: the copy or the disk failed"
                self._slip(message, hint, padding.end(), " " * size, is_plain=False)
        except _StopError:
            pass

    def _value(self) -> None:
        """Read a value with everything in it, without recursion, so its depth does not matter."""
        brackets: list[str] = []
        while True:
            if self._next() in ("{", "["):
                brackets.append(self._next())
                self._here += 1
                self._path.append("" if brackets[-1] == "{" else 0)
                self._skip()
                if self._next() != CLOSING[brackets[-1]]:
                    self._begin_member(brackets[-1])
                    continue
            else:
                self._scalar()
            while brackets and not self._has_next(brackets[-1]):
                brackets.pop()
                self._path.pop()
            if not brackets:
                return
            self._begin_member(brackets[-1])

    def _begin_member(self, bracket: str) -> None:
        """Read a key and its colon."""
        if bracket == "{":
            self._path[-1] = self._key()
            self._skip()
            if self._next() != ":":
                raise _StopError
            self._here += 1
            self._skip()

    def _has_next(self, bracket: str) -> bool:
        """Skip the text up to the next member, and return True; or skip the closing bracket, and return False."""
        self._skip(after_member=True)
        if self._next() == ",":
            gap = _GAP.match(self._text, self._here + 1)
            if gap is None or self._text[gap.end() : gap.end() + 1] != CLOSING[bracket]:
                self._here += 1
                self._skip(after_member=True)
                self._count()
                return True
            self._slip("there is a comma before a closing bracket", "remove the comma", self._here + 1, " ")
            self._skip(after_member=True)
        elif self._next() != CLOSING[bracket]:
            if not self._may_begin(bracket):
                raise _StopError
            self._slip("a comma is missing before this", "put a comma between the values", self._here, ",")
            self._count()
            return True
        self._here += 1
        return False

    def _count(self) -> None:
        last = self._path[-1]
        if isinstance(last, int):
            self._path[-1] = last + 1

    def _may_begin(self, bracket: str) -> bool:
        """Return whether a member begins here."""
        string = self._quotation()
        if bracket == "[":
            if string:
                return not _COLON.match(self._text, string[0])
            return self._next() in ("{", "[") or _LITERAL.match(self._text, self._here) is not None
        end = string[0] if string else None
        if end is None:
            return _KEY.match(self._text, self._here) is not None
        return _COLON.match(self._text, end) is not None

    def _key(self) -> str:
        word = _KEY.match(self._text, self._here)
        if self._next() not in _QUOTED and word:
            self._slip("keys need double quotes", f"write {quote(word[0])}", word.end(), f'"{word[0]}"')
            return word[0]
        start = self._here
        self._scalar(is_key=True)
        return self._text[start + 1 : self._here - 1]

    def _scalar(self, *, is_key: bool = False) -> None:
        string = self._quotation()
        if string:
            end, mended, quote = string
            if mended is None:
                self._here = end
            else:
                message = f'texts and keys need double quotes ("), not {self._text[quote]}'
                hint = f"write {mended if len(mended) <= _LONGEST_QUOTED else '...'}"
                self._note(Slip(quote, message, hint), end, mended, self._here)
                self._here = end
            return
        literal = None if is_key else _LITERAL.match(self._text, self._here)
        if literal is None:
            raise _StopError
        self._here = literal.end()

    def _quotation(self) -> tuple[int, str | None, int] | None:
        """Return the end of the text that begins here, its JSON form if it is not JSON, and its odd quote."""
        opening = self._next()
        string = _STRING.match(self._text, self._here)
        if string and _FOLLOWED.match(self._text, string.end()):
            return string.end(), None, 0
        odd = _QUOTED[opening].match(self._text, self._here) if opening in _QUOTED else None
        if odd is None:
            return (string.end(), None, 0) if string else None
        inner = re.sub(r'\\.|"', _as_json, odd[1])
        return odd.end(), f'"{inner}"', odd.end() - 1 if opening == '"' else self._here

    def _next(self) -> str:
        return self._text[self._here : self._here + 1]

    def _skip(self, *, after_member: bool = False) -> None:
        """Skip blanks and comments."""
        begin = self._here
        while True:
            blanks = _BLANKS.match(self._text, self._here)
            self._here = blanks.end() if blanks else self._here
            comment = _COMMENT.match(self._text, self._here)
            if comment is None:
                return
            same_line = "\n" not in self._text[begin : self._here]
            # A comment on a member's line is about that member; any other is about the value around it.
            path = self._path if after_member and same_line else self._path[:-1]
            words = " ".join(comment[0].strip("/*\r").split())
            self._comments.append(Comment(words, tuple(path)))
            blank = re.sub(r"[^\n]", " ", comment[0])
            hint = 'write it into "notes", or remove it'
            self._slip("JSON has no comments", hint, comment.end(), blank)

    def _slip(self, message: str, hint: str, end: int, mended: str, *, is_plain: bool = True) -> None:
        """Note a slip that begins here, and continue after it."""
        self._note(Slip(self._here, message, hint, is_plain), end, mended)
        self._here = end

    def _note(self, slip: Slip, end: int, mended: str, start: int | None = None) -> None:
        """Note a slip, and replace the text from `start` (by default the slip itself) to `end`."""
        if len(self._slips) == _MOST_SLIPS:
            raise _StopError
        self._slips.append(slip)
        start = slip.offset if start is None else start
        between = self._text[self._copied : start]
        self._pieces += [between, mended]
        self._length += len(between) + len(mended)
        self._shifts.append((self._length, end))
        self._copied = end


def _as_json(found: re.Match[str]) -> str:
    escape = found[0]
    return '\\"' if escape == '"' else escape[1] if escape[1] in _SINGLE else escape
