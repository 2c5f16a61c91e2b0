"""Write records in the standard form of the notation: order of fields, letters, ids and layout, without slips."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

import msgspec

from harmonies_cli.records.assess import assess
from harmonies_cli.records.files.documents import Document
from harmonies_cli.records.json.mended_text import Comment
from harmonies_cli.records.json.parser import Parsed, parse
from harmonies_cli.records.outcome import AssessOptions, VerifiedRecord
from harmonies_cli.records.position.blank import layout_json
from harmonies_cli.records.position.typed_stacks import EMPTY_WORD, node_of
from harmonies_cli.records.problems import Problem
from harmonies_cli.records.reader import ReadOptions, read_document
from harmonies_cli.records.schema.validation import Kind, likely_kind, schema_without_references
from harmonies_cli.rules.board.cards import CARDS, card_index
from harmonies_cli.rules.board.tokens import LETTERS, STACKS, token_index

__all__ = ["StandardRecord", "standard_record", "standard_value"]


class StandardRecord(NamedTuple):
    """A record in standard form, or the reason why there is none.

    Attributes
    ----------
    text
        The record, with a line end; None if it has problems other than slips.
    verified
        The original record, with its problems.
    slips
        Number of slips mended.
    comments
        Number of these that were comments, which are now notes.
    """

    text: str | None
    verified: VerifiedRecord
    slips: int = 0
    comments: int = 0


def standard_record(document: Document) -> StandardRecord:
    """Return a record in standard form; on one line if the document is a line of JSON Lines.

    There is a standard form only if the record's sole problems are slips, so nothing is guessed. Comments become
    ``notes`` of the value around them.

    Parameters
    ----------
    document
        A document of the notation.
    """
    reading = read_document(document, ReadOptions())
    verified = assess(reading, AssessOptions(explain=False))
    if reading.foreign is not None:
        message = "this is a file of another program, not a record of the notation"
        hint = "harmonies convert writes it as a record"
        verified.problems = [Problem("schema", message, line=document.line, hint=hint)]
        return StandardRecord(None, verified)
    parsed = parse(reading.data, reading.line)
    kind = likely_kind(parsed.value)
    if kind is None or not _has_only_slips(parsed, verified.problems):
        return StandardRecord(None, verified)
    if reading.notes:
        hint = "write the name as it is meant"
        verified.problems = [Problem("syntax", note, line=document.line, hint=hint) for note in reading.notes]
        return StandardRecord(None, verified)
    comments = parsed.mended.comments if parsed.mended else []
    for comment in comments:
        _become_note(comment, parsed.value)
    value = standard_value(parsed.value, kind)
    text = layout_json(value) if document.line is None else msgspec.json.encode(value).decode() + "\n"
    return StandardRecord(text, verified, len(parsed.mended.slips) if parsed.mended else 0, len(comments))


def _has_only_slips(parsed: Parsed, problems: list[Problem]) -> bool:
    slips = parsed.mended.slips if parsed.mended else []
    return all(slip.is_plain for slip in slips) and len(problems) == len(slips)


def _become_note(comment: Comment, record: dict[str, Any]) -> None:
    """Add a comment to the notes of the record, player, turn or action around it."""
    owner = record
    node: Any = record
    for depth, step in enumerate(comment.path, 1):
        if (isinstance(step, int) and not step < len(node)) or (isinstance(step, str) and step not in node):
            break
        node = node[step]
        if comment.path[:depth:2] in (("players",), ("turns",), ("turns", "actions")) and not depth % 2:
            owner = node
        if not isinstance(node, dict | list):
            break
    if comment.text:
        owner["notes"] = "\n".join(filter(None, (owner.get("notes"), comment.text)))


def standard_value(record: dict[str, Any], kind: Kind) -> dict[str, Any]:
    """Return a record with fields in the notation's order, letters, lower-case spaces, and ids of cards.

    Parameters
    ----------
    record
        The parsed record, without problems.
    kind
        Its kind.
    """
    found: dict[str, Any] = _standard(record, schema_without_references(kind))
    return found


def _standard(value: Any, node: dict[str, Any]) -> Any:
    title = node["title"]
    if title in _WORDS and not (title == "Card" and isinstance(value, dict | list)):
        return _WORDS[title](value)
    if isinstance(value, float) and value.is_integer():
        return int(value)
    if isinstance(value, list):
        return [_standard(member, node["items"]) for member in value]
    if isinstance(value, dict):
        return dict(_members(value, node))
    return value


def _members(value: dict[str, Any], node: dict[str, Any]) -> Iterator[tuple[str, Any]]:
    further = node.get("additionalProperties")
    if not isinstance(further, dict):
        for name, field in node["properties"].items():
            if name in value:
                yield name, _standard(value[name], field)
        return
    # A map from cards, or from spaces of a board, keeps its typed order.
    name_of = _card if node["title"] == "Cards" else _space
    for name, member in value.items():
        yield name_of(name), _standard(member, further)


def _card(name: str | int) -> str:
    return CARDS[card_index(name)].id


def _space(name: str) -> str:
    return name.strip().lower()


def _stack(stack: str | list[str]) -> str:
    return STACKS[node_of(stack) or 0] or EMPTY_WORD


def _column(column: str) -> str:
    return " ".join(map(_stack, column.split()))


def _tokens(tokens: str | list[str]) -> str:
    return "".join(LETTERS[token_index(token)] for token in tokens)


_WORDS: dict[str, Any] = {
    "Board side": str.upper,
    "Card": _card,
    "Column": _column,
    "Space": _space,
    "Stack": _stack,
    "Token": lambda token: LETTERS[token_index(token)],
    "Tokens": _tokens,
}
"""The function that writes the words of a schema node, by the node's title."""
