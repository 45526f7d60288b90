"""Timed copies: pieces from anywhere are compared bit for bit, and once a large part."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from grader.problems import PROBLEMS, vectors_bulk
from grader.problems.base import Role
from grader.problems.bulk import BulkBuffer, BulkMismatch, Span, random_pieces
from grader.problems.filling import POISON_BITS
from tests.problems.test_bulk import Left, Round, fp16, launched, tf32
from tests.tiers import examples


def copied(n: int) -> Left:
    left = launched("copy", n=n)
    left.buffers[1] = left.buffers[0].copy()
    return left


def flip(left: Left, position: int, element: int, bit: int = 0) -> None:
    left.buffers[position][element:].view(np.uint32)[0] ^= np.uint32(1 << bit)


def place(found: BulkMismatch | None) -> tuple[object, ...]:
    assert found is not None
    return found.buffer, found.role, found.row, found.column


@pytest.mark.parametrize("n", [0, 1, 31, 4095, 4096, 4097, 300_001])
def test_a_right_copy_is_accepted(n: int) -> None:
    left = copied(n)
    for rng_seed in range(5):
        assert left.sampled(rng_seed) is None
        assert left.whole(rng_seed) is None


def test_the_work_of_a_copy_is_to_read_and_write_everything_once() -> None:
    left = launched("copy", n=5000)
    assert (left.bulk.flops, left.bulk.bytes, left.bulk.library) == (0, 8 * 5000, "device_copy")
    assert left.scalars() == {"n": 5000}
    buffers = [(a.name, a.role, a.count) for a in left.bulk.arguments if isinstance(a, BulkBuffer)]
    assert buffers == [("in", Role.INPUT, 5000), ("out", Role.OUTPUT, 5000)]


@examples(40)
@given(st.integers(1, 4096), st.integers(0, 31), st.data())
def test_one_wrong_bit_of_a_short_copy_is_always_found(n: int, bit: int, data: st.DataObject) -> None:
    left = copied(n)
    at = data.draw(st.integers(0, n - 1))
    flip(left, 1, at, bit)
    for found in (left.sampled(), left.whole()):
        assert place(found) == ("out", Role.OUTPUT, None, at)


@examples(40)
@given(st.integers(0, 2**32), st.integers(0, 31), st.data())
def test_one_wrong_bit_anywhere_in_what_is_looked_at_is_found(seed: int, bit: int, data: st.DataObject) -> None:
    left = copied(400_000)
    span = data.draw(st.sampled_from(left.bulk.spans(np.random.default_rng(seed))))
    at = span.start + data.draw(st.integers(0, span.count - 1))
    flip(left, span.position, at, bit)
    name, role = (("in", Role.INPUT), ("out", Role.OUTPUT))[span.position]
    found = left.sampled(seed)
    if span.position == 0 and found is not None and found.buffer == "out":  # the piece of the output is looked at, too
        assert found.column == at
    else:
        assert place(found) == (name, role, None, at)


@pytest.mark.parametrize("element", [0, 1, 199_999, 300_000])
def test_one_wrong_bit_anywhere_is_found_in_the_whole(element: int) -> None:
    left = copied(300_001)
    flip(left, 1, element)
    assert place(left.whole()) == ("out", Role.OUTPUT, None, element)


@pytest.mark.parametrize("missing", [1, 17, 255])
def test_the_end_is_looked_at_in_every_turn(missing: int) -> None:
    left = copied(1_000_000)
    left.buffers[1][-missing:].view(np.uint32)[:] = POISON_BITS
    for rng_seed in range(5):
        assert left.sampled(rng_seed) is not None


def test_in_the_end_everything_is_looked_at() -> None:
    spans = [s for i in range(300) for s in launched("copy", n=50_000).bulk.spans(np.random.default_rng(i))]
    for position in (0, 1):
        seen = np.zeros(50_000, bool)
        for span in spans:
            if span.position == position:
                seen[span.start : span.start + span.count] = True
        assert seen[200:-200].all()
        assert {span.start % 4 for span in spans if span.position == position} == {0, 1, 2, 3}


def test_of_a_large_copy_a_part_is_compared_that_nobody_knows_before() -> None:
    family = PROBLEMS["copy"]
    assert family.bulk is not None
    large = family.bulk(family.case_model(n=1 << 26))
    parts = [large.whole(np.random.default_rng(seed)) for seed in range(50)]
    assert {(len(spans), spans[0].position, spans[0].count) for spans in parts} == {(1, 1, 1 << 24)}
    starts = sorted(span.start for (span,) in parts)
    assert starts[0] < 1 << 23 and starts[-1] > (1 << 26) - (1 << 24) - (1 << 23) and len(set(starts)) > 40
    small = family.bulk(family.case_model(n=12_800))
    assert small.whole(np.random.default_rng(1)) == (Span(1, 0, 12_800),)


def test_a_wrong_element_is_told_by_its_number_wherever_the_part_begins(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(vectors_bulk, "_PART", 1000)
    left = copied(10_000)
    flip(left, 1, 5432)
    found = [left.whole(seed) for seed in range(200)]
    assert {f.column for f in found if f} == {5432}
    assert sum(f is not None for f in found) in range(5, 50)  # of 9,001 places where the part may begin, 1,000


def test_an_output_that_still_holds_the_poison_is_refused() -> None:
    left = launched("copy", n=5000)
    for found in (left.sampled(), left.whole()):
        assert found is not None and np.isnan(found.got)


@pytest.mark.parametrize("rounded", [tf32, fp16])
def test_a_copy_that_rounds_is_refused(rounded: Round) -> None:
    left = copied(5000)
    left.buffers[1] = rounded(left.buffers[1])
    assert left.sampled() is not None and left.whole() is not None


def test_a_copy_of_another_element_is_refused() -> None:
    left = copied(5000)
    left.buffers[1] = np.roll(left.buffers[1], 1)
    assert left.sampled() is not None and left.whole() is not None


def test_pieces_lie_in_the_buffer_and_reach_both_of_its_ends() -> None:
    spans = [s for i in range(400) for s in random_pieces(np.random.default_rng(i), 1, 100, 90, 8)]
    assert {(s.position, s.count) for s in spans} == {(1, 90)}
    assert {s.start for s in spans} == set(range(11))
    assert random_pieces(np.random.default_rng(3), 0, 7, 90, 8) == (Span(0, 0, 7),)
