"""Wavefronts of shared-memory accesses, against a count that walks over banks and words one by one.

Which neighbouring groups of 8- and 16-byte loads the hardware merges is measured, not derived: that rule is tested
against the H200 in tests/hardware. Here such loads are only bounded.
"""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given

from grader.simt.patterns import fold
from grader.simt.wavefronts import shared_cost, shared_ideal, shared_wavefronts
from tests.simt.warps import WARP, Warps, warps
from tests.tiers import examples


def words_of(address: int, width: int) -> range:
    return range(address // 4, (address + width - 1) // 4 + 1)


def busiest_bank(addresses: list[int], width: int) -> int:
    """The most distinct words that one of the 32 banks holds."""
    words = {word for address in addresses for word in words_of(address, width)}
    return max((sum(word % 32 == bank for word in words) for bank in range(32)), default=0)


def counted(lanes: list[int | None], width: int) -> int:
    """Wavefronts by definition: whole warp, half-warps at 8 bytes, quarter-warps at 16 bytes."""
    size = {8: 16, 16: 8}.get(width, 32)
    groups = (lanes[start : start + size] for start in range(0, WARP, size))
    return sum(busiest_bank([a for a in group if a is not None], width) for group in groups)


def fewest(lanes: list[int | None], width: int) -> int:
    """Wavefronts that the requested bytes fill at least, 128 bytes each."""
    return -(-sum(a is not None for a in lanes) * width // 128)


@given(warps((1, 2, 4)))
@examples(120)
def test_loads_of_up_to_a_word_count_distinct_words_per_bank(access: Warps) -> None:
    found = shared_wavefronts(access.addresses, access.active, access.width, "load")
    assert found.tolist() == [counted(lanes, access.width) for lanes in access.lanes()]


@given(warps((1, 2, 4, 8, 16)))
@examples(120)
def test_stores_count_distinct_words_per_bank_and_lane_group(access: Warps) -> None:
    found = shared_wavefronts(access.addresses, access.active, access.width, "store")
    assert found.tolist() == [counted(lanes, access.width) for lanes in access.lanes()]


@given(warps((8, 16)))
@examples(120)
def test_wide_loads_cost_no_more_than_stores_and_no_less_than_their_busiest_bank(access: Warps) -> None:
    found = shared_wavefronts(access.addresses, access.active, access.width, "load").tolist()
    for wavefronts, lanes in zip(found, access.lanes(), strict=True):
        together = busiest_bank([a for a in lanes if a is not None], access.width)
        assert together <= wavefronts <= counted(lanes, access.width)


@given(warps((1, 2, 4, 8, 16)))
def test_ideal_is_what_the_active_lanes_fill_and_never_above_the_actual(access: Warps) -> None:
    for operation in ("load", "store"):
        actual = shared_wavefronts(access.addresses, access.active, access.width, operation)
        expected = [
            min(a, fewest(lanes, access.width)) for a, lanes in zip(actual.tolist(), access.lanes(), strict=True)
        ]
        assert shared_ideal(actual, access.active, access.width).tolist() == expected


@given(warps((1, 2, 4, 8, 16), most=40))
@examples(60)
def test_folding_equal_patterns_changes_no_sum(access: Warps) -> None:
    for operation in ("load", "store"):
        actual = shared_wavefronts(access.addresses, access.active, access.width, operation)
        ideal = shared_ideal(actual, access.active, access.width)
        cost = shared_cost(access.addresses, access.active, access.width, operation)
        assert (cost.cost, cost.ideal) == (actual.sum(), ideal.sum())


@given(warps((4,), most=40))
@examples(60)
def test_full_warps_need_no_mask(access: Warps) -> None:
    everyone = np.ones_like(access.active)
    assert shared_cost(access.addresses, None, 4, "load") == shared_cost(access.addresses, everyone, 4, "load")


@given(warps((4,), most=40))
@examples(60)
def test_folding_keeps_every_warp_up_to_a_shift(access: Warps) -> None:
    folded = fold(access.addresses, access.active, 4)
    assert folded.counts.sum() == len(access.addresses)

    def shape(lanes: list[int | None]) -> tuple[int | None, ...]:
        first = next(a for a in lanes if a is not None)
        return tuple(None if a is None else a - first for a in lanes)

    known = [shape(lanes) for lanes in access.lanes()]
    kept = Warps(folded.addresses, folded.active, 4)
    for lanes, count in zip(kept.lanes(), folded.counts.tolist(), strict=True):
        assert known.count(shape(lanes)) >= count


@pytest.mark.parametrize(("stride", "wavefronts"), [(0, 1), (1, 1), (2, 2), (3, 1), (4, 4), (8, 8), (16, 16), (32, 32)])
def test_a_stride_costs_its_common_divisor_with_32(stride: int, wavefronts: int) -> None:
    addresses = (np.arange(WARP) * stride * 4)[None, :]
    assert shared_wavefronts(addresses, np.ones((1, WARP), bool), 4, "load").tolist() == [wavefronts]


def test_conflict_free_wide_accesses_take_two_and_four() -> None:
    everyone = np.ones((1, WARP), bool)
    for width, wavefronts in ((4, 1), (8, 2), (16, 4)):
        addresses = (np.arange(WARP) * width)[None, :]
        for operation in ("load", "store"):
            assert shared_wavefronts(addresses, everyone, width, operation).tolist() == [wavefronts]
            assert shared_cost(addresses, None, width, operation).ideal == wavefronts


def test_atomics_on_one_word_take_a_turn_a_lane_unless_they_are_population_counts() -> None:
    one_word, everyone = np.zeros((1, WARP), np.int64), np.ones((1, WARP), bool)
    assert shared_wavefronts(one_word, everyone, 4, "atomic").tolist() == [32]
    assert shared_wavefronts(one_word, everyone, 4, "atomic_cas").tolist() == [64]
    assert shared_wavefronts(one_word, everyone, 4, "atomic_increment").tolist() == [1]
