"""The quiz of module 05, counted by hand."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import product
from types import SimpleNamespace
from typing import cast

import pytest

from grader.quiz.key import Blanks, Cells, Quantity
from grader.quiz.score import judge_item
from grader.quiz.variants import DrawnItem
from tests.quiz.by_hand.reading import assert_in_order, check_term, numbers, parts, right_steps, right_texts, value_of
from tests.quiz.checking import Check, Expected


def pieces(addresses: Iterable[int], size: int, width: int = 4) -> int:
    """Different pieces of `size` bytes that accesses of `width` bytes touch."""
    return len({byte // size for address in addresses for byte in range(address, address + width)})


def check_machine_instruction(item: DrawnItem) -> None:
    kind, pointer = parts(r"reads one `(\w+)`.*got as `(.*?)`", item.prompt.en)
    width = {"float": "", "float2": ".64", "float4": ".128"}[kind]
    assert right_texts(item) == [f"`LDG.E{width}{'.CONSTANT' if 'restrict' in pointer else ''}`"]


def check_what_costs_more(item: DrawnItem) -> None:
    (first,) = numbers(r"reads `in\[(\d+) \+ i\]`", item.prompt.en)
    now = pieces((4 * (first + i) for i in range(32)), 32)
    right = " ".join(right_texts(item))
    assert "shuffled" in right and "first sixteen" in right
    assert ("one element further" in right) == (pieces((4 * (first + 1 + i) for i in range(32)), 32) <= now)
    assert "left out" not in right and "apart" not in right


def check_strided_sectors(item: DrawnItem) -> None:
    (size,) = numbers(r"\((\d+) bytes\)", item.prompt.en)
    offset, stride = numbers(r"reads `in\[(\d+) \+ (\d+) \* i\]`", item.prompt.en)
    touched = pieces((size * (offset + stride * i) for i in range(32)), 32, size)
    assert cast(Quantity, item.key).value == touched
    assert f"moved {32 * touched:,}." in item.explanation.en


def check_shape_of_the_warp(item: DrawnItem) -> None:
    (width,) = numbers(r"row `t / (\d+)`", item.prompt.en)
    (k,) = numbers(r"k = (\d+)", item.prompt.en)
    a = [4 * (t // width * 1024 + k) for t in range(32)]
    b = [4 * (k * 1024 + t % width) for t in range(32)]
    rows = cast(Cells, item.key).rows
    assert rows == tuple((pieces(x, 32), pieces(x, 128)) for x in (a, b))


def check_neighbours_for_neighbours(item: DrawnItem) -> None:
    height, width = numbers(r"a tile (\d+) high and (\d+) wide", item.prompt.en)
    (name,) = parts(r"int (\w+) = threadIdx", item.prompt.en)

    def of_every_thread(form: str, size: int) -> list[int]:
        """What stands beside the first row or column of the fourth block: a form that others could tear apart fails."""
        beside = f"3 * {size} + {form.replace('threadIdx.x', name)}"
        return [value_of(beside, **{name: t}) - 3 * size for t in range(256)]

    for_rows, for_columns = cast(Blanks, item.key).accepted
    rows = [of_every_thread(form, height) for form in for_rows]
    columns = [of_every_thread(form, width) for form in for_columns]
    for of_row, of_column in product(rows, columns):
        places = [row * width + column for row, column in zip(of_row, of_column, strict=True)]
        assert places == list(range(height * width))
    shifts = [form[1:-1] for forms in (for_rows, for_columns) for form in forms if form.startswith("(")]
    assert len(shifts) == 4, "which are right only in parentheses"
    for shift in shifts:
        assert judge_item(item, [shift, shift]).points == 0 and judge_item(item, [f"(({shift}))"] * 2).points == 0.5


def check_rows_that_may(item: DrawnItem) -> None:
    leading, rows = numbers(r"dimension is (\d+)\. Of the (\d+) rows", item.prompt.en)
    assert cast(Quantity, item.key).value == sum(4 * leading * row % 16 == 0 for row in range(rows))


def check_field_of_a_particle(item: DrawnItem) -> None:
    (fields,) = numbers(r"has (\d+) floats", item.prompt.en)
    (right,) = right_texts(item)
    assert right.startswith(f"{pieces((4 * fields * i for i in range(32)), 32)} and 4: ")


def check_useful_bytes(item: DrawnItem) -> None:
    arrays = 3 if "two arrays" in item.prompt.en else 2
    count, time = numbers(r"each of ([\d,]+) floats(?:.|\n)*takes (\d+) µs", item.prompt.en)
    rate = arrays * 4 * count / (time * 1e-6) / 1e9
    assert cast(Quantity, item.key).value == pytest.approx(rate)
    assert 2 * rate < 4800, "more than the device memory can move"


def check_transposed_b(item: DrawnItem) -> None:
    x, _ = numbers(r"blocks of \((\d+), (\d+)\)", item.prompt.en)
    places = [(t // x, t % x) for t in range(32)]
    a = [4096 * row for row, _ in places]
    counts = []
    for b in ([[4096 * k + 4 * col for _, col in places] for k in range(4)], [[4096 * col for _, col in places]]):
        width = 4 if len(b) == 4 else 16
        sums = [pieces(a, size, 16) + sum(pieces(one, size, width) for one in b) for size in (32, 128)]
        counts.append([1 + len(b), *sums])
    assert numbers(r"plain B \| (\d+) \| (\d+) \| (\d+)", item.prompt.en) == counts[0]
    assert numbers(r"\| BT \| (\d+) \| (\d+) \| (\d+)", item.prompt.en) == counts[1]
    assert (counts[0][1] < counts[1][1]) == (counts[0][2] < counts[1][2]), "sectors and lines say the same"
    (right,) = right_texts(item)
    assert right.startswith("Keep plain B" if counts[0][2] < counts[1][2] else "Transpose. Not only")


def check_rows_in_pieces(item: DrawnItem) -> None:
    """Add up rows of every length as the steps say, aligned and not."""
    (kind,), steps = parts(r"reads pieces of `(\w+)`", item.prompt.en), right_steps(item)
    starts = ("return", "X + row * ldx", "int k = 0")
    assert all(sum(part in step for step in steps[:3]) == 1 for part in starts)
    wanted = ["if (ldx", "for (; k + ", "reinterpret_cast", "reinterpret_cast", "+= ", "`}`", "for (; k <", "out[row]"]
    assert_in_order(wanted, steps[3:])
    assert {*parts(r"\((\w) \+ k\)", steps[5]), *parts(r"\((\w) \+ k\)", steps[6])} == {"x", "y"}

    size = {"float4": 4, "float2": 2}[kind]
    assert numbers(r"ldx % (\d) == 0 && ldy % (\d) == 0", steps[3]) == [size, size]
    assert numbers(r"k \+ (\d) <= cols; k \+= (\d)", steps[4]) == [size, size]
    (wide,), (single,) = parts(r"\+= (.*);", steps[7]), parts(r"\+= (.*);", steps[9])
    x, y = [3, -1, 4, 1, -5, 9, 2, 6, 5, 3, 5], [2, 7, -1, 8, 2, 8, 1, -8, 2, 8, 4]
    for cols, aligned in product(range(12), (True, False)):
        total = k = 0
        while aligned and k + size <= cols:
            u, v = (SimpleNamespace(**dict(zip("xyzw", row[k : k + size], strict=False))) for row in (x, y))
            total += value_of(wide, u=u, v=v, fabsf=abs)
            k += size
        while k < cols:
            total += value_of(single, x=x, y=y, k=k, fabsf=abs)
            k += 1
        of = (lambda a, b: abs(a - b)) if "|x − y|" in item.prompt.en else (lambda a, b: a * b)
        assert total == sum(of(a, b) for a, b in zip(x[:cols], y[:cols], strict=True))


CHECKS: dict[str, Check] = {
    "term": check_term,
    "machine_instruction": check_machine_instruction,
    "what_costs_more": check_what_costs_more,
    "strided_sectors": check_strided_sectors,
    "shape_of_the_warp": check_shape_of_the_warp,
    "neighbours_for_neighbours": check_neighbours_for_neighbours,
    "rows_that_may": check_rows_that_may,
    "field_of_a_particle": check_field_of_a_particle,
    "useful_bytes": check_useful_bytes,
    "transposed_b": check_transposed_b,
    "rows_in_pieces": check_rows_in_pieces,
}

EXPECTED = Expected(items=11)
