"""Scans: right ones pass, FP16 and 16 bits do not, and classic slips are told by name."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray
from pydantic import ValidationError

from grader.problems import PROBLEMS
from grader.problems.base import Geometry, Judgement, Mistake, mistake
from tests.problems.diagnosing import diagnosed, diagnosed_all
from tests.problems.test_judgement import buffers
from tests.tiers import examples

Ints = NDArray[np.int64]

PIECES = Geometry((4, 1, 1), (256, 1, 1))


class Scan:
    """One prepared case: its input, and what the judge says of an output."""

    def __init__(self, family: str, seed: int = 3, **dims: Any) -> None:
        self.family = PROBLEMS[family]
        self.case = self.family.case_model.model_validate(dims)
        self.prepared = self.family.arguments(self.case, np.random.default_rng(seed))
        self.given = {b.name: b.original.copy() for b in self.prepared.buffers}
        self.place = {b.name: b.position for b in self.prepared.buffers}
        self.x: Ints = self.given["in" if "in" in self.given else "out"].astype(np.int64)

    def outputs(self, **values: Any) -> dict[int, Any]:
        made = {self.place[k]: np.asarray(v).astype(self.given[k].dtype) for k, v in values.items()}
        return buffers(self.prepared) | made

    def judged(self, **values: Any) -> Judgement:
        return self.family.judge(self.prepared, self.outputs(**values))

    def told(self, geometry: Geometry = PIECES, **values: Any) -> Mistake | None:
        return diagnosed(self.family, self.prepared, self.outputs(**values), geometry)


def one_by_one(x: Ints, chunk: int, exclusive: bool) -> Ints:
    """As one thread would, element after element."""
    out, total = np.zeros_like(x), 0
    for i, element in enumerate(x):
        total = 0 if i % chunk == 0 else total
        out[i] = total if exclusive else total + element
        total += element
    return out


def totals(x: Ints, chunk: int, pieces: int) -> Ints:
    return np.array([x[b * chunk : (b + 1) * chunk].sum() for b in range(pieces)], np.int64)


@examples(40)
@given(st.integers(0, 2**32), st.integers(0, 700), st.sampled_from([1, 32, 128, 1024]), st.booleans())
def test_right_scans_of_pieces_pass_and_one_wrong_element_does_not(seed: int, n: int, chunk: int, before: bool) -> None:
    scan = Scan("exclusive_pieces" if before else "inclusive_pieces", seed, n=n, chunk=chunk)
    right = one_by_one(scan.x, chunk, before)
    assert scan.judged(out=right).passed
    assert scan.judged().passed == (n == 0)
    if n:
        right[seed % n] += 1
        (found,) = scan.judged(out=right).mismatches
        assert (found.wrong, found.column) == (1, seed % n)


@pytest.mark.parametrize(("n", "grid"), [(0, None), (1, None), (3001, None), (4096, None), (1500, (5,))])
def test_block_scans_have_totals_and_blocks_behind_the_last_element_have_the_sum_0(n: int, grid: Any) -> None:
    scan = Scan("block_scans", n=n, chunk=1024, grid=grid)
    right, sums = one_by_one(scan.x, 1024, True), totals(scan.x, 1024, scan.case.pieces)
    assert scan.judged(out=right, totals=sums).passed
    assert not scan.judged(out=right, totals=sums + 1).passed


def test_sums_are_too_large_for_fp16_and_for_16_bits() -> None:
    scan = Scan("block_scans", n=3001, chunk=1024)
    right, sums = one_by_one(scan.x, 1024, True), totals(scan.x, 1024, 3)
    assert not scan.judged(out=right.astype(np.float16), totals=sums).passed
    assert not scan.judged(out=right.astype(np.int16), totals=sums).passed


def test_the_scan_of_everything_is_modulo_2_to_the_32_and_leaves_its_words_as_found() -> None:
    scan = Scan("exclusive_scan", n=5000, large=True)
    right = one_by_one(scan.x, 5000, True) % 2**32
    assert right.max() > 2**31
    assert scan.judged(out=right).passed
    assert not scan.judged(out=right & 0x3FFFFFFF).passed
    assert not scan.judged(out=right, status=scan.given["status"] + 1).passed
    told = diagnosed_all(
        scan.family, scan.prepared, scan.outputs(out=right, counters=[40, 40]), Geometry((40, 1, 1), (256, 1, 1))
    )
    assert told == {"counters": None}  # two words may agree by chance
    assert not scan.judged(out=right, counters=[2, 2]).passed


def spread(sums: Ints, size: int, count: int) -> Ints:
    return np.repeat(sums, size)[:count]


def own_included(x: Ints) -> Ints:
    return one_by_one(x, 1024, True) + spread(totals(x, 32, 94), 32, 3001)


SLIPS = [
    (mistake("inclusive_for_exclusive"), lambda x: one_by_one(x, 1024, False)),
    (mistake("scan_begun_anew", size=32), lambda x: one_by_one(x, 32, True)),
    (mistake("scan_begun_anew", size=4), lambda x: one_by_one(x, 4, True)),
    (mistake("scan_goes_on"), lambda x: one_by_one(x, x.size, True)),
    (mistake("scan_offset_inclusive", size=32), own_included),
    (mistake("scan_total_everywhere"), lambda x: spread(totals(x, 1024, 3), 1024, 3001)),
    (mistake("scanned_from_the_end"), lambda x: spread(totals(x, 1024, 3), 1024, 3001) - one_by_one(x, 1024, False)),
    (mistake("copied", name="in"), lambda x: x),
]  # fmt: skip


@pytest.mark.parametrize(("name", "made"), SLIPS)
def test_slips_of_a_block_scan_are_told_by_name(name: Mistake, made: Any) -> None:
    scan = Scan("exclusive_pieces", n=3001, chunk=1024)
    assert scan.told(out=made(scan.x)) == name


def test_only_the_part_before_added_is_told() -> None:
    scan = Scan("exclusive_pieces", n=3001, chunk=1024)
    before = np.concatenate([[0], totals(scan.x, 32, 94)])[np.arange(3001) // 32]
    before[np.arange(3001) % 1024 < 32] = 0
    assert scan.told(out=one_by_one(scan.x, 32, True) + before) == mistake("scan_one_before", size=32)


@pytest.mark.parametrize(("name", "made"), [
    (mistake("total_without_last"), lambda x: totals(x, 1024, 4) - np.append(x[1023::1024], [0])),
    (mistake("total_of_last_part", size=32), lambda x: np.array([x[k : k + 32].sum() for k in range(992, 4096, 1024)])),
])  # fmt: skip
def test_slips_of_totals_are_told_by_name(name: Mistake, made: Any) -> None:
    scan = Scan("block_scans", n=4000, chunk=1024)
    assert scan.told(out=one_by_one(scan.x, 1024, True), totals=made(scan.x)) == name


def unguarded(x: Ints) -> Ints:
    """Five steps of shuffles, lane by lane, in which nobody asks whether there is a lane below."""
    rows = np.pad(x, (0, -x.size % 32)).reshape(-1, 32)
    for distance in (1, 2, 4, 8, 16):
        rows = np.array(
            [[row[lane] + row[lane - distance if lane >= distance else lane] for lane in range(32)] for row in rows]
        )
    return rows.ravel()[: x.size]


def test_slips_of_a_warp_are_told_by_name() -> None:
    scan = Scan("warp_scans", n=500)
    right = {"inclusive": one_by_one(scan.x, 32, False), "exclusive": one_by_one(scan.x, 32, True)}
    block = Geometry((4, 1, 1), (128, 1, 1))
    assert scan.judged(**right).passed
    assert scan.told(block, **right | {"inclusive": unguarded(scan.x)}) == mistake("shuffle_own_added")
    assert scan.told(block, **right | {"inclusive": one_by_one(scan.x, 128, False)}) == mistake("scanned_across_block")
    lane = np.arange(500) % 32
    kept = np.where(lane > 0, right["exclusive"], right["inclusive"])
    assert scan.told(block, **right | {"exclusive": kept}) == mistake("first_lane_kept")
    neighbour = np.where(lane > 0, np.roll(scan.x, 1), 0)
    assert scan.told(block, **right | {"exclusive": neighbour}) == mistake("neighbour_only")
    few = np.array([scan.x[max(i - i % 32, i - 7) : i + 1].sum() for i in range(500)])
    assert scan.told(block, **right | {"inclusive": few}) == mistake("scan_steps_missing", steps=3)


@pytest.mark.parametrize(("name", "offset"), [
    (None, lambda t, b: t[:b].sum()),
    (mistake("offset_own_included"), lambda t, b: t[: b + 1].sum()),
    (mistake("offset_one_before"), lambda t, b: t[b - 1] if b else 0),
    (mistake("offset_own_only"), lambda t, b: t[b]),
    (mistake("offset_all"), lambda t, b: t.sum()),
    (mistake("offset_first_missing"), lambda t, b: t[1:b].sum()),
    (mistake("offset_of_last_missing"), lambda t, b: t[:b].sum() if b < len(t) - 1 else 0),
    (mistake("offset_of_some", count=32), lambda t, b: t[: min(b, 32)].sum()),
    (mistake("offset_of_last_round", count=32), lambda t, b: t[max(0, b - 32) : b].sum()),
])  # fmt: skip
def test_slips_of_offsets_are_told_by_name(name: Mistake | None, offset: Any) -> None:
    scan = Scan("add_offsets", n=3001, chunk=64)
    sums = scan.given["totals"].astype(np.int64)
    out = scan.x + np.array([offset(sums, b) for b in range(sums.size)])[np.arange(3001) // 64]
    if name is None:
        assert scan.judged(out=out).passed
    else:
        assert scan.told(out=out) == name


def segmented(x: Ints, heads: Ints, anew: int = 0, later: bool = False) -> Ints:
    """One after the other; anew: begins after so many, too; later: behind an element with a flag."""
    out, total = np.zeros_like(x), 0
    for i, element in enumerate(x):
        head = heads[i - 1] if later and i else 0 if later else heads[i]
        total = element if head or (anew and i % anew == 0) else total + element
        out[i] = total
    return out


@pytest.mark.parametrize("heads", ["many", "few", "all", "none"])
@pytest.mark.parametrize("n", [0, 1, 300, 1000])
def test_right_segmented_scans_pass(heads: str, n: int) -> None:
    scan = Scan("segmented_scan", n=n, heads=heads)
    assert scan.judged(out=segmented(scan.x, scan.given["heads"])).passed


def test_slips_of_a_segmented_scan_are_told_by_name() -> None:
    scan = Scan("segmented_scan", n=1000, heads="few")
    x, heads = scan.x, scan.given["heads"]
    assert scan.told(out=x.cumsum()) == mistake("heads_ignored")
    assert scan.told(out=segmented(x, heads, anew=256)) == mistake("scan_begun_anew", size=256)
    assert scan.told(out=segmented(x, heads, later=True)) == mistake("head_ends_segment")
    assert scan.told(out=segmented(x, heads) - x) == mistake("exclusive_for_inclusive")
    out, right = segmented(x, heads, anew=32), segmented(x, heads)
    for first in range(32, 1000, 32):
        out[first : first + 32] += right[first - 1]
    assert scan.told(out=out) == mistake("carry_past_heads", size=32)


@pytest.mark.parametrize(("family", "dims"), [
    ("exclusive_pieces", {"n": 5000, "chunk": 1024, "grid": (4,)}), ("inclusive_pieces", {"n": -1, "chunk": 4}),
    ("exclusive_scan", {"n": 5, "values": "floats"}), ("segmented_scan", {"n": 5, "heads": "some"}),
])  # fmt: skip
def test_broken_cases_are_refused(family: str, dims: dict[str, Any]) -> None:
    with pytest.raises(ValidationError):
        PROBLEMS[family].case_model.model_validate(dims)
