"""Sectors of global-memory accesses, against a set of sector numbers per warp."""

from __future__ import annotations

import numpy as np
from hypothesis import given

from grader.simt.sectors import global_cost, global_sectors, sectors_ideal
from tests.simt.warps import WARP, Warps, warps
from tests.tiers import examples

WIDTHS = (1, 2, 4, 8, 16)


def touched(lanes: list[int | None], width: int) -> int:
    return len({(a + i) // 32 for a in lanes if a is not None for i in range(width)})


@given(warps(WIDTHS))
@examples(120)
def test_an_access_costs_the_distinct_sectors_it_touches(access: Warps) -> None:
    found = global_sectors(access.addresses, access.active, access.width)
    assert found.tolist() == [touched(lanes, access.width) for lanes in access.lanes()]


@given(warps(WIDTHS))
def test_ideal_is_what_the_active_lanes_fill_and_never_above_the_actual(access: Warps) -> None:
    actual = global_sectors(access.addresses, access.active, access.width)
    needed = [-(-sum(a is not None for a in lanes) * access.width // 32) for lanes in access.lanes()]
    expected = [min(a, n) for a, n in zip(actual.tolist(), needed, strict=True)]
    assert sectors_ideal(actual, access.active, access.width).tolist() == expected


@given(warps(WIDTHS, most=40))
@examples(60)
def test_folding_equal_patterns_changes_no_sum(access: Warps) -> None:
    actual = global_sectors(access.addresses, access.active, access.width)
    ideal = sectors_ideal(actual, access.active, access.width)
    cost = global_cost(access.addresses, access.active, access.width)
    assert (cost.cost, cost.ideal) == (actual.sum(), ideal.sum())


@given(warps((4,), most=40))
@examples(60)
def test_warps_a_sector_apart_fold_and_warps_a_word_apart_do_not(access: Warps) -> None:
    addresses = np.concatenate([access.addresses, access.addresses + 4, access.addresses + 32])
    active = np.concatenate([access.active] * 3)
    expected = sum(touched(lanes, 4) for lanes in Warps(addresses, active, 4).lanes())
    assert global_cost(addresses, active, 4).cost == expected


def test_far_buffers_do_not_share_sectors() -> None:
    addresses = np.where(np.arange(WARP) % 2, 1 << 44, (1 << 44) + (1 << 36))[None, :]
    assert global_sectors(addresses, np.ones((1, WARP), bool), 4).tolist() == [2]
