"""The quiz of module 01, counted by hand."""

from __future__ import annotations

from math import ceil
from typing import cast

from grader.quiz.items import Level
from grader.quiz.key import Blanks, Quantity
from grader.quiz.variants import DrawnItem
from tests.quiz.by_hand.reading import check_term, numbers, option_with, parts, right_steps, right_texts, rows
from tests.quiz.checking import Check, Expected

Place = tuple[int, int, int]


def warps(x: int, y: int, z: int = 1) -> list[list[Place]]:
    """The places of a block's threads, warp by warp."""
    threads = [(tx, ty, tz) for tz in range(z) for ty in range(y) for tx in range(x)]
    return [threads[first : first + 32] for first in range(0, len(threads), 32)]


def sectors(x: int, y: int, width: int) -> int:
    return sum(len({(ty * width + tx) // 8 for tx, ty, _ in warp}) for warp in warps(x, y))


def check_nearest_first(item: DrawnItem) -> None:
    steps = right_steps(item)
    if "farthest first" in item.prompt.en:
        steps.reverse()
    assert [step.split(" (")[0] for step in steps] in (
        ["registers", near, "L2 cache", "device memory"] for near in ("shared memory", "L1 cache")
    )


def check_who_is_in_the_warp(item: DrawnItem) -> None:
    x, y, warp = numbers(r"has (\d+) x (\d+) threads.*in warp (\d)", item.prompt.en)
    (right,) = right_texts(item)
    first, last = warps(x, y)[warp][0], warps(x, y)[warp][-1]
    assert numbers(r"\((\d+), (\d+)\) to \((\d+), (\d+)\)", right) == [*first[:2], *last[:2]]
    assert "x runs fastest" in right
    assert len({ty for _, ty, _ in warps(x, y)[warp]}) == numbers(r"among them is (\d+)", item.explanation.en)[0]


def check_number_warp_lane(item: DrawnItem) -> None:
    x, y, z = numbers(r"has (\d+) x (\d+) x (\d+) threads", item.prompt.en)
    for label, cells in rows(item):
        place = tuple(numbers(r"\((\d+), (\d+), (\d+)\)", label))
        found = [(w, lane) for w, warp in enumerate(warps(x, y, z)) for lane, at in enumerate(warp) if at == place]
        ((warp, lane),) = found
        assert cells == (32 * warp + lane, warp, lane)


def check_enough_warps(item: DrawnItem) -> None:
    work, wait = numbers(r"for (\d+) cycles, then waits (\d+) cycles", item.prompt.en)
    assert cast(Quantity, item.key).value == ceil((work + wait) / work)


def check_grid_stride(item: DrawnItem) -> None:
    (size,) = parts(r"int (\w+)\)\n", item.prompt.en)
    accepted = cast(Blanks, item.key).accepted
    assert [forms[0] for forms in accepted] == ["gridDim.x", "blockIdx.x", "threadIdx.x", size, "step"]


def check_branch_by_row(item: DrawnItem) -> None:
    x, y = numbers(r"has (\d+) x (\d+) threads", item.prompt.en)
    split = sum(len({ty % 2 for _, ty, _ in warp}) == 2 for warp in warps(x, y))
    (right,) = right_texts(item)
    assert numbers(r"^(\d+)", right) == [split]
    wrong = [option.text.en for option in item.options if option.text.en != right]
    assert all(numbers(r"^(\d+)", text) != [split] for text in wrong)


def check_sectors_of_a_block(item: DrawnItem) -> None:
    x, y, width = numbers(r"has (\d+) x (\d+) threads.*in\[y \* (\d+)", item.prompt.en)
    assert cast(Quantity, item.key).value == sectors(x, y, width)


def check_true_statements(item: DrawnItem) -> None:
    blocks, x, y = numbers(r"launch (\d+) blocks of (\d+) x (\d+) threads", item.prompt.en)
    right = " ".join(right_texts(item))
    whole = blocks * len(warps(x, y))
    claim = option_with("whole grid", item)
    assert (claim in right) == (numbers(r": (\d+)\.", claim) == [whole])
    assert f"in the last warp of each block: {32 - len(warps(x, y)[-1])};" in right
    assert "same SM" in right
    for wrong in ("sooner", "before warp 1", "saves registers"):
        assert wrong not in right


def check_choose_the_block(item: DrawnItem) -> None:
    (width,) = numbers(r"of floats, (\d+) wide", item.prompt.en)
    x, y = numbers(r"32 x 8, (\d+) x (\d+) and", item.prompt.en)
    (right,) = right_texts(item)
    wanted = [sectors(32, 8, width), sectors(x, y, width), 64, 32]
    assert right.startswith("32 x 8. ")
    assert numbers(r"takes (\d+) sectors \((\d+) with.*and (\d+) warps fit on an SM \((\d+) with", right) == wanted


CHECKS: dict[str, Check] = {
    "term": check_term,
    "nearest_first": check_nearest_first,
    "who_is_in_the_warp": check_who_is_in_the_warp,
    "number_warp_lane": check_number_warp_lane,
    "enough_warps": check_enough_warps,
    "grid_stride": check_grid_stride,
    "branch_by_row": check_branch_by_row,
    "sectors_of_a_block": check_sectors_of_a_block,
    "true_statements": check_true_statements,
    "choose_the_block": check_choose_the_block,
}

EXPECTED = Expected(levels=frozenset(Level) - {Level.CREATE})
