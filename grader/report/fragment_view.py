"""Fragments in the terminal: a matrix as a grid of lanes and registers, the registers of one lane, one element."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rich.console import Group, RenderableType
from rich.text import Text

from grader.dataclass import dataclass
from grader.report.style import plain_table, stacked
from grader.sass.fragments import Place
from grader.sass.matrix_instructions import Matrix, MatrixInstruction
from grader.texts import say

# By the group of four lanes. Lane and register are written out, so nothing depends on a colour.
GROUP_STYLES = ("red", "green", "yellow", "blue", "magenta", "cyan", "bright_red", "bright_blue")
_BAND = 8  # cells beside each other, which every terminal has room for
_LONGEST = 5  # characters of a range in a heading
_FEW = 4  # elements of a register that are written one by one


@dataclass(frozen=True)
class Element:
    """One element of the matrices of an instruction that go by this name. text: as in `A[3][7]`."""

    matrices: tuple[Matrix, ...]
    row: int
    column: int
    text: str


def explained(
    instruction: MatrixInstruction, lang: str, lane: int | None = None, element: Element | None = None
) -> RenderableType:
    """All fragments of an instruction. lane: this one's registers, and where they lie. element: who holds it; then the
    grids are left out, unless a lane is asked for, too."""
    parts: list[RenderableType] = [Group(*_head(instruction, lang))]
    if element is not None:
        parts.append(Text("\n".join(held(element, lang))))
    if lane is not None or element is None:
        parts.append(Text("\n".join(_legend(instruction, lang)), style="dim"))
    if lane is not None:
        parts.append(_registers(instruction, lane, lang))
    if lane is not None or element is None:
        parts += [_grid(matrix, lane, lang) for matrix in instruction.matrices]
    return stacked(parts)


def _head(instruction: MatrixInstruction, lang: str) -> Iterator[Text]:
    yield Text(instruction.name, style="bold")
    yield Text(instruction.ptx, style="dim")
    if instruction.left_open:
        yield Text(say("report.fragment_left_open", lang, wmma=instruction.left_open, mma=instruction.name))
    kind = instruction.name.partition(".")[0]
    yield Text(say(f"report.fragment_{kind}", lang))


def _legend(instruction: MatrixInstruction, lang: str) -> list[str]:
    rows = any(matrix.addresses is not None for matrix in instruction.matrices)
    return [say(f"report.fragment_{key}", lang) for key in ("cells", *(("rows",) if rows else ()))]


# ---- one element


def register_name(matrix: Matrix, register: int) -> str:
    """As a kernel's array has it: `a[2]`."""
    return f"{matrix.register}[{matrix.first + register}]"


def bits_of(matrix: Matrix, place: Place) -> tuple[int, int]:
    """The lowest and the highest bit of its register that an element has."""
    low = place.position * matrix.bits
    return low, low + matrix.bits - 1


def held(element: Element, lang: str) -> Iterator[str]:
    """Sentences on where an element is."""
    for matrix in element.matrices:
        place = matrix.fragment.place(element.row, element.column)
        low, high = bits_of(matrix, place)
        key = "report.fragment_bit" if low == high else "report.fragment_bits"
        yield say(key, lang, element=element.text, lane=place.lane, register=register_name(matrix, place.register),
                  low=low, high=high)  # fmt: skip
        if matrix.addresses is not None:
            yield say("report.fragment_address", lang, lane=matrix.addresses + element.row)


# ---- one lane


def _registers(instruction: MatrixInstruction, lane: int, lang: str) -> RenderableType:
    table = plain_table(title=say("report.fragment_lane", lang, lane=lane))
    table.add_column(say("report.column_register", lang), no_wrap=True)
    table.add_column(say("report.column_elements", lang))
    for matrix in instruction.matrices:
        for register in range(matrix.fragment.registers):
            table.add_row(register_name(matrix, register), _elements(matrix, lane, register, lang))
    return table


def _elements(matrix: Matrix, lane: int, register: int, lang: str) -> str:
    """In the order of bits."""
    places = [Place(lane, register, position) for position in range(matrix.fragment.pack)]
    name = matrix.names[0]
    words = ["{}[{}][{}]".format(name, *matrix.fragment.element(place)) for place in places]
    return ", ".join(words) if len(words) <= _FEW else say("report.fragment_to", lang, first=words[0], last=words[-1])


# ---- a matrix


def _grid(matrix: Matrix, lane: int | None, lang: str) -> RenderableType:
    fragment = matrix.fragment
    rows: dict[int, list[tuple[int, Place]]] = {}
    for row, column, place in fragment.cells():
        rows.setdefault(row, []).append((column, place))
    high, wide = (1, fragment.pack) if fragment.across else (fragment.pack, 1)
    names = {row: _row_name(matrix, row, row + high - 1) for row in rows}
    margin = max(map(len, names.values()))
    lines = [Text(_title(matrix, lang))]
    columns = [column for column, _ in rows[0]]
    for start in range(0, len(columns), _BAND):
        if start:
            lines.append(Text())
        heads = [_range(column, column + wide - 1) for column in columns[start : start + _BAND]]
        cell = max(_LONGEST, *map(len, heads)) + 1
        lines.append(Text(" " * margin + "".join(head.rjust(cell) for head in heads), style="dim"))
        for row, cells in rows.items():
            lines.append(_line(matrix, names[row].rjust(margin), cells[start : start + _BAND], cell, lane))
    return Group(*lines)


def _line(matrix: Matrix, name: str, cells: Sequence[tuple[int, Place]], width: int, lane: int | None) -> Text:
    line = Text(name, style="", no_wrap=True)
    for _, place in cells:
        own = lane is None or place.lane == lane
        text = f"{place.lane}:{matrix.first + place.register}" if own else "."
        line.append(text.rjust(width), GROUP_STYLES[place.lane // 4] if own else "dim")
    return line


def _title(matrix: Matrix, lang: str) -> str:
    fragment = matrix.fragment
    first, last = register_name(matrix, 0), register_name(matrix, fragment.registers - 1)
    span = first if first == last else say("report.fragment_to", lang, first=first, last=last)
    return say("report.fragment_matrix", lang, names=", ".join(matrix.names), rows=fragment.rows, type=matrix.type,
               columns=fragment.columns, registers=span, pack=fragment.pack)  # fmt: skip


def _row_name(matrix: Matrix, first: int, last: int) -> str:
    name = _range(first, last)
    return name if matrix.addresses is None else f"{name} @{_range(matrix.addresses + first, matrix.addresses + last)}"


def _range(first: int, last: int) -> str:
    if first == last:
        return str(first)
    whole = f"{first}-{last}"
    return whole if len(whole) <= _LONGEST else f"{first}.."
