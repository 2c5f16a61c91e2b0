"""Everything that an interview says, as a text to compare and to read."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from harmonies_cli.interview.interview import Interview, converse, may_be_kept
from harmonies_cli.interview.question import Given, Question
from harmonies_cli.report.terminal import Terminal

__all__ = ["FOLDER", "Speaker", "dialogue", "stored_texts"]

FOLDER = Path(__file__).parents[1] / "data" / "interviews"
_EMPTY_A = [". . . . .", ". . . .", ". . . . .", ". . . .", ". . . . ."]
INTERVIEWS: dict[str, tuple[Given, Sequence[str]]] = {
    "boards": (
        Given(),
        [
            *("C", "", "a", "5", "2", "perhaps", "Y", "", '""', "Ann"),
            *(
                "W W W W",
                "WWWWW",
                "W W W W LT",
                "blue W grey w W",
                "L L L .",
                "MMM mmm . . .",
                "TTL . . .",
                "F . . . .",
            ),
            *("falcn 1, otter, fox 1", "falcon 3", "lion 0, owl 0", "falcon 2", "falcon 1", "otter, 0"),
            *("otter 0 Grenouille 0, lion 1", "unknown", "", "c1", "c1 c2 z9", "c1 C2 e1"),
            *("many", "\u0661", "12345", "1234", "", '"back"', *_EMPTY_A, "Faucon 0", "UNKNOWN", "0"),
        ],
    ),
    "solo": (
        Given(side="B", players=1),
        ["n", "no", "\x1b[1mZo\u00eb", *(". . . .", ". . .") * 3, ". . . .", "lion 0", "ray 1", "ray 0", "", ""],
    ),
    "sheet": (
        Given(sheet=True),
        [
            *("D", "a", "2", "yes", "Ann"),
            *("4 10 10 10 19 63", "4 10 10 10 19 63 x", "4 10 10 10 19 63 1000", "4 10 7 10 19 63 12"),
            *("4 10 10 10 19 63 12", "129", "many", ""),
            *('"#"', "4 - 10 10 19 63 12", "", "117", "many", "131"),
        ],
    ),
    "sheet-unknown": (
        Given(sheet=True, names=["Ann"]),
        ["U", "1", "y", "n", "", "\u0661", "1000", "0"],
    ),
}
"""What is given, and the answers, wrong ones among them."""

DIALOGUE = [
    *("keep", "back", "help", "C", "keep", "?", "A", "keep", "1", "back", "1", "no", "y", "Zo\u00eb"),
    *("W W W W LT", "W W W W W", "L L L .", "MMM MMM . . .", "TTL . . .", ". . . . ."),
    *(
        "falcn 1, falkon 1, otter",
        "fox 1, fox 2",
        "falcon 2",
        "",
        "c1 c2",
        "7",
        "help",
        "keep",
        "7",
        "8",
        "back",
        "c1 c2",
        "9",
        "keep",
    ),
]
"""Answers and commands of somebody at a terminal."""


class Speaker:
    """A terminal whose lines are kept, with the texts typed to it."""

    def __init__(self, terminal: Terminal, typed: Sequence[str] = ()) -> None:
        self.terminal = terminal
        self.lines: list[str] = []
        self._typed = iter(typed)

    def ask(self, prompt: str, question: Question) -> str:
        text = next(self._typed, None)
        if text is None:
            raise EOFError
        self.lines.append(f"{prompt}{text}")
        return f" {text} "

    def tell(self, line: str = "") -> None:
        self.lines.append(line.replace("\x1b", "ESC"))


def dialogue(terminal: Terminal, typed: Sequence[str] = DIALOGUE) -> tuple[bool, list[str]]:
    """Return whether a dialogue came to its end, and its lines; ``(saved)`` where a draft would be saved."""
    speaker = Speaker(terminal, typed)
    is_known = converse(Interview(Given()), speaker, lambda: speaker.lines.append("(saved)"))
    return is_known, speaker.lines


TERMINALS = {"wide": Terminal(120), "narrow": Terminal(40, unicode=False), "coloured": Terminal(100, colour=True)}


def stored_texts() -> dict[str, str]:
    """Return every text that is stored, by the name of its file."""
    found = {f"{name}.txt": transcript(*interview) for name, interview in INTERVIEWS.items()}
    for name, terminal in TERMINALS.items():
        found[f"dialogue-{name}.txt"] = "\n".join(dialogue(terminal)[1]) + "\n"
    return found


def transcript(given: Given, answers: Sequence[str]) -> str:
    """Return an interview: each question with its help, each answer, and what is wrong with it."""
    return "\n".join(_lines(Interview(given), answers)) + "\n"


def _lines(interview: Interview, answers: Sequence[str]) -> Iterator[str]:
    asked: Question | None = None
    for answer in answers:
        question = interview.question
        assert question is not None, answer
        if question is not asked:
            yield from _asked(question)
            asked = question
        yield f"> {answer!r}"
        problems = interview.answer(answer)
        for problem in problems:
            place = f" at {problem.space}" if problem.space else ""
            yield f"! {problem.code}{place}: {problem.message}"
            yield f"  hint: {problem.hint}"
        if problems and may_be_kept(problems):
            yield "  may be kept"
    assert interview.question is None
    assert interview.record is not None
    yield ""
    yield repr({name: value for name, value in interview.record.items() if name != "$schema"})


def _asked(question: Question) -> Iterator[str]:
    yield ""
    if question.note:
        yield f"note: {question.note}"
    if question.board is not None:
        board = " ".join(f"{space}={stack}" for space, stack in question.board.stacks.items() if stack)
        yield f"board of player {question.board.player}, side {question.side}: {board}"
        yield f"new: {' '.join(question.new)}"
    yield f"? {question.prompt}"
    yield f"  {question.help}"
    if question.completions:
        some = [*question.completions[:4], *question.completions[-2:]]
        by = "word" if question.by_word else "answer"
        yield f"  {len(question.completions)} completions by {by}: {', '.join(some)}"
