"""A kernel as shown on a page: numbered lines with notes."""

from __future__ import annotations

from collections.abc import Sequence

from grader.classroom.report.gather import Verdict
from grader.classroom.similarity.regions import Region
from grader.dataclass import dataclass
from grader.listing import LONGEST, cut
from grader.report.html.visible import MOST_LINES, TAB
from grader.verdicts import Status


@dataclass(frozen=True)
class NoteView:
    """What a check says of a line."""

    check: str
    message: str


@dataclass(frozen=True)
class LineView:
    """A line, counted from 1, with its notes."""

    number: int
    text: str
    notes: tuple[NoteView, ...] = ()


@dataclass(frozen=True)
class KernelView:
    """The lines that are shown. more: how many follow."""

    lines: tuple[LineView, ...]
    more: int


@dataclass(frozen=True)
class Piece:
    """Part of a line. region: number of its matching passage, 0 for none; begins: whether that begins here."""

    text: str
    region: int = 0
    begins: bool = False


@dataclass(frozen=True)
class ComparedLine:
    """A line of a kernel shown beside another kernel."""

    number: int
    pieces: tuple[Piece, ...]


def kernel_view(source: str, checks: Sequence[Verdict]) -> KernelView:
    """A kernel with the notes of the checks that did not pass; each sentence once per line."""
    notes: dict[int, dict[NoteView, None]] = {}
    for check in checks:
        if check.status is not Status.PASS:
            for note in check.lines:
                notes.setdefault(note.line, {})[NoteView(check.id, note.message)] = None
    lines = _lines(source.expandtabs(TAB))
    shown = (LineView(number, cut(text), tuple(notes.get(number, ())))
             for number, text in enumerate(lines[:MOST_LINES], start=1))  # fmt: skip
    return KernelView(tuple(shown), max(0, len(lines) - MOST_LINES))


def compared_lines(source: str, regions: Sequence[Region]) -> tuple[ComparedLine, ...]:
    """A kernel with its matching passages. regions: in the order of the text, without overlaps."""
    found = []
    start, left = 0, list(regions)
    for number, text in enumerate(_lines(source)[:MOST_LINES], start=1):
        end = start + len(text)
        while left and left[0].end <= start:
            left.pop(0)
        found.append(ComparedLine(number, _pieces(text, start, end, left)))
        start = end + 1
    return tuple(found)


def _pieces(text: str, start: int, end: int, regions: Sequence[Region]) -> tuple[Piece, ...]:
    """The line [start, end) of a text, split at passages' ends; long lines are cut."""
    found, at = [], start
    end = min(end, start + LONGEST)
    for region in regions:
        if region.start >= end:
            break
        first, last = max(region.start, start), min(region.end, end)
        passage = text[first - start : last - start]
        indent = len(passage) - len(passage.lstrip()) if first == start else 0
        found.append(Piece(text[at - start : first - start + indent]))
        found.append(Piece(passage[indent:], region.number, first == region.start))
        at = last
    found.append(Piece(text[at - start : end - start] + (" ..." if len(text) > LONGEST else "")))
    return tuple(piece for piece in found if piece.text)


def _lines(source: str) -> list[str]:
    """Lines as compilers count them: a form feed ends none."""
    lines = source.split("\n")
    return lines[:-1] if lines[-1] == "" else lines
