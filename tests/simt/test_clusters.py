"""Which blocks form a cluster."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grader.simt.clusters import Clusters

EXTENT = st.integers(1, 3)
COUNT = st.integers(1, 4)


@given(st.tuples(EXTENT, EXTENT, EXTENT), st.tuples(COUNT, COUNT, COUNT))
def test_every_block_comes_once_and_its_cluster_is_a_box_by_rank(
    extent: tuple[int, int, int], clusters: tuple[int, int, int]
) -> None:
    grid = tuple(e * c for e, c in zip(extent, clusters, strict=True))
    made = Clusters((grid[0], grid[1], grid[2]), extent)
    blocks = made.blocks(0, math.prod(grid)).tolist()
    assert sorted(blocks) == list(range(math.prod(grid)))
    for first in range(0, len(blocks), made.size):
        own = blocks[first : first + made.size]
        members = [(b % grid[0], b // grid[0] % grid[1], b // (grid[0] * grid[1])) for b in own]
        corner = members[0]
        assert all(c % e == 0 for c, e in zip(corner, extent, strict=True))
        for rank, member in enumerate(members):
            inside = [m - c for m, c in zip(member, corner, strict=True)]
            assert rank == inside[0] + extent[0] * (inside[1] + extent[1] * inside[2])


@pytest.mark.parametrize("size", [1, 4])
def test_a_grid_beyond_memory_costs_nothing(size: int) -> None:
    last = 2**31 - 8
    made = Clusters((last, 65535, 65535), (size, 1, 1))
    assert made.blocks(last - 4, last).tolist() == list(range(last - 4, last))
