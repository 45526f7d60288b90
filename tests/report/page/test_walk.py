"""The rows of one warp's way: every instruction is in one, and parts of a group of lanes stand under it."""

from __future__ import annotations

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from grader.launch import WalkStep, WarpWalk
from grader.listing import runs
from grader.report.page.walk import depths, lanes_of, walk_view
from tests.report.page.made import html_of, page

FULL = 2**32 - 1
EVEN, LOW = 0x55555555, 0x00005555
PARTED = """extern "C" __global__ void k(const float* in, float* out, int* count)
{
    int t = threadIdx.x;
    float v = in[t];
    if (t % 4 == 0) {
        #pragma unroll
        for (int k = 0; k < 32; ++k) v = v * 0.5f + in[k];
    }
    out[t] = v;
}
"""
masks = st.integers(1, FULL)
steps = st.builds(WalkStep, st.lists(st.integers(1, 99), unique=True).map(sorted).map(tuple), st.integers(1, 99), masks)


def test_sides_stand_under_their_branch_and_what_follows_beside_it() -> None:
    assert list(depths([FULL, EVEN, FULL - EVEN, FULL])) == [0, 1, 1, 0]
    assert list(depths([FULL, EVEN, LOW, EVEN - LOW, EVEN, FULL - EVEN, FULL])) == [0, 1, 2, 2, 1, 1, 0]
    assert list(depths([EVEN, FULL])) == [0, 0]


@given(st.lists(masks, min_size=1))
def test_an_indented_group_is_a_part_of_one_that_is_less_indented(found: list[int]) -> None:
    deep = list(depths(found))
    for at, (mask, depth) in enumerate(zip(found, deep, strict=True)):
        around = [found[k] for k in range(at) if deep[k] < depth]
        assert not depth or any(mask & ~other == 0 and mask != other for other in around)


@given(st.lists(st.integers(0, 40), unique=True).map(sorted).map(tuple))
def test_runs_are_the_numbers(numbers: tuple[int, ...]) -> None:
    found = list(runs(numbers))
    assert tuple(n for first, last in found for n in range(first, last + 1)) == numbers
    assert all(second[0] > first[1] + 1 for first, second in pairwise(found))


@given(st.lists(steps, min_size=1, max_size=60).map(tuple))
def test_the_rows_and_the_rest_are_the_whole_way(walked: tuple[WalkStep, ...]) -> None:
    view = walk_view(WarpWalk((0, 0, 0), 0, walked, True))
    assert view is not None and len(view.rows) == min(48, len(walked))
    assert sum(row.instructions for row in view.rows) + view.more[1] == view.instructions
    assert view.more[0] + len(view.rows) == len(walked)
    assert [row.count for row in view.rows] == [len(lanes_of(step.active)) for step in walked[:48]]
    assert 0 < view.lanes <= 32


def test_a_kernel_whose_lanes_part_has_the_section_and_another_has_not() -> None:
    shown = html_of(page(PARTED))
    assert 'id="walk"' in shown and "0, 4, 8, 12, 16, 20, 24, 28" in shown
    assert 'id="walk"' not in html_of(page(PARTED.replace("t % 4 == 0", "t < 32")))
    assert walk_view(None) is None
