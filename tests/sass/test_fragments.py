"""Where the elements of a fragment lie: as the PTX ISA says it, shape by shape, and the inverse."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from grader.sass.fragments import LANES, Fragment, Place, index
from grader.sass.matrix_instructions import Matrix, instruction_of, known

# The formulas of the PTX ISA ("Matrix fragments for mma...") by g, the group of the lane, t, its number in the group,
# and i, the number of the element; (rows, columns) of A, then B, then C.
Formula = Callable[[int, int, int], tuple[int, int]]
STATED: dict[str, tuple[Formula, Formula, Formula]] = {
    "mma.m16n8k8.f16": (
        lambda g, t, i: (g if i < 2 else g + 8, 2 * t + (i & 1)),
        lambda g, t, i: (2 * t + i, g),
        lambda g, t, i: (g if i < 2 else g + 8, 2 * t + (i & 1))),
    "mma.m16n8k16.f16": (
        lambda g, t, i: (g if i < 2 or 4 <= i < 6 else g + 8, 2 * t + (i & 1) + (0 if i < 4 else 8)),
        lambda g, t, i: (2 * t + (i & 1) + (0 if i < 2 else 8), g),
        lambda g, t, i: (g if i < 2 else g + 8, 2 * t + (i & 1))),
    "mma.m16n8k4.tf32": (
        lambda g, t, i: (g if i == 0 else g + 8, t),
        lambda g, t, i: (t, g),
        lambda g, t, i: (g if i < 2 else g + 8, 2 * t + (i & 1))),
    "mma.m16n8k8.tf32": (
        lambda g, t, i: (g if i in (0, 2) else g + 8, t if i < 2 else t + 4),
        lambda g, t, i: (t if i == 0 else t + 4, g),
        lambda g, t, i: (g if i < 2 else g + 8, 2 * t + (i & 1))),
    "mma.m8n8k4.f64": (
        lambda g, t, i: (g, t),
        lambda g, t, i: (t, g),
        lambda g, t, i: (g, 2 * t + i)),
    "mma.m16n8k16.f64": (
        lambda g, t, i: (g, 2 * i + t) if i % 2 == 0 else (g + 8, 2 * i - 2 + t),
        lambda g, t, i: (t + 4 * i, g),
        lambda g, t, i: (g if i < 2 else g + 8, 2 * t + (i & 1))),
    "mma.m8n8k16.s8": (
        lambda g, t, i: (g, 4 * t + i),
        lambda g, t, i: (4 * t + i, g),
        lambda g, t, i: (g, 2 * t + i)),
    "mma.m16n8k16.s8": (
        lambda g, t, i: (g if i < 4 else g + 8, 4 * t + (i & 3)),
        lambda g, t, i: (4 * t + i, g),
        lambda g, t, i: (g if i < 2 else g + 8, 2 * t + (i & 1))),
    "mma.m16n8k32.s8": (
        lambda g, t, i: (g if i < 4 or 8 <= i < 12 else g + 8, 4 * t + (i & 3) + (0 if i < 8 else 16)),
        lambda g, t, i: (4 * t + (i & 3) + (0 if i < 4 else 16), g),
        lambda g, t, i: (g if i < 2 else g + 8, 2 * t + (i & 1))),
    "mma.m16n8k64.s4": (
        lambda g, t, i: (g if i < 8 or 16 <= i < 24 else g + 8, 8 * t + (i & 7) + (0 if i < 16 else 32)),
        lambda g, t, i: (8 * t + (i & 7) + (0 if i < 8 else 32), g),
        lambda g, t, i: (g if i < 2 else g + 8, 2 * t + (i & 1))),
    "mma.m16n8k256.b1": (
        lambda g, t, i: (g if i < 32 or 64 <= i < 96 else g + 8, 32 * t + (i & 31) + (0 if i < 64 else 128)),
        lambda g, t, i: (32 * t + (i & 31) + (0 if i < 32 else 128), g),
        lambda g, t, i: (g if i < 2 else g + 8, 2 * t + (i & 1))),
}  # fmt: skip


def matrices_of(name: str) -> tuple[Matrix, ...]:
    found = instruction_of(name)
    assert found is not None
    return found.matrices


FRAGMENTS = sorted({matrix.fragment for name in known() for matrix in matrices_of(name)})
fragments = st.sampled_from(FRAGMENTS)


@pytest.mark.parametrize("name", STATED)
def test_layouts_are_those_of_the_ptx_isa(name: str) -> None:
    for matrix, stated in zip(matrices_of(name), STATED[name], strict=True):
        fragment = matrix.fragment
        for lane in range(LANES):
            for i in range(fragment.registers * fragment.pack):
                place = Place(lane, *divmod(i, fragment.pack))
                assert fragment.element(place) == stated(lane // 4, lane % 4, i), (matrix.names, place)


def test_sums_of_half_precision_lie_as_those_of_single_precision_two_to_a_register() -> None:
    *_, narrow = matrices_of("mma.m16n8k16.f16.f16")
    *_, wide = matrices_of("mma.m16n8k16.f16")
    assert (narrow.fragment.registers, wide.fragment.registers) == (2, 4)
    for ours, theirs in zip(index(narrow.fragment), index(wide.fragment), strict=True):
        assert np.array_equal(ours.reshape(LANES, 4), theirs.reshape(LANES, 4))


@pytest.mark.parametrize("fragment", FRAGMENTS, ids=str)
def test_every_element_is_held_once(fragment: Fragment) -> None:
    row, column = index(fragment)
    assert sorted(zip(row.ravel(), column.ravel(), strict=True)) == sorted(np.ndindex(fragment.rows, fragment.columns))


@given(st.data())
def test_the_place_of_an_element_holds_it(data: st.DataObject) -> None:
    fragment = data.draw(fragments)
    row, column = (data.draw(st.integers(0, size - 1)) for size in (fragment.rows, fragment.columns))
    assert fragment.element(fragment.place(row, column)) == (row, column)


@pytest.mark.parametrize("fragment", FRAGMENTS, ids=str)
def test_cells_are_registers_and_cover_the_matrix_in_order(fragment: Fragment) -> None:
    cells = list(fragment.cells())
    assert len({(place.lane, place.register) for *_, place in cells}) == len(cells) == LANES * fragment.registers
    assert [(row, column) for row, column, _ in cells] == sorted((row, column) for row, column, _ in cells)
    for row, column, place in cells:
        for position in range(fragment.pack):
            beside = (row, column + position) if fragment.across else (row + position, column)
            assert fragment.element(place._replace(position=position)) == beside


@pytest.mark.parametrize("place", [Place(32, 0, 0), Place(0, 4, 0), Place(0, 0, 2), Place(-1, 0, 0), Place(0, -1, 0)])
def test_a_place_that_there_is_not_holds_nothing(place: Place) -> None:
    with pytest.raises(IndexError):
        Fragment("left", 16, 16, 2).element(place)


@pytest.mark.parametrize("element", [(16, 0), (0, 16), (-1, 0), (0, -1)])
def test_an_element_that_there_is_not_is_held_nowhere(element: tuple[int, int]) -> None:
    with pytest.raises(IndexError):
        Fragment("left", 16, 16, 2).place(*element)
