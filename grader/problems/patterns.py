"""Recognise well-known mistakes in a wrong result: what the values are, and where the wrong ones lie."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np

from grader.problems.base import Floats, Indices, Mask, Pattern, PatternKey, Region

# One or two small integers agree by chance; three or more hardly ever do.
_EVIDENCE = 3
_AGREEMENT = 0.95
_SAMPLE = 64
_RUINED = 1e7
_SAME_FACTOR = 1e-5
_TILE_EDGES = (8, 16, 32, 64, 128)
_BLOCKS = (32, 64, 128, 256, 512, 1024)  # threads


@dataclass(frozen=True)
class _Finding:
    """A region whose elements `got` are `wrong`; `untouched` elements still hold what was there before.

    vector: one row of one matrix, of which elements are told by number alone.
    """

    region: Region
    got: Floats
    wrong: Mask
    untouched: Mask
    vector: bool


def recognise(region: Region, got: Floats, wrong: Mask, untouched: Mask, vector: bool = False) -> tuple[Pattern, ...]:
    """At most one pattern of the values and one of the place. All arrays: (matrices, rows, cols)."""
    finding = _Finding(region, got, wrong, untouched, vector)
    with np.errstate(all="ignore"):
        value = next((p for look in _VALUE_PATTERNS if (p := look(finding))), None)
        place = None if wrong.all() else next((p for look in _PLACE_PATTERNS if (p := look(finding))), None)
    return tuple(p for p in (value, place) if p)


def _nothing_written(finding: _Finding) -> Pattern | None:
    return Pattern(PatternKey.NOTHING_WRITTEN) if finding.untouched.all() else None


def _suspect_first(finding: _Finding) -> Pattern | None:
    """A suspect that explains what is right, too."""
    if not finding.region.suspects_first:
        return None
    everything = replace(finding, wrong=np.ones_like(finding.wrong))
    for suspect in finding.region.suspects():
        if _agrees(finding, suspect.values) and _agrees(everything, suspect.values):
            return suspect.pattern
    return None


def _not_written(finding: _Finding) -> Pattern | None:
    if finding.untouched[finding.wrong].all():
        pattern = _end_not_written(finding.wrong[0, 0]) if finding.vector else None
        return pattern or Pattern(PatternKey.NOT_WRITTEN_HERE, {"count": int(finding.wrong.sum())})
    return None


def _end_not_written(missing: Mask) -> Pattern | None:
    """A vector of which only the beginning was written: all whole blocks of it, or as far as some threads reach."""
    total, first = missing.size, int(np.argmax(missing))
    if not missing[first:].all():
        return None
    # One whole block and a rest is what threads that do not know their block's number write, too.
    if any(2 * block <= first == total // block * block for block in _BLOCKS):
        return Pattern(PatternKey.LAST_BLOCK_LEFT_OUT, {"first": first, "total": total})
    return Pattern(PatternKey.FIRST_ELEMENTS_ONLY, {"count": first, "total": total})


def _nan(finding: _Finding) -> Pattern | None:
    nan = np.isnan(finding.got) & finding.wrong & ~finding.untouched
    if not nan.any():
        return None
    if finding.region.poisoned_on_purpose:
        return Pattern(PatternKey.NAN_FROM_OLD_OUTPUT)
    return Pattern(PatternKey.NAN, {"count": int(nan.sum())})


def _all_zero(finding: _Finding) -> Pattern | None:
    if finding.wrong.sum() >= _EVIDENCE and not finding.got.any():
        return Pattern(PatternKey.ALL_ZERO)
    return None


def _suspect(finding: _Finding) -> Pattern | None:
    if finding.region.suspects_first:
        return None
    for suspect in finding.region.suspects():
        if _agrees(finding, suspect.values):
            return suspect.pattern
    return None


def _agrees(finding: _Finding, values: Floats) -> bool:
    """Whether the wrong elements are, nearly all, what a suspect would have made of them."""
    wanted = np.broadcast_to(values, finding.got.shape)[finding.wrong]
    got = finding.got[finding.wrong]
    known = ~np.isnan(wanted)
    if known.sum() < max(_EVIDENCE, 0.6 * known.size):
        return False
    room = 2.0 * np.broadcast_to(finding.region.tolerance, finding.got.shape)[finding.wrong]
    # A sum with a sentinel in it is rounded beyond recognition: its size has to do.
    ruined = (np.abs(got) > _RUINED) & (np.abs(wanted) > _RUINED)
    same = (np.abs(got - wanted) <= room + 1e-6 * np.abs(wanted)) | ruined
    return bool(same[known].mean() >= _AGREEMENT)


def _missing_terms(finding: _Finding) -> Pattern | None:
    terms = finding.region.terms
    where = np.argwhere(finding.wrong)
    if terms is None or len(where) < _EVIDENCE:
        return None
    where = where[:: max(1, len(where) // _SAMPLE)]
    products, base = terms(*(where[:, axis].astype(np.int64) for axis in range(3)))
    total = products.shape[1]
    before = np.concatenate([np.zeros((len(where), 1)), np.cumsum(products, axis=1)], axis=1)
    got = finding.got[tuple(where.T)] - base
    room = 2.0 * np.broadcast_to(finding.region.tolerance, finding.got.shape)[tuple(where.T)] + 1e-9
    for key, sums in (
        (PatternKey.FIRST_TERMS_ONLY, before),
        (PatternKey.FIRST_TERMS_MISSING, before[:, -1:] - before),
    ):
        counts = np.flatnonzero((np.abs(got[:, None] - sums) <= room[:, None]).all(axis=0))
        counts = counts[(counts > 0) & (counts < total)]
        if counts.size:
            return Pattern(key, {"count": int(counts[0]), "total": total})
    return None


def _shifted(finding: _Finding) -> Pattern | None:
    for rows, cols in ((0, 1), (0, -1), (1, 0), (-1, 0)):
        if _agrees(finding, _neighbours(finding.region.expected, rows, cols)):
            if finding.vector:
                return Pattern(PatternKey.SHIFTED_ELEMENTS, {"distance": cols})
            return Pattern(PatternKey.SHIFTED, {"rows": rows, "cols": cols})
    return None


def _neighbours(values: Floats, rows: int, cols: int) -> Floats:
    """For each element the one `rows` below and `cols` to the right, NaN beyond the edge."""
    height, width = values.shape[1:]
    result = np.full(values.shape, np.nan)
    result[:, max(0, -rows) : height - max(0, rows), max(0, -cols) : width - max(0, cols)] = values[
        :, max(0, rows) : height + min(0, rows), max(0, cols) : width + min(0, cols)
    ]
    return result


def _constant_factor(finding: _Finding) -> Pattern | None:
    expected, got = finding.region.expected[finding.wrong], finding.got[finding.wrong]
    expected, got = expected[expected != 0], got[expected != 0]
    if expected.size <= _EVIDENCE or np.ptp(np.abs(expected)) == 0:
        return None
    factor = float(np.median(got / expected))
    if not np.isfinite(factor) or factor == 0 or abs(factor - 1) <= _SAME_FACTOR:
        return None
    same = np.abs(got - factor * expected) <= _SAME_FACTOR * np.abs(factor * expected)
    return Pattern(PatternKey.CONSTANT_FACTOR, {"factor": factor}) if same.all() else None


def _low_precision(finding: _Finding) -> Pattern | None:
    magnitude = np.broadcast_to(finding.region.magnitude, finding.got.shape)[finding.wrong]
    error = np.abs(finding.got - finding.region.expected)[finding.wrong]
    if (magnitude > 0).all() and (error <= 2.0**-7 * magnitude).all():
        return Pattern(PatternKey.LOW_PRECISION)
    return None


def _flattened(finding: _Finding) -> Mask:
    """Which places (rows, cols) are wrong in any matrix of the stack."""
    return np.asarray(finding.wrong.any(axis=0), np.bool_)


def _ragged_edge(finding: _Finding) -> Pattern | None:
    """Wrong only beyond the last whole tile, for the smallest tile edge that explains it.

    A side beyond which everything is right counts as whole.
    """
    wrong = _flattened(finding)
    rows, cols = wrong.shape
    for edge in _TILE_EDGES:
        row, col = rows // edge * edge, cols // edge * edge
        whole = row * col > 0 and (row, col) != (rows, cols)
        if whole and not wrong[:row, :col].any():
            below, beside = wrong[row:, :col].any(), wrong[:row, col:].any()
            row = rows if beside and not below else row
            col = cols if below and not beside else col
            return Pattern(PatternKey.RAGGED_EDGE, {"row": row, "column": col, "rows": rows, "cols": cols})
    return None


def _rows_cols_swapped(finding: _Finding) -> Pattern | None:
    """Rows covered only as far as there are columns, or the other way round: the axes are exchanged.

    Of a vector, or nearly one, any first block of threads covers as much.
    """
    wrong, missing = _flattened(finding), np.asarray(finding.untouched.all(axis=0))
    rows, cols = wrong.shape
    if min(rows, cols) < _EVIDENCE:
        return None
    row, col = _covered(missing), _covered(missing.T)
    if wrong[:row, :col].any() or not finding.untouched[finding.wrong].all():
        return None
    row_swapped = row < rows and cols <= row < cols + _TILE_EDGES[2]
    col_swapped = col < cols and rows <= col < rows + _TILE_EDGES[2]
    return Pattern(PatternKey.ROWS_COLS_SWAPPED) if row_swapped or col_swapped else None


def _covered(missing: Mask) -> int:
    """How many rows there are before the last ones, of which nothing was written."""
    touched = np.flatnonzero(~np.asarray(missing.all(axis=1)))
    return int(touched[-1]) + 1 if touched.size else 0


def _some_matrices(finding: _Finding) -> Pattern | None:
    total = len(finding.wrong)
    bad = np.flatnonzero(np.asarray(finding.wrong.any(axis=(1, 2))))
    if len(bad) == total:
        return None
    return Pattern(PatternKey.SOME_MATRICES, {"count": len(bad), "total": total, "first": int(bad[0])})


def _some_lines(axis: int, key: PatternKey) -> Callable[[_Finding], Pattern | None]:
    """Wrong only in some rows (axis 0) or columns (axis 1), and there nearly throughout."""

    def look(finding: _Finding) -> Pattern | None:
        wrong = _flattened(finding)
        share = wrong.mean(axis=1 - axis)
        bad = np.flatnonzero(share)
        if len(bad) == len(share) or wrong.shape[1 - axis] < _EVIDENCE or share[bad].min() < 0.9:
            return None
        parameters = {"count": len(bad), "total": len(share), "first": int(bad[0]), "last": int(bad[-1])}
        return Pattern(key, parameters)

    return look


_VALUE_PATTERNS: tuple[Callable[[_Finding], Pattern | None], ...] = (
    _nothing_written,
    _suspect_first,
    _not_written,
    _nan,
    _all_zero,
    _suspect,
    _missing_terms,
    _shifted,
    _constant_factor,
    _low_precision,
)

_PLACE_PATTERNS: tuple[Callable[[_Finding], Pattern | None], ...] = (
    _some_matrices,
    _ragged_edge,
    _rows_cols_swapped,
    _some_lines(0, PatternKey.SOME_ROWS),
    _some_lines(1, PatternKey.SOME_COLS),
)


def scattered(index: Indices, size: int, positions: Indices, values: Floats) -> Floats:
    """What a region at `index` of a buffer of `size` elements holds after `values` went to `positions`.

    Positions outside the buffer are dropped; elements nobody wrote are NaN.
    """
    flat = np.full(size, np.nan)
    inside = (positions >= 0) & (positions < size)
    flat[positions[inside]] = values[inside]
    result: Floats = flat[index]
    return result


def gathered(buffer: Floats, where: Indices) -> Floats:
    """buffer[where], NaN outside of it."""
    inside = (where >= 0) & (where < buffer.size)
    result: Floats = np.where(inside, np.take(buffer, where, mode="clip"), np.nan)
    return result
