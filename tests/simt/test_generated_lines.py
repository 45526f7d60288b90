"""Fewer lines and names compute what all of them did."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from grader.simt.generated_lines import optimised
from tests.tiers import examples

KINDS = ("sum", "constant sum", "view", "method", "pair", "kept")


class Words(np.ndarray[Any, Any]):
    """Numbers with a method that copies."""

    def turned(self) -> Any:
        return self[::-1]


def fma(a: Any, b: Any, c: Any, *more: Any) -> Any:
    total = a * b + c
    return fma(more[0], more[1], total, *more[2:]) if more else total


def run(lines: list[str], kept: list[Any]) -> Any:
    arithmetic = SimpleNamespace(fma_f32=fma, fma_f32_each=lambda *each: [fma(*one) for one in each])
    first = [np.array([x, x + 1, x + 2]).view(Words) for x in (1.0, 2.0, 5.0)]
    names: dict[str, Any] = {"A": arithmetic, "FIRST": first, "k1": np.arange(3.0).view(Words), "KEPT": kept}
    exec("def block():\n  " + "\n  ".join(lines) + "\n", names)
    return names["block"]()


def written(steps: list[tuple[str, int, int, int]]) -> list[str]:
    """Lines that each read earlier names, chosen from the end."""
    lines, count = ["v1, v2, v3 = FIRST"], 3
    for kind, *choices in steps:
        a, b, c = (f"v{count - choice % count}" for choice in choices)
        new = f"v{count + 1}"
        count += 1
        if kind == "pair":
            lines.append(f"{new}, v{count + 1} = {a}, {b} + 1")
            count += 1
        elif kind == "kept":
            lines += [f"KEPT.append({a})", f"{new} = {b}"]
        else:
            lines.append(f"{new} = " + {"sum": f"A.fma_f32({a}, {b}, {c})", "constant sum": f"A.fma_f32({a}, k1, {c})",
                                        "view": f"{a} - {b}", "method": f"{a}.turned()"}[kind])  # fmt: skip
    return [*lines, f"return v{count}, v{max(count - 2, 1)}"]


NEAR = st.one_of(st.integers(0, 2), st.integers(0, 30))


@given(st.lists(st.tuples(st.sampled_from(KINDS), NEAR, NEAR, NEAR), max_size=30))
@examples(200)
def test_the_same_is_computed(steps: list[tuple[str, int, int, int]]) -> None:
    lines, before, after = written(steps), list[Any](), list[Any]()
    expected = run(lines, before)
    found = run(optimised(lines), after)
    assert [x.tolist() for x in found] == [x.tolist() for x in expected]
    assert [x.tolist() for x in after] == [x.tolist() for x in before]


def test_sums_of_one_chain_and_sums_beside_each_other_share_a_call() -> None:
    lines = ["v1, v2, v3 = FIRST", "v4 = A.fma_f32(v1, v2, v3)", "v5 = A.fma_f32(k1, v2, v3)",
             "v6 = A.fma_f32(v2, k1, v4)", "v7 = A.fma_f32(k1, k1, v5)", "return v6, v7"]  # fmt: skip
    assert optimised(lines)[1:] == [
        "s2, s1 = A.fma_f32_each((s0, s1, s2, s1, k1), (k1, s1, s2, k1, k1))", "return s2, s1",
    ]  # fmt: skip


def test_products_of_constants_alone_are_computed_too() -> None:
    """Two of them in a row were merged into a line that is none."""
    lines = ["v1 = A.fma_f32(k1, k1, k1)", "v2 = A.fma_f32(k1, k1, k1)", "KEPT.append(v1 + v2)"]
    plain: list[Any] = []
    better: list[Any] = []
    run(lines, plain)
    run(optimised(lines), better)
    assert (plain[0] == better[0]).all() and plain[0].tolist() == [0, 4, 12]
