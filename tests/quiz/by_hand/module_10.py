"""The quiz of module 10, counted by hand."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from typing import cast

from grader.quiz.key import Blanks, Quantity
from grader.quiz.variants import DrawnItem
from tests.quiz.by_hand.counting import wavefronts
from tests.quiz.by_hand.reading import (
    assert_in_order,
    check_term,
    decimals,
    numbers,
    parts,
    right_steps,
    right_texts,
    rows,
    value_of,
)
from tests.quiz.checking import Check, Expected


def check_step_table(item: DrawnItem) -> None:
    m, n, k = numbers(r"`mma` m(\d+)n(\d+)k(\d+)\.", item.prompt.en)
    for label, cells in rows(item):
        bm, bn, bk = numbers(r"(\d+) × (\d+) × (\d+)", label)
        halves = bm * bk + bk * bn
        each = len([(r, c, d) for r in range(0, bm, m) for c in range(0, bn, n) for d in range(0, bk, k)])
        assert cells[:2] == (2 * halves, each)
        assert abs(cells[2] - 2 * bm * bn * bk / (2 * halves)) < 1e-9


def check_to_tf32(item: DrawnItem) -> None:
    """A ruler with a mark every eight small steps; the sign changes nothing, for both ways are alike on both sides."""
    (place,) = numbers(r"\(1 \+ (\d+)/8192\)", item.prompt.en)
    below, beyond = divmod(place, 8)
    rounded = "cvt.rna" in item.prompt.en
    assert rounded != ("not rounded" in item.prompt.en)
    assert cast(Quantity, item.key).value == below + (rounded and beyond >= 4)


def check_who_holds(item: DrawnItem) -> None:
    """Deals both matrices out, four bytes a lane, unit after unit."""
    dealt: dict[tuple[str, int, int], tuple[int, int]] = {}
    for lane in range(32):
        for unit, (down, right) in enumerate([(0, 0), (8, 0), (0, 8), (8, 8)]):
            for k in (0, 1):
                dealt["A", down + lane // 4, right + lane % 4 * 2 + k] = (lane, unit)
        for unit in (0, 1):
            for k in (0, 1):
                dealt["B", 8 * unit + lane % 4 * 2 + k, lane // 4] = (lane, unit)
                dealt["C", 8 * unit + lane // 4, lane % 4 * 2 + k] = (lane, 2 * unit + k)
    assert len(dealt) == 16 * 16 + 16 * 8 + 16 * 8
    for label, cells in rows(item):
        matrix, row, col = parts(r"([ABC]) \((\d+), (\d+)\)", label)
        assert cells == dealt[matrix, int(row), int(col)]


def check_sum_in_half(item: DrawnItem) -> None:
    """From a power of two on the marks are 2^-10 of it apart; adding half of that, or less, to an even mark is lost."""
    (depth,) = numbers(r"adds up K = ([\d,]+) by", item.prompt.en)
    (step,) = decimals(r"make exactly ([\d.]+), and", item.prompt.en)
    stands_still = Fraction(step) * 2 * 1024
    exact = Fraction(step) * (depth // 16)
    assert cast(Quantity, item.key).value == min(exact, stands_still)


def check_ldmatrix_table(item: DrawnItem) -> None:
    (units,) = numbers(r"`ldmatrix\.x(\d)`", item.prompt.en)
    for label, cells in rows(item):
        first = [row * int(label) * 2 // 4 for row in range(8 * units)]  # words
        total = sum(
            wavefronts(word + k for word in first[8 * unit : 8 * unit + 8] for k in range(4)) for unit in range(units)
        )
        assert cells == (total, total - units)


def check_swizzled_place(item: DrawnItem) -> None:
    (wide,) = numbers(r"has rows of (\d+) bytes", item.prompt.en)
    row, chunk = parts(r"byte_of\(int (\w+), int (\w+)\)", item.prompt.en)
    chunks, moved = cast(Blanks, item.key).accepted
    assert {value_of(form) for form in chunks} == {wide // 16}
    for form in moved:
        for c in range(wide // 16):
            places = [
                value_of(f"({row} * {wide // 16} + ({chunk} ^ {form})) * 16", **{row: r, chunk: c}) for r in range(16)
            ]
            assert [place // wide for place in places] == list(range(16)), "a chunk stays in its row"
            for unit in (places[:8], places[8:]):
                assert wavefronts(place // 4 + k for place in unit for k in range(4)) == 1, (form, c)


def check_empty_groups(item: DrawnItem) -> None:
    stages, steps = numbers(r"has (\d) stages and (\d+) steps", item.prompt.en)
    (left_over,) = numbers(r"`wait_group (\d)`, the barrier", item.prompt.en)
    assert left_over == stages - 2
    committed = list(range(stages - 1))  # the steps whose groups were committed, in order
    slipping = []
    for t in range(steps):
        landed = committed[: len(committed) - left_over]
        if t not in landed:
            slipping.append(t)
        if t + stages - 1 < steps:
            committed.append(t + stages - 1)
    right = right_texts(item)
    told = next(option.text.en for option in item.options if option.text.en.startswith("When step"))
    (asked,) = numbers(r"When step (\d+)", told)
    assert (told in right) == (asked in slipping)
    claimed = next(option.text.en for option in item.options if option.text.en.startswith("Steps that"))
    (count,) = numbers(r"own copies: (\d)", claimed)
    assert (claimed in right) == (count == len(slipping))
    assert any("two stages" in text for text in right)
    assert not any("barrier waits" in text or "a multiple" in text for text in right)


def check_round_of_stages(item: DrawnItem) -> None:
    (stages,) = numbers(r"goes round (\d) stages", item.prompt.en)
    wanted = [f"s < {stages - 1}", "for (int", f"wait_for_all_but({stages - 2})", "__syncthreads()", "start(",
              "commit();", f"% {stages});", "`mma`", "sums to C"]  # fmt: skip
    steps = right_steps(item)
    assert_in_order(wanted, steps)
    assert f"+ {stages - 1});" in steps[4]


_BITS = Counter({"FP16": 10, "TF32": 10, "BF16": 7})
_REACH = {"FP16": 65_504, "BF16": 3e38, "TF32": 3e38}


def check_verdict(item: DrawnItem) -> None:
    (depth,) = numbers(r"K = ([\d,]+) are floats", item.prompt.en)
    (largest,) = numbers(r"from 2\^-14 to ([\d,]+)\.", item.prompt.en)
    (allowed,) = decimals(r"must not exceed ([\d.]+) of", item.prompt.en)
    adding = depth / 16 * 5.25 * 2**-23
    able = [name for name in ("FP16", "BF16", "TF32")
            if largest <= _REACH[name] and 2 * 2 ** -(_BITS[name] + 1) + adding <= allowed]  # fmt: skip
    (right,) = right_texts(item)
    assert right.startswith(f"{able[0]} inputs, sums in float")
    assert depth / 16 * 2**-11 > allowed, "sums in half are no way out"


CHECKS: dict[str, Check] = {
    "term": check_term,
    "step_table": check_step_table,
    "to_tf32": check_to_tf32,
    "who_holds": check_who_holds,
    "sum_in_half": check_sum_in_half,
    "ldmatrix_table": check_ldmatrix_table,
    "swizzled_place": check_swizzled_place,
    "empty_groups": check_empty_groups,
    "round_of_stages": check_round_of_stages,
    "verdict": check_verdict,
}
EXPECTED = Expected(same_words=3)
