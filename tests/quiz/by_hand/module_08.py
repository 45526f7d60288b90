"""The quiz of module 08, counted by hand."""

from __future__ import annotations

from typing import cast

from grader.quiz.key import Blanks, Quantity
from grader.quiz.variants import DrawnItem
from tests.quiz.by_hand.counting import wavefronts
from tests.quiz.by_hand.reading import (
    assert_in_order,
    check_term,
    numbers,
    option_with,
    right_steps,
    right_texts,
    rows,
    value_of,
)
from tests.quiz.checking import Check, Expected


def check_one_barrier(item: DrawnItem) -> None:
    """Runs the program order of one warp and looks at what stands between reading a tile and storing over it."""
    buffers, tile = numbers(r"(?s)buffer t mod (\d).*multiplying tile (\d+)", item.prompt.en)
    order = [step for t in range(tile + buffers + 1) for step in (("store", t), ("barrier", t), ("multiply", t))]
    later = next(t for kind, t in order if kind == "store" and t > tile and t % buffers == tile % buffers)
    between = order[order.index(("multiply", tile)) : order.index(("store", later))]
    barriers = sum(kind == "barrier" for kind, _ in between)
    (right,) = right_texts(item)
    assert f"is tile {later}. Before it, {'a barrier' if barriers == 1 else f'{barriers} barriers'}" in right
    assert f"{barriers} in all" in item.explanation.en


def check_rounds(item: DrawnItem) -> None:
    (depth,) = numbers(r"tiles (\d+) deep", item.prompt.en)
    for label, cells in rows(item):
        (k,) = numbers(r"K = (\d+)", label)
        now, barriers, sent = 0, 0, 0
        for k0 in range(0, k, depth):
            barriers += 1
            sent += k0 + depth < k
            last, now = now, now ^ 1
        assert cells == (barriers, sent, last)


def check_groups_left(item: DrawnItem) -> None:
    buffers, count = numbers(r"has (\d) buffers and (\d+) tiles", item.prompt.en)
    (tile,) = numbers(r"Waiting for tile (\d+)", item.prompt.en)
    groups = list(range(min(buffers - 1, count)))
    for behind in range(tile):
        if behind + buffers - 1 < count:
            groups.append(behind + buffers - 1)
    assert cast(Quantity, item.key).value == len(groups[groups.index(tile) + 1 :])


def check_ring_of_buffers(item: DrawnItem) -> None:
    (buffers,) = numbers(r"goes round (\d) buffers", item.prompt.en)
    left, barrier, buffer, tile = cast(Blanks, item.key).accepted
    assert {value_of(form) for form in left} == {buffers - 2}
    assert "__syncthreads()" in barrier
    for name in ("t", "tile"):
        if f"int {name} =" in item.prompt.en:
            assert {value_of(form, **{name: 7}) % buffers for form in buffer} == {(7 + buffers - 1) % buffers}
            assert {value_of(form, **{name: 7}) for form in tile} == {7 + buffers - 1}


def check_lanes_that_share(item: DrawnItem) -> None:
    run, period = numbers(r"row\[i / (\d+) % (\d+) \* 4\]", item.prompt.en)
    first = [lane // run % period * 4 for lane in range(32)]
    shared = any(all(first[i] == first[i ^ partner] for i in range(32)) for partner in (1, 2))
    assert cast(Quantity, item.key).value == (2 if shared else 4)
    assert ("Neither" in item.explanation.en) == (not shared)


def check_two_rules_for_rows(item: DrawnItem) -> None:
    seen = set()
    for label, cells in rows(item):
        (width,) = numbers(r"W = (\d+)", label)
        store = wavefronts(lane % 2 * 4 * width + lane // 2 for lane in range(32))
        copy = wavefronts(lane // 16 * width + lane % 16 for lane in range(32))
        seen.add(cells)
        assert cells == (store, copy)
    assert len(seen) > 1


def check_broken_pipeline(item: DrawnItem) -> None:
    right = " ".join(right_texts(item))
    waits = "prior(0)` is deleted" in item.prompt.en or "prior(0)` becomes" in item.prompt.en
    early = "moves in front" in item.prompt.en
    assert ("started itself" in right) == waits
    assert ("another thread copies" in right) == (not early)
    assert ("a slow warp is still reading" in right) == (not waits)
    assert "A run may still get" in right
    assert "multiple of 16" not in right
    claim = option_with("K =", item)
    depth, times = numbers(r"K = (\d+), each thread passes a barrier (\d+) times", claim)
    assert (claim in right) == (times == len(range(0, depth, 16)))


def check_which_change(item: DrawnItem) -> None:
    (depth,) = numbers(r"K = (\d+)\)", item.prompt.en)
    now, now_excess = numbers(r"now \| ([\d,]+) \| ([\d,]+)", item.prompt.en)
    width, padded, padded_excess = numbers(r"rows of (\d+) words \| ([\d,]+) \| ([\d,]+)", item.prompt.en)
    stays, paired, paired_excess = numbers(r"stay at (\d+) words \| ([\d,]+) \| ([\d,]+)", item.prompt.en)
    rounds = depth // 8

    def by_hand(width: int, read_b: int) -> int:
        store = wavefronts(lane % 2 * 4 * width + lane // 2 for lane in range(32))
        return rounds * (4 * store + 4 + 16 * 2 + 16 * read_b)

    assert (now, padded, paired) == (by_hand(stays, 4), by_hand(width, 4), by_hand(stays, 2))
    assert (now_excess, padded_excess, paired_excess) == (4 * rounds, 0, 4 * rounds)
    (right,) = right_texts(item)
    assert right.startswith("Proposal 2. The pipe pays the total")


def check_pipelined_loop(item: DrawnItem) -> None:
    wanted = ["load(0)", "k0 < K", "store(", "__syncthreads", "load(k0 + 8)", "multiply(", "^= 1", "`}`", "write_c"]
    assert_in_order(wanted, right_steps(item))


CHECKS: dict[str, Check] = {
    "term": check_term,
    "one_barrier": check_one_barrier,
    "rounds": check_rounds,
    "groups_left": check_groups_left,
    "ring_of_buffers": check_ring_of_buffers,
    "lanes_that_share": check_lanes_that_share,
    "two_rules_for_rows": check_two_rules_for_rows,
    "broken_pipeline": check_broken_pipeline,
    "which_change": check_which_change,
    "pipelined_loop": check_pipelined_loop,
}

EXPECTED = Expected(same_words=3)
