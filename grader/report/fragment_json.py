"""Fragments as JSON."""

from __future__ import annotations

from grader.report.fragment_view import Element, bits_of, register_name
from grader.sass.fragments import LANES, Place
from grader.sass.matrix_instructions import Matrix, MatrixInstruction


def explained_json(
    instruction: MatrixInstruction, lane: int | None = None, element: Element | None = None
) -> dict[str, object]:
    """matrices: each with `lanes`, of all lanes or of the one that is asked for: its registers, and the [row, column]
    of what they hold, from the lowest bits. element: by whom it is held; null if none is asked for."""
    return {
        "instruction": instruction.name, "ptx": instruction.ptx, "left_open": instruction.left_open or None,
        "matrices": [_matrix(matrix, range(LANES) if lane is None else [lane]) for matrix in instruction.matrices],
        "element": None if element is None else _element(element),
    }  # fmt: skip


def _matrix(matrix: Matrix, lanes: range | list[int]) -> dict[str, object]:
    fragment = matrix.fragment
    return {
        "names": list(matrix.names), "type": matrix.type, "rows": fragment.rows, "columns": fragment.columns,
        "bits": matrix.bits, "addresses": matrix.addresses,
        "lanes": [{"lane": lane, "registers": [
            {"register": register_name(matrix, register),
             "elements": [list(fragment.element(Place(lane, register, at))) for at in range(fragment.pack)]}
            for register in range(fragment.registers)]} for lane in lanes],
    }  # fmt: skip


def _element(element: Element) -> dict[str, object]:
    places = [(matrix, matrix.fragment.place(element.row, element.column)) for matrix in element.matrices]
    return {
        "element": element.text,
        "held": [{"lane": place.lane, "register": register_name(matrix, place.register), "bits": bits_of(matrix, place),
                  "address_of_lane": None if matrix.addresses is None else matrix.addresses + element.row}
                 for matrix, place in places],
    }  # fmt: skip
