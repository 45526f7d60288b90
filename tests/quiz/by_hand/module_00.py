"""The quiz of module 00, counted by hand."""

from __future__ import annotations

from itertools import count, islice
from typing import cast

from grader.quiz.key import Blanks, Cells, Quantity
from grader.quiz.variants import DrawnItem
from tests.quiz.by_hand.reading import (
    assert_claims_differ,
    assert_in_order,
    check_term,
    numbers,
    option_with,
    right_steps,
    right_texts,
    rows,
)
from tests.quiz.checking import Check, Expected


def threads(blocks: int, size: int) -> list[tuple[int, int]]:
    """(block, thread) of every thread of a grid, in the order of their global indices."""
    return [(block, thread) for block in range(blocks) for thread in range(size)]


def sectors(order: list[tuple[int, int]], n: int) -> int:
    """Sectors of one access to element i by the i-th of these threads, for groups of 32 threads of a block."""
    place = {thread: i for i, thread in enumerate(order) if i < n}
    touched = {(block, thread // 32, i // 8) for (block, thread), i in place.items()}
    return len(touched)


def check_who_does_what(item: DrawnItem) -> None:
    blocks, size = numbers(r"<<<(\d+), (\d+)>>>", item.prompt.en)
    right = right_texts(item)
    claim = option_with("The code of the kernel", item)
    assert (claim in right) == (numbers(r"by (\d+) threads", claim) == [len(threads(blocks, size))])
    assert {text for text in right if text != claim} == {
        "`in` and `n` have the same values in all threads.",
        "An `int k` declared in the kernel exists once for each thread.",
    }


def check_global_index(item: DrawnItem) -> None:
    size, block, thread = numbers(r"= (\d+) threads.*`blockIdx.x` = (\d+) and `threadIdx.x` = (\d+)", item.prompt.en)
    assert thread < size
    assert cast(Quantity, item.key).value == threads(block + 1, size).index((block, thread))


def check_owners(item: DrawnItem) -> None:
    (size,) = numbers(r"have (\d+) threads", item.prompt.en)
    for label, cells in rows(item):
        (element,) = numbers(r"element (\d+)", label)
        order = ((block, thread) for block in count() for thread in range(size))
        assert cells == next(islice(order, element, None))


def check_blocks_needed(item: DrawnItem) -> None:
    size, n = numbers(r"of (\d+) threads process ([\d,]+)", item.prompt.en)
    (right,) = right_texts(item)
    (blocks,) = numbers(r"^(\d+):", right)
    assert (blocks - 1) * size < n <= blocks * size
    assert_claims_differ(r"^([\d,]+)[.:]", item)


def check_guard_missing(item: DrawnItem) -> None:
    n, size = numbers(r"n = ([\d,]+), .* blocks of (\d+)", item.prompt.en)
    grid = threads(len(range(0, n, size)), size)
    outside = grid[n:]
    assert 0 < len(outside) < size
    assert cast(Cells, item.key).rows == ((len(outside), *outside[0]),)


def check_dealt_elements(item: DrawnItem) -> None:
    n, blocks, size, thread, block = numbers(
        r"through (\d+) (?:.|\n)*has (\d+) blocks of (\d+) (?:.|\n)*thread (\d+) of block (\d+)", item.prompt.en
    )
    grid = threads(blocks, size)
    own = [element for element in range(n) if grid[element % len(grid)] == (block, thread)]
    assert len(own) >= 3  # first, second and last are three elements
    accepted = cast(Blanks, item.key).accepted
    assert accepted == tuple((str(number),) for number in (own[0], own[1], own[-1], len(own)))


def check_report(item: DrawnItem) -> None:
    wrong = "| correctness | FAIL |" in item.prompt.en
    assert wrong == ("| global_sectors | not run |" in item.prompt.en)
    (right,) = right_texts(item)
    assert right.startswith("Results are wrong." if wrong else "All results are right")


def check_which_launch(item: DrawnItem) -> None:
    (n,) = numbers(r"read ([\d,]+) elements", item.prompt.en)
    found = {}
    for name in "PQR":
        size, idle, told = numbers(rf"\| {name} \| (\d+) \|[^|]+\| (\d+) \| ([\d,]+) \|", item.prompt.en)
        blocks = len(range(0, n, size))
        order = threads(blocks, size) if name != "R" else [(b, t) for t in range(size) for b in range(blocks)]
        found[name] = sectors(order, n)
        assert (idle, told) == (blocks * size - n, found[name])
    (right,) = right_texts(item)
    assert [name for name in found if found[name] == min(found.values())] == [right[0]]
    assert right[0] in "PQ"


def check_assemble(item: DrawnItem) -> None:
    wanted = [
        "__global__",
        "int ",
        "int ",
        "while (k < n)",
        "out[k] =",
        "k += total",
        "end of the loop",
        "end of the kernel",
    ]
    assert_in_order(wanted, right_steps(item))


CHECKS: dict[str, Check] = {
    "term": check_term,
    "who_does_what": check_who_does_what,
    "global_index": check_global_index,
    "owners": check_owners,
    "blocks_needed": check_blocks_needed,
    "guard_missing": check_guard_missing,
    "dealt_elements": check_dealt_elements,
    "report": check_report,
    "which_launch": check_which_launch,
    "assemble": check_assemble,
}

EXPECTED = Expected(few_forms=frozenset({"report", "assemble"}))
