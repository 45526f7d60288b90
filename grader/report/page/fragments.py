"""The data of a picture of fragments: which lane holds which piece of the matrices of an instruction."""

from __future__ import annotations

from grader.report.page.translated import translated
from grader.sass.matrix_instructions import Matrix, MatrixInstruction


def fragments(instruction: MatrixInstruction) -> dict[str, object]:
    """For JSON. says: by language, what the instruction does. Of each matrix `cells`: (lane, register) of what its
    registers hold, row by row; a cell has `pack` neighbours, in a row if they lie `across`, else in a column."""
    kind = instruction.name.partition(".")[0]
    return {
        "name": instruction.name, "ptx": instruction.ptx, "says": translated(f"report.fragment_{kind}"),
        "matrices": [_matrix(matrix) for matrix in instruction.matrices],
    }  # fmt: skip


def _matrix(matrix: Matrix) -> dict[str, object]:
    fragment = matrix.fragment
    return {
        "names": list(matrix.names), "type": matrix.type, "rows": fragment.rows, "columns": fragment.columns,
        "pack": fragment.pack, "across": fragment.across, "addresses": matrix.addresses,
        "register": matrix.register, "first": matrix.first, "registers": fragment.registers,
        "cells": [[place.lane, matrix.first + place.register] for *_, place in fragment.cells()],
    }  # fmt: skip
