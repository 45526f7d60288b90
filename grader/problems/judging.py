"""Compares the buffers after a launch with the reference: values, padding, inputs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import numpy as np
from numpy.typing import NDArray

from grader.launch import Array
from grader.problems.base import Buffer, Floats, Judgement, Mask, Mismatch, MismatchKind, Prepared, Region, Role, place


def judge(prepared: Prepared, outputs: Mapping[int, Array]) -> Judgement:
    """Every mismatch of `outputs` (by parameter position) with the reference.

    Raises ValueError for a buffer that is missing or has another size or type.
    """
    after = {buffer.position: _returned(buffer, outputs) for buffer in prepared.buffers}
    found: list[Mismatch] = []
    by_position = {buffer.position: buffer for buffer in prepared.buffers}
    for number, region in enumerate(prepared.regions):
        found.extend(_values(number, region, by_position[region.position], after[region.position]))
    for buffer in prepared.buffers:
        found.extend(_untouched(buffer, prepared.regions, after[buffer.position]))
    return Judgement(tuple(sorted(found, key=lambda m: list(MismatchKind).index(m.kind))))


def _returned(buffer: Buffer, outputs: Mapping[int, Array]) -> Array:
    returned = outputs.get(buffer.position)
    if returned is None:
        raise ValueError(f"the launch did not return buffer {buffer.name}")
    if returned.shape != buffer.original.shape or returned.dtype != buffer.original.dtype:
        raise ValueError(f"buffer {buffer.name} came back as {returned.dtype}{returned.shape}")
    return np.ascontiguousarray(returned)


def _values(number: int, region: Region, buffer: Buffer, after: Array) -> Iterator[Mismatch]:
    got, wrong = compared(region, after)
    if not wrong.any():
        return
    matrix, row, column = (int(i) for i in np.argwhere(wrong)[0])
    yield Mismatch(
        MismatchKind.VALUE, buffer.name, region.label, wrong=int(wrong.sum()), total=wrong.size,
        matrix=matrix if len(wrong) > 1 else None, row=None if buffer.leading is None else row, column=column,
        expected=float(region.expected[matrix, row, column]), got=float(got[matrix, row, column]), region=number,
    )  # fmt: skip


def compared(region: Region, after: Array) -> tuple[Floats, Mask]:
    """The region's values afterwards, and which of them are wrong."""
    with np.errstate(invalid="ignore", over="ignore"):
        got = after[region.index].astype(np.float64)
        wrong: Mask = ~(np.abs(got - region.expected) <= region.rounding.tolerance)
    return got, wrong


def _untouched(buffer: Buffer, regions: tuple[Region, ...], after: Array) -> Iterator[Mismatch]:
    protected = np.ones(buffer.original.size, np.bool_)
    for region in regions:
        if region.position == buffer.position:
            protected[region.index.ravel()] = False
    changed = protected & ~unchanged(buffer, after)
    if not changed.any():
        return
    first = int(np.argmax(changed))
    row, column = place(first, buffer.leading)
    yield Mismatch(
        MismatchKind.INPUT if buffer.role is Role.INPUT else MismatchKind.PADDING, buffer.name, "",
        wrong=int(changed.sum()), total=int(protected.sum()), matrix=None, row=row, column=column,
        expected=float(buffer.original[first]), got=float(after[first]),
    )  # fmt: skip


def unchanged(buffer: Buffer, after: Array) -> Mask:
    """Which elements have the same bits as before the launch (NaN equals itself, -0 is not 0)."""
    return np.asarray(_bits(buffer.original) == _bits(after), np.bool_)


def _bits(array: Array) -> NDArray[np.unsignedinteger]:
    unsigned = np.dtype(f"u{array.dtype.itemsize}")
    return array.view(unsigned)
