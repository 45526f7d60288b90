"""Before and after, line by line."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from grader.launch import AccessLine
from grader.report.page.comparison import Change, compared

BEFORE = """int t = threadIdx.x;
tile[t * 32] = in[t];
__syncthreads();
out[t] = tile[t];
"""
NOW = """int t = threadIdx.x;
tile[t * 33] = in[t];
__syncthreads();
float twice = 2.0f;
out[t] = tile[t];
"""


def row(line: int, cost: int, space: str = "shared") -> AccessLine:
    return AccessLine(line, space, "load", 4, 1, cost, 1, True)


def test_a_changed_line_stands_beside_the_one_whose_place_it_took() -> None:
    found = compared(BEFORE, [row(2, 32), row(4, 1)], NOW, [row(2, 1), row(5, 1)])
    (changed,) = [pair for pair in found.pairs if pair.change is Change.CHANGED]
    assert changed.before and changed.now and (changed.before.number, changed.now.number) == (2, 2)
    assert changed.difference("shared") == -31 and changed.difference("global") is None
    (new,) = [pair for pair in found.pairs if pair.change is Change.NEW]
    assert new.now and new.now.number == 4 and new.difference("shared") is None
    (same,) = [pair for pair in found.pairs if pair.change is Change.SAME]
    assert same.before and same.now and (same.before.number, same.now.number, same.difference("shared")) == (4, 5, 0)
    assert found.totals == {"shared": (33, 2), "global": (0, 0)}


def test_the_indent_is_what_all_lines_that_are_shown_have_in_common() -> None:
    before, now = "{\n    a;\n\tif (x)\n        total += b;\n}\n", "{\n    a;\n\tif (x)\n        total += c;\n}\n"
    found = compared(before, [row(2, 1)], now, [row(2, 1)])
    assert [pair.change for pair in found.pairs] == [Change.SAME, Change.CHANGED] and found.indent == 4
    assert compared("a\n", [], "b\n", []).indent == 0 == compared("", [], "", []).indent


def test_a_line_that_is_gone_costs_nothing_any_more() -> None:
    found = compared("a[0] = b[0];\n", [row(1, 7)], "\n", [])
    (pair,) = found.pairs
    assert (pair.change, pair.difference("shared")) == (Change.GONE, -7)


def test_lines_that_have_nothing_in_common_are_not_one_line() -> None:
    found = compared("// what is left to do here\n", [], "out[threadIdx.x] = 1;\n", [])
    assert [pair.change for pair in found.pairs] == [Change.GONE, Change.NEW]


def test_an_indent_is_no_change() -> None:
    assert compared("x = y[0];\n", [row(1, 1)], "    x = y[0];\n", [row(1, 1)]).pairs[0].change is Change.SAME


LINES = st.lists(st.sampled_from(["a = b[i];", "a = b[j];", "", "}", "for (;;) {", "// TODO"]), max_size=12)


@given(LINES, LINES, st.data())
def test_every_line_that_costs_something_is_there_once_and_in_order(
    before: list[str], now: list[str], data: st.DataObject
) -> None:
    costs = [[row(at, data.draw(st.integers(1, 9))) for at in range(1, len(text) + 1)] for text in (before, now)]
    found = compared("\n".join(before), costs[0], "\n".join(now), costs[1])
    old = [pair.before.number for pair in found.pairs if pair.before is not None]
    new = [pair.now.number for pair in found.pairs if pair.now is not None]
    assert old == sorted(old) and new == sorted(new)
    assert set(range(1, len(before) + 1)) <= set(old) and set(range(1, len(now) + 1)) <= set(new)
    sums = (sum(r.cost for r in costs[0]), sum(r.cost for r in costs[1]))
    assert found.totals["shared"] == sums
    assert sum(pair.difference("shared") or 0 for pair in found.pairs) == sums[1] - sums[0]
