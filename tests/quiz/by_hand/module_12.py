"""The quiz of module 12, counted by hand."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from typing import cast

from grader.quiz.items import KINDS
from grader.quiz.key import Blanks, Quantity
from grader.quiz.variants import DrawnItem
from tests.quiz.by_hand.reading import check_term, numbers, parts, right_texts, rows, value_of
from tests.quiz.checking import Check, Expected

LANES = range(32)


def far(words: list[int]) -> int:
    """Passes in global memory: the busiest word of each eight, all eights together."""
    lanes = Counter(words)
    sectors = {word // 8 for word in words}
    return sum(max(lanes[word] for word in range(8 * s, 8 * s + 8)) for s in sectors)


def near(words: list[int]) -> int:
    """Passes in shared memory: lanes in the busiest bank."""
    return max(Counter(word % 32 for word in words).values())


def check_lost_updates(item: DrawnItem) -> None:
    (start,) = numbers(r"At first `count\[0\]` is (\d+)\.", item.prompt.en)
    steps = re.findall(r"\d\. ([AB]) (loads|stores)", item.prompt.en)
    assert len(steps) == 6
    word, register = start, {"A": -1, "B": -1}
    for thread, does in steps:
        if does == "loads":
            register[thread] = word
        else:
            assert register[thread] >= 0
            word = register[thread] + 1
    assert cast(Quantity, item.key).value == word


def check_passes_table(item: DrawnItem) -> None:
    seen = []
    for label, cells in rows(item):
        operation, number = re.fullmatch(r"l (.) (\d+)", label).groups()  # type: ignore[union-attr]
        words = [{"/": lane // int(number), "%": lane % int(number), "*": lane * int(number)}[operation]
                 for lane in LANES]  # fmt: skip
        assert cells == (far(words), near(words))
        seen.append(operation)
    assert seen == ["/", "%", "*"]


def check_barrier_places(item: DrawnItem) -> None:
    """Right is where no condition and no number of rounds hangs on the thread."""
    right = right_texts(item)
    assert len(right) == 2 and len(item.options) == 5
    for option in item.options:
        control = option.text.en.partition("__syncthreads")[0].replace("work(t)", "").replace("int", "")
        assert (option.text.en in right) == (not re.search(r"\bt\b", control)), control


def check_private_requests(item: DrawnItem) -> None:
    power, bins, blocks = numbers(r"of 2\^(\d+) pixels with (\d+) bins is made by ([\d,]+) blocks", item.prompt.en)
    assert bins % 32 == 0
    assert [cells for _, cells in rows(item)] == [(2**power / 32,), (blocks * bins / 32,)]


def check_copies_apart(item: DrawnItem) -> None:
    copies, distance, of = numbers(
        r"has (\d+) copies of the bins, which begin (\d+) words apart, and lane l adds to copy l % (\d+)",
        item.prompt.en,
    )
    assert copies == of
    assert cast(Quantity, item.key).value == near([lane % copies * distance for lane in LANES])


def check_swap_loop(item: DrawnItem) -> None:
    (m,) = numbers(r"(?:to 0 at|then adds|exclusive or with) (\d+)", item.prompt.en)
    name = parts(r"void atomic_(\w+)\(", item.prompt.en)[0]
    wanted: Callable[[int], int] = {
        "wrap": lambda was: (was + 1) % m, "step": lambda was: 3 * was + m, "mix": lambda was: (was ^ m) + 1,
    }[name]  # fmt: skip
    values, again = cast(Blanks, item.key).accepted
    for was in range(m):
        for form in values:
            condition, _, ways = form.partition(" ? ")
            then, _, otherwise = ways.partition(" : ")
            taken = (then if value_of(condition, was=was) else otherwise) if ways else form
            assert value_of(taken, was=was) == wanted(was), form
    assert all(value_of(form, now=1, was=2) and not value_of(form, now=2, was=2) for form in again)


def check_place_in_list(item: DrawnItem) -> None:
    first, second = (int(mask, 16) for mask in re.findall(r"`0x(\w{8})`", item.prompt.en))
    (base,) = numbers(r"which returned (\d+)\.", item.prompt.en)
    (lane,) = numbers(r"place is that of lane (\d+)'s", item.prompt.en)
    before = [(0, other) for other in LANES if first >> other & 1]
    before += [(1, other) for other in range(lane) if second >> other & 1]
    assert cast(Quantity, item.key).value == base + len(before)


def check_flag_without_fence(item: DrawnItem) -> None:
    (right,) = right_texts(item)
    said = item.prompt.en
    wanted = {
        "are `volatile`": "No access is left out",
        "is accessed as usual": "is not divided",
        "a `__syncthreads()` stands": "within each block",
        "a `__threadfence()` stands": "Yes. On the writing side",
    }
    (found,) = [answer for text, answer in wanted.items() if text in said]
    assert found in right


def check_signals(item: DrawnItem) -> None:
    producers, buffers, tiles, consumers = numbers(
        r"producer warps \((\d+)\) fill buffers \((\d+)\) in turn with tiles \((\d+)\), and consumer warps \((\d+)\)",
        item.prompt.en,
    )
    said, free = 0, [True] * buffers
    for tile in range(tiles):  # a wait for each tile whose buffer was in use before
        said += not free[tile % buffers]
        free[tile % buffers] = False
    assert [cells for _, cells in rows(item)] == [(32 * (producers + consumers),), (said,)]


def check_verdict(item: DrawnItem) -> None:
    power, blocks = numbers(r"of 2\^(\d+) pixels, by ([\d,]+) blocks", item.prompt.en)
    distant, distant_passes, close, close_passes = numbers(
        r"global memory \| ([\d,]+) \| ([\d,]+) \|\n\| shared memory \| ([\d,]+) \| ([\d,]+) \|", item.prompt.en
    )
    (right,) = right_texts(item)
    requests = 2**power // 32
    assert (distant, close) in ((requests, 0), (8 * blocks, requests))
    if close == 0:
        assert distant_passes == 32 * requests and right.startswith("Give each block a copy")
    else:
        assert distant_passes == 8 * blocks * far(list(LANES))
        assert right.startswith("Let the lanes share out" if close_passes == 32 * requests else "Leave the atomics")
        assert close_passes in (3 * requests, 32 * requests)


CHECKS: dict[str, Check] = {
    "term": check_term,
    "lost_updates": check_lost_updates,
    "passes_table": check_passes_table,
    "barrier_places": check_barrier_places,
    "private_requests": check_private_requests,
    "copies_apart": check_copies_apart,
    "swap_loop": check_swap_loop,
    "place_in_list": check_place_in_list,
    "flag_without_fence": check_flag_without_fence,
    "signals": check_signals,
    "verdict": check_verdict,
}
EXPECTED = Expected(items=11, kinds=frozenset(KINDS) - {"order"}, same_words=3)
