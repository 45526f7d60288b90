"""Sets of lanes and the values in them, against a plain table of one number per (thread, block)."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from grader.simt.lanes import Lanes, ScatteredLanes
from grader.simt.layout import Layout

WARP = 32
LAYOUTS = st.builds(Layout, st.integers(1, 40), st.integers(1, 3), st.integers(1, 5))


@st.composite
def lane_sets(draw: st.DrawFn) -> tuple[Layout, Lanes, np.ndarray]:
    """(layout, a set of its lanes, the same as a table [threads, blocks])."""
    layout = draw(LAYOUTS)
    generator = np.random.default_rng(draw(st.integers(0, 2**32)))
    kind = draw(st.sampled_from(["all", "threads", "blocks", "both", "any"]))
    threads, blocks = np.ones(layout.threads, bool), np.ones(layout.blocks, bool)
    if kind in ("threads", "both"):
        threads = generator.random(layout.threads) < 0.5
    if kind in ("blocks", "both"):
        blocks = generator.random(layout.blocks) < 0.5
    table = threads[:, None] & blocks
    if kind == "any":
        table = generator.random((layout.threads, layout.blocks)) < 0.5
    table[draw(st.integers(0, layout.threads - 1)), draw(st.integers(0, layout.blocks - 1))] = True
    return layout, layout.chosen(layout.all_threads, layout.all_blocks, table), table


def register(layout: Layout, seed: int, axes: tuple[bool, bool, bool]) -> np.ndarray:
    """A value that depends on some axes only."""
    shape = tuple(n if wanted else 1 for n, wanted in zip(layout.shape, axes, strict=True))
    return np.random.default_rng(seed).integers(0, 1000, shape)


def everywhere(layout: Layout, values: np.ndarray) -> np.ndarray:
    """One number per (thread, block)."""
    return np.broadcast_to(values, layout.shape).reshape(layout.threads, layout.blocks)


SEEDS = st.integers(0, 2**32)
AXES = st.tuples(st.booleans(), st.booleans(), st.booleans())


@given(lane_sets())
def test_numbers_are_those_of_the_table_block_by_block(given_set: tuple[Layout, Lanes, np.ndarray]) -> None:
    layout, lanes, table = given_set
    expected = [b * layout.padded + t for b in range(layout.blocks) for t in range(layout.threads) if table[t, b]]
    assert lanes.ids.tolist() == expected
    assert lanes.count == len(expected)


@given(lane_sets(), SEEDS, AXES)
def test_flat_values_of_a_gathered_register_are_the_tables(given_set, seed, axes) -> None:
    layout, lanes, table = given_set
    values = register(layout, seed, axes)
    assert lanes.flat(lanes.gather(values)).tolist() == everywhere(layout, values).T[table.T].tolist()


@given(lane_sets(), SEEDS)
def test_unflat_and_rows_are_inverses(given_set, seed) -> None:
    _, lanes, _ = given_set
    flat = np.random.default_rng(seed).integers(0, 1000, lanes.count)
    values = lanes.unflat(flat)
    assert lanes.flat(values).tolist() == flat.tolist()
    assert lanes.flat(lanes.from_rows(lanes.rows(values))).tolist() == flat.tolist()


@given(lane_sets(), SEEDS)
def test_rows_hold_each_lane_at_its_place_in_its_warp(given_set, seed) -> None:
    layout, lanes, _ = given_set
    flat = np.random.default_rng(seed).integers(1, 1000, lanes.count)
    full = np.zeros(layout.padded * layout.blocks, int)
    full[lanes.ids] = flat
    by_warp = full.reshape(-1, WARP)
    running = by_warp.any(axis=1)
    assert lanes.rows(lanes.unflat(flat)).tolist() == by_warp[running].tolist()
    assert lanes.warps == running.sum()
    active = np.ones((lanes.warps, WARP), bool) if lanes.active is None else lanes.active
    assert active.tolist() == (by_warp[running] > 0).tolist()


@given(lane_sets(), SEEDS, AXES, AXES)
def test_put_changes_these_lanes_and_no_others(given_set, seed, old_axes, new_axes) -> None:
    layout, lanes, table = given_set
    old, new = register(layout, seed, old_axes), register(layout, seed + 1, new_axes)
    changed = lanes.put(old, lanes.gather(new))
    expected = np.where(table, everywhere(layout, new), everywhere(layout, old))
    assert (everywhere(layout, changed) == expected).all()
    assert (lanes.gather(changed) == lanes.gather(new)).all()


@given(lane_sets(), SEEDS, AXES)
def test_parts_by_a_predicate_are_disjoint_and_join_to_the_whole(given_set, seed, axes) -> None:
    layout, lanes, table = given_set
    predicate = lanes.gather(register(layout, seed, axes) % 2 == 0)
    if predicate.all() or not predicate.any():
        return
    truth = everywhere(layout, register(layout, seed, axes) % 2 == 0)
    yes, no = lanes.select(predicate), lanes.select(~predicate)
    number = np.arange(layout.blocks) * layout.padded + np.arange(layout.threads)[:, None]
    assert yes.ids.tolist() == sorted(number[table & truth].tolist())
    assert no.ids.tolist() == sorted(number[table & ~truth].tolist())
    assert layout.join([no, yes]).ids.tolist() == lanes.ids.tolist()


@given(lane_sets(), SEEDS, AXES)
def test_mixed_warps_are_those_with_both_answers(given_set, seed, axes) -> None:
    layout, lanes, _ = given_set
    predicate = lanes.gather(register(layout, seed, axes) % 2 == 0)
    answers: dict[int, set[bool]] = {}
    for lane, answer in zip(lanes.ids, lanes.flat(predicate), strict=True):
        answers.setdefault(int(lane) // WARP, set()).add(bool(answer))
    assert lanes.mixed_warps(np.broadcast_to(predicate, predicate.shape)) == sum(len(a) == 2 for a in answers.values())


@given(lane_sets(), SEEDS, AXES)
def test_whole_warps_are_seen_by_warp(given_set, seed, axes) -> None:
    layout, lanes, _ = given_set
    values = lanes.gather(register(layout, seed, axes))
    warps = lanes.by_warp(values)
    if lanes.active is not None or isinstance(lanes, ScatteredLanes):
        assert warps is None
    elif warps is not None:
        assert (lanes.from_warps(warps) == values).all()
