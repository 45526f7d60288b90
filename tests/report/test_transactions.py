"""The wavefronts that are drawn: as many as are counted, no bank gives two words in one, and every lane is served."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from grader.report.page.transactions import sectors_of, wavefronts_of
from grader.simt.patterns import WARP
from grader.simt.sectors import global_sectors
from grader.simt.wavefronts import BANKS, WORD, shared_wavefronts

OPERATIONS = ("load", "store", "atomic", "atomic_increment", "atomic_leader", "atomic_cas")


def places(width: int) -> st.SearchStrategy[list[int]]:
    """Addresses of 32 lanes: anything aligned, some stride, a few places for all, or pairs of lanes alike."""
    step = st.integers(0, 600)
    anything = st.lists(step, min_size=WARP, max_size=WARP)
    strided = st.tuples(step, st.integers(0, 65)).map(lambda given: [given[0] + given[1] * i for i in range(WARP)])
    few = st.lists(step, min_size=1, max_size=4).flatmap(
        lambda some: st.lists(st.sampled_from(some), min_size=WARP, max_size=WARP))  # fmt: skip
    paired = st.tuples(strided, st.sampled_from([1, 2])).map(lambda of: [of[0][i & ~of[1]] for i in range(WARP)])
    return st.one_of(anything, strided, few, paired).map(lambda steps: [width * each for each in steps])


MASKS = st.one_of(st.just([True] * WARP), st.lists(st.booleans(), min_size=WARP, max_size=WARP))


@pytest.mark.parametrize("operation", OPERATIONS)
@given(st.data())
def test_as_many_are_drawn_as_are_counted(operation: str, data: st.DataObject) -> None:
    width = data.draw(st.sampled_from((4, 8) if operation.startswith("atomic") else (1, 2, 4, 8, 16)))
    addresses, active = data.draw(places(width)), data.draw(MASKS)
    counted = shared_wavefronts(np.array([addresses]), np.array([active]), width, operation)
    drawn = wavefronts_of(addresses, active, width, operation)
    assert len(drawn) == counted[0]
    for one in drawn:
        assert len({bank for bank, _ in one.words}) == len(one.words) or operation == "atomic_leader"
        assert all(word % BANKS == bank for bank, word in one.words)
    wanted = {(lane, word) for lane in range(WARP) if active[lane]
              for word in range(addresses[lane] // WORD, (addresses[lane] + max(width, WORD)) // WORD)}  # fmt: skip
    given_out = {(lane, word) for one in drawn for lane in one.lanes for _, word in one.words}
    assert wanted <= given_out
    assert {lane for one in drawn for lane in one.lanes} == {lane for lane in range(WARP) if active[lane]}


@given(st.data())
def test_the_sectors_drawn_are_those_counted_and_hold_what_was_asked_for(data: st.DataObject) -> None:
    width = data.draw(st.sampled_from((1, 2, 4, 8, 16)))
    addresses, active = data.draw(places(width)), data.draw(MASKS)
    drawn = sectors_of(addresses, active, width)
    assert len(drawn) == global_sectors(np.array([addresses]), np.array([active]), width)[0]
    wanted = {byte for lane in range(WARP) if active[lane] for byte in range(addresses[lane], addresses[lane] + width)}
    assert {32 * one.number + bit for one in drawn for bit in range(32) if one.used >> bit & 1} == wanted
    assert all(0 < one.used < 1 << 32 for one in drawn)
    assert sorted(lane for one in drawn for lane in one.lanes) == [lane for lane in range(WARP) if active[lane]]


def test_every_second_word_uses_half_of_every_sector() -> None:
    drawn = sectors_of([8 * lane for lane in range(WARP)], [True] * WARP, 4)
    assert [(one.number, one.used, one.lanes) for one in drawn] == [
        (i, 0x0F0F0F0F, tuple(range(4 * i, 4 * i + 4))) for i in range(8)
    ]


def test_a_column_of_a_tile_is_served_lane_by_lane() -> None:
    drawn = wavefronts_of([4 * 32 * lane for lane in range(WARP)], [True] * WARP, 4, "load")
    assert [one.lanes for one in drawn] == [(lane,) for lane in range(WARP)]
    assert [one.words for one in drawn] == [((0, 32 * lane),) for lane in range(WARP)]


def test_a_padded_column_is_served_at_once() -> None:
    (one,) = wavefronts_of([4 * 33 * lane for lane in range(WARP)], [True] * WARP, 4, "load")
    assert one.lanes == tuple(range(WARP)) and len(one.words) == BANKS


def test_quarter_warps_come_one_after_another() -> None:
    drawn = wavefronts_of([16 * lane for lane in range(WARP)], [True] * WARP, 16, "store")
    assert [one.lanes for one in drawn] == [tuple(range(8 * i, 8 * i + 8)) for i in range(4)]
