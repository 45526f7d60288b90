"""The quiz of module 09, counted by hand."""

from __future__ import annotations

from typing import cast

from grader.quiz.key import Blanks, Quantity
from grader.quiz.variants import DrawnItem
from tests.quiz.by_hand.reading import (
    assert_in_order,
    check_term,
    numbers,
    option_with,
    parts,
    right_steps,
    right_texts,
    rows,
    value_of,
)
from tests.quiz.checking import Check


def merged(first_words: list[int]) -> int:
    """Wavefronts of a 16-byte load that conflicts nowhere: half as many if neighbours, or lanes two apart, agree."""
    agree = any(all(first_words[i] == first_words[i ^ near] for i in range(32)) for near in (1, 2))
    return 2 if agree else 4


def pieces(results: int) -> int:
    return len(range(0, results, 4))


def check_whose_tile(item: DrawnItem) -> None:
    what, *sizes = parts(r"only the (tile|results) of .* from (\d+) × (\d+) to (\d+) × (\d+)\.", item.prompt.en)
    before, after = tuple(map(int, sizes[:2])), tuple(map(int, sizes[2:]))
    if what == "tile":
        assert before[0] * before[1] == after[0] * after[1] == 32 * 64
        expected = "They stay"
    else:
        cost = [2 * (pieces(tm) + pieces(tn)) / (tm * tn) for tm, tn in (before, after)]
        expected = "They become fewer" if cost[1] < cost[0] else "They become more"
    (right,) = right_texts(item)
    assert right.startswith(expected)


def check_places(item: DrawnItem) -> None:
    (across,) = numbers(r"rows of (\d+), numbered", item.prompt.en)
    high, wide = numbers(r"tile is (\d+) × (\d+)\.", item.prompt.en)
    down, lanes = numbers(r"stand (\d+) × (\d+) lanes", item.prompt.en)
    assert down * lanes == 32 and high % (4 * down) == 0 and wide % (4 * lanes) == 0
    order = [
        (warp_row * high + row * 4, warp_col * wide + col * 4)
        for warp_row in range(8 // across)
        for warp_col in range(across)
        for row in range(down)
        for col in range(lanes)
    ]
    for label, cells in rows(item):
        (thread,) = numbers(r"thread (\d+)", label)
        assert cells == order[thread]


def check_reading_a_tile(item: DrawnItem) -> None:
    tm, tn, depth = numbers(r"has (\d+) × (\d+) results, and tiles are (\d+) deep", item.prompt.en)
    total = sum(2 for _ in range(depth) for _ in range(pieces(tm) + pieces(tn)))
    assert cast(Quantity, item.key).value == total


def check_fragment_slots(item: DrawnItem) -> None:
    (depth,) = numbers(r"Tiles are (\d+) deep", item.prompt.en)
    (k,) = parts(r"for \(int (\w+) = 0", item.prompt.en)
    last, other, barrier, buffer = cast(Blanks, item.key).accepted
    assert {value_of(form) for form in last} == {depth - 1}
    for value in (2, 3):
        assert {value_of(form, **{k: value}) for form in other} == {1 - value % 2}
    assert "__syncthreads()" in barrier
    for now in (0, 1):
        assert {value_of(form, now=now) for form in buffer} == {1 - now}


def check_bits_of_the_row(item: DrawnItem) -> None:
    (said,) = parts(r"bits ([\d, ]+) make the row", item.prompt.en)
    row_bits = [int(bit) for bit in said.split(",")]

    def first(bits: list[int]) -> list[int]:
        return [4 * sum((lane >> bit & 1) << place for place, bit in enumerate(bits)) for lane in range(32)]

    right = right_texts(item)
    for name, bits in (("A", row_bits), ("B", [bit for bit in range(5) if bit not in row_bits])):
        cost = merged(first(bits))
        assert f"The load of {name} takes {cost} wavefronts." in right
        assert f"The load of {name} takes {6 - cost} wavefronts." not in right
    (claimed,) = numbers(r"in (\d+) rows", option_with("The lanes stand", item))
    assert (option_with("The lanes stand", item) in right) == (claimed == len(set(first(row_bits))))
    assert not any("excess" in text for text in right)


def check_strips_of_a_grid(item: DrawnItem) -> None:
    side, same, blocks = numbers(r"C has (\d+) × (\d+) tiles, and a GPU holds (\d+) blocks", item.prompt.en)
    (group,) = numbers(r"in groups of (\d+) rows", item.prompt.en)
    assert side == same
    walk = [
        (row, col)
        for top in range(0, side, group)
        for col in range(side)
        for row in range(top, min(top + group, side))
    ]
    taken = walk[:blocks]
    strips = len({row for row, _ in taken}) + len({col for _, col in taken})
    assert cast(Quantity, item.key).value == strips
    whole, left = divmod(blocks, side)
    by_row = whole + (left > 0) + (side if whole else left)
    assert f"it would have been {by_row}." in item.explanation.en


def check_what_goes_wrong(item: DrawnItem) -> None:
    (right,) = right_texts(item)
    changes = {
        "moved behind the barrier": "before another has stored",
        "in front of the barrier": "before another has stored",
        "used for its row, too": "made by two lanes",
        "in rows instead of in pairs": "twice the wavefronts",
    }
    (change,) = [change for change in changes if change in item.prompt.en]
    assert changes[change] in right
    depth, tiles = numbers(r"K = (\d+), which is (\d+) pairs", item.prompt.en)
    assert tiles == len(range(0, depth, 8))


def check_which_sizes(item: DrawnItem) -> None:
    m, n, k = numbers(r"M, N, K = (\d+), (\d+), (\d+) there", item.prompt.en)
    counted = {}
    pattern = r"\| (\d+) × (\d+) × (\d+), (\d+) × (\d+) \| ([\d,]+) \|"
    lines = [line for line in item.prompt.en.splitlines() if " × " in line and line[2].isdigit()]
    for line in lines:
        bm, bn, bk, tm, tn, told = numbers(pattern, line)
        blocks = len(range(0, m, bm)) * len(range(0, n, bn)) * len(range(0, k, bk))
        store = bm * bk // 32 * max(1, bk // 8) + bk * bn // 32
        read = 8 * bk * 2 * (pieces(tm) + pieces(tn))
        assert bm * bn == 256 * tm * tn
        assert told == blocks * (store + read)
        counted[tm, tn, bk] = told
    assert len(counted) == 4
    best = min((told, sizes) for sizes, told in counted.items() if sizes[:2] != (16, 16))[1]
    (right,) = right_texts(item)
    assert right.startswith(f"{best[0]} × {best[1]}.") and best == (8, 16, 8)


def check_inner_loop(item: DrawnItem) -> None:
    wanted = ["for (int k", "send()", "store_a", "store_b", "__syncthreads", "read_next", "multiply", "`}`", "now ^= 1"]
    assert_in_order(wanted, right_steps(item))


CHECKS: dict[str, Check] = {
    "term": check_term,
    "whose_tile": check_whose_tile,
    "places": check_places,
    "reading_a_tile": check_reading_a_tile,
    "fragment_slots": check_fragment_slots,
    "bits_of_the_row": check_bits_of_the_row,
    "strips_of_a_grid": check_strips_of_a_grid,
    "what_goes_wrong": check_what_goes_wrong,
    "which_sizes": check_which_sizes,
    "inner_loop": check_inner_loop,
}
