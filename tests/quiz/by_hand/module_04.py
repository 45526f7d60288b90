"""The quiz of module 04, counted by hand."""

from __future__ import annotations

import math
import re
from typing import cast

import pytest

from grader.quiz.key import Blanks, Cells, Quantity
from grader.quiz.variants import DrawnItem
from tests.quiz.by_hand.counting import threads
from tests.quiz.by_hand.reading import (
    assert_claims_differ,
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
from tests.quiz.checking import Check


def owned(width: int, height: int, x_on: str) -> list[tuple[int, int]]:
    """(row, column) of C of the lanes of the first warp."""
    warp = threads(width, height)[:32]
    return [(ty, tx) if x_on == "columns" else (tx, ty) for tx, ty in warp]


def check_words_wanted(item: DrawnItem) -> None:
    width, height = numbers(r"has \((\d+), (\d+)\) threads", item.prompt.en)
    x_on = "columns" if "counts columns" in item.prompt.en else "rows"
    part = 0 if "`A[row" in item.prompt.en else 1
    words = {place[part] for place in owned(width, height, x_on)}
    sectors = len(words) if part == 0 else math.ceil(len(words) / 8)
    (right,) = right_texts(item)
    plural = "s" if sectors > 1 else ""
    assert right == f"{len(words)}, in {sectors} sector{plural}. {32 // len(words)} lanes share each word."
    assert_claims_differ(r"^(\d+)\b", item)
    (false_reason,) = re.findall(r"comes from `threadIdx.(\w)`", " ".join(o.text.en for o in item.options))
    assert (false_reason == "x") == ((part == 0) == (x_on == "columns"))


def check_who_owns(item: DrawnItem) -> None:
    width, height, ldc = numbers(r"has \((\d+), (\d+)\) threads, and `ldc = (\d+)`", item.prompt.en)
    bx, by, warp = numbers(r"x = (\d+), y = (\d+)\), warp (\d+)", item.prompt.en)
    for label, cells in rows(item):
        (lane,) = numbers(r"lane (\d+)", label)
        tx, ty = threads(width, height)[warp * 32 + lane]
        row, col = by * height + ty, bx * width + tx
        assert col < ldc
        assert cells == (row, col, row * ldc + col)


def check_idle_threads(item: DrawnItem) -> None:
    m, n, width, height = numbers(r"M = (\d+) and N = (\d+).*\((\d+), (\d+)\) threads", item.prompt.en)
    across = len(range(0, n, width))
    down = len(range(0, m, height))
    covered = [(row, col) for row in range(down * height) for col in range(across * width)]
    assert cast(Quantity, item.key).value == sum(row >= m or col >= n for row, col in covered)


def check_transposed_operand(item: DrawnItem) -> None:
    (step,) = parts(r"loop variable is `(\w)`", item.prompt.en)
    wanted = [step, "row", step, "col"] if "as `AT`" in item.prompt.en else ["row", step, "col", step]
    assert [forms[0] for forms in cast(Blanks, item.key).accepted] == wanted


def check_one_step(item: DrawnItem) -> None:
    width, height = numbers(r"has \((\d+), (\d+)\) threads", item.prompt.en)
    for x_on, cells in zip(("columns", "rows"), cast(Cells, item.key).rows, strict=True):
        places = owned(width, height, x_on)
        sectors_of_c = {(row, col // 8) for row, col in places}
        assert cells == (len({row for row, _ in places}), len({col // 8 for _, col in places}), len(sectors_of_c))


def check_epilogue_lines(item: DrawnItem) -> None:
    """Run each line as Python, on a C of NaN, and on one with a number in it."""
    alpha, beta = decimals(r"alpha = ([\d.]+), beta = ([\d.]+)\.", item.prompt.en)
    total = 7.0

    def python(line: str) -> str:
        line = line.strip("`").replace("float old", "old").replace("0.0f", "0.0").replace("; ", "\n").rstrip(";")
        line = re.sub(r"if \((.*?)\) (.*)", r"if \1: \2", line)
        return re.sub(r"= (.*) \? (.*) : (.*)", r"= (\2) if \1 else (\3)", line)

    right = right_texts(item)
    for option in item.options:
        good = True
        for before in (math.nan, 3.0):
            names = {"c": before, "alpha": alpha, "beta": beta, "sum": total}
            exec(python(option.text.en), names)
            wanted = alpha * total + (beta * before if beta else 0.0)
            good &= names["c"] == wanted or (math.isnan(wanted) and math.isnan(names["c"]))
        assert (option.text.en in right) == good, option.text.en


def check_roof_verdict(item: DrawnItem) -> None:
    bandwidth, speed, bound = decimals(
        r"does ([\d.]+) TB/s, (?:.|\n)*measured at ([\d.]+) TFLOP/s(?:.|\n)*cannot pass ([\d.]+)", item.prompt.en
    )
    assert bound == pytest.approx(bandwidth / 4)
    assert speed > bound
    (right,) = right_texts(item)
    assert right.startswith("The 0.25 counts bytes that threads request")


def check_index_width(item: DrawnItem) -> None:
    """Multiply in the widths that C++ has for each expression."""
    (n,) = numbers(r"A is (\d+) ×", item.prompt.en)

    def signed(value: int) -> int:
        return (value + 2**31) % 2**32 - 2**31

    def given(row: int, k: int) -> dict[str, int]:
        return {
            "`row * lda + k`": signed(signed(row * n) + k),
            "`(size_t)row * lda + k`": row * n + k,
            "`(size_t)(row * lda) + k`": signed(row * n) + k,
            "`(unsigned)row * lda + k`": (row * n + k) % 2**32,
            "`row * (size_t)lda + k`": row * n + k,
            "`(size_t)k * lda + row`": k * n + row,
        }

    last, right = n - 1, right_texts(item)
    for option in item.options:
        corners = ((0, 0), (0, last), (last, 0), (last, last))
        good = all(given(row, k)[option.text.en] == row * n + k for row, k in corners)
        assert (option.text.en in right) == good, option.text.en


def check_assemble(item: DrawnItem) -> None:
    """The steps, who is outside a matrix of 6 rows and 8 columns, and which value of `in` comes third."""
    steps = right_steps(item)
    assert_in_order(["blockIdx", "blockIdx", "if (x", "d = 0", "+=", "`}`", "out[y"], steps)
    code = " ".join(steps)
    assert code.count("{") == code.count("}")

    (taps,) = parts(r"the sum of `(\w+)` values", item.prompt.en)
    (condition,) = parts(r"if \((.*)\)", steps[2])
    left = [bool(eval(condition.replace("||", "or").replace("&&", "and"), {"x": x, "y": y, "width": 8, "height": 6}))
            for x, y in ((7, 5), (8, 5), (7, 6))]  # fmt: skip
    assert left == ([False, True, True] if "return" in steps[2] else [True, False, False])
    assert f"d < {taps}; ++d" in steps[3]
    (place,) = parts(r"in\[(.*)\]", steps[4])
    row, col = (7, 7) if "one below the other" in item.prompt.en else (5, 9)
    assert value_of(place, x=7, y=5, d=2, ld_in=100) == 100 * row + col
    assert "keep == 0.0f ? " in steps[6] and steps[6].count("out[y * ld_out + x]") == 2


CHECKS: dict[str, Check] = {
    "term": check_term,
    "words_wanted": check_words_wanted,
    "who_owns": check_who_owns,
    "idle_threads": check_idle_threads,
    "transposed_operand": check_transposed_operand,
    "one_step": check_one_step,
    "epilogue_lines": check_epilogue_lines,
    "roof_verdict": check_roof_verdict,
    "index_width": check_index_width,
    "assemble": check_assemble,
}
