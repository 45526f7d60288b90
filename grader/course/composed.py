"""Wrong kernels are stored as edits of a solution.

    // expect: hazards
    // Nobody waits before the next tile is stored.

    // TODO(2)
            __syncthreads();
            total += mine * yours;

    // INSTEAD OF
    constexpr int TILE = 16;
    // WRITE
    constexpr int TILE = 8;

`TODO(n)` fills the nth blank; other blanks are filled as in the solution. `INSTEAD OF` quotes lines that occur exactly
once in the solution outside its blanks. A file without such marks is a whole kernel.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from grader.course.skeleton import pieces_of
from grader.dataclass import dataclass

_SECTION = re.compile(r"// (?:TODO\((?P<blank>[0-9]+)\)|(?P<quoted>INSTEAD OF)|(?P<written>WRITE))[ \t]*")


class NotComposed(ValueError):
    """A part of a file does not match the solution; the text says which."""


@dataclass(frozen=True)
class _Section:
    """The lines below one mark, without surrounding blank lines."""

    mark: re.Match[str]
    lines: list[str]


def kernel_at(path: Path, solution: Path) -> str:
    """The whole kernel that a file describes. Raises NotComposed, OSError, UnicodeDecodeError."""
    text = path.read_text("utf-8-sig")
    return compose(text, solution.read_text("utf-8-sig")) if _is_composed(text) else text


def kernel_of_course(path: Path) -> bytes:
    """The full source of any kernel in a course. Raises as `kernel_at`."""
    if "submissions" not in path.parts:
        return path.read_bytes()
    *_, module, exercise, _, _ = path.parts
    return kernel_at(path, path.parents[5] / "solutions" / module / f"{exercise}.cu").encode()


def compose(text: str, solution: str) -> str:
    """The whole kernel that `text` describes. Raises NotComposed."""
    head, sections = _sections(text)
    pieces = [(blank, list(lines)) for blank, lines in pieces_of(solution)]
    for section in sections:
        if section.mark["blank"] is not None:
            _fill(pieces, int(section.mark["blank"]), section.lines)
    for quoted, written in _pairs([section for section in sections if section.mark["blank"] is None]):
        _replace(pieces, quoted, written)
    return "\n".join([*head, "", *(line for _, lines in pieces for line in lines), ""])


def _is_composed(text: str) -> bool:
    return any(_SECTION.fullmatch(line) for line in text.splitlines())


def _sections(text: str) -> tuple[list[str], list[_Section]]:
    head: list[str] = []
    sections: list[_Section] = []
    for line in text.splitlines():
        mark = _SECTION.fullmatch(line)
        if mark is not None:
            sections.append(_Section(mark, []))
        else:
            (sections[-1].lines if sections else head).append(line)
    return _trimmed(head), [_Section(section.mark, _trimmed(section.lines)) for section in sections]


def _trimmed(lines: list[str]) -> list[str]:
    filled = [number for number, line in enumerate(lines) if line.strip()]
    return lines[filled[0] : filled[-1] + 1] if filled else []


def _fill(pieces: list[tuple[int | None, list[str]]], number: int, lines: list[str]) -> None:
    for blank, piece in pieces:
        if blank == number:
            piece[:] = lines
            return
    raise NotComposed(f"TODO({number}): the solution has no such blank")


def _pairs(sections: list[_Section]) -> Iterator[tuple[list[str], list[str]]]:
    marks = [section.mark["written"] is not None for section in sections]
    if marks != [False, True] * (len(marks) // 2):
        raise NotComposed("INSTEAD OF and WRITE come in pairs")
    for quoted, written in zip(sections[::2], sections[1::2], strict=True):
        yield quoted.lines, written.lines


def _replace(pieces: list[tuple[int | None, list[str]]], quoted: list[str], written: list[str]) -> None:
    found = [(piece, at) for blank, piece in pieces if blank is None for at in _places(piece, quoted)]
    if len(found) != 1 or not quoted:
        first = quoted[0].strip() if quoted else ""
        raise NotComposed(f"INSTEAD OF `{first}`: {len(found)} places of the solution, and not one")
    piece, at = found[0]
    piece[at : at + len(quoted)] = written


def _places(piece: list[str], quoted: list[str]) -> Iterator[int]:
    wanted = [line.rstrip() for line in quoted]
    for at in range(len(piece) - len(quoted) + 1):
        if [line.rstrip() for line in piece[at : at + len(quoted)]] == wanted:
            yield at
