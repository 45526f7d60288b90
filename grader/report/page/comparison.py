"""Two sources of one exercise line by line, with what each line cost: before and after."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from difflib import SequenceMatcher
from enum import StrEnum

from grader.dataclass import dataclass
from grader.launch import AccessLine
from grader.report.html.visible import MOST_LINES, TAB
from grader.report.page.model import COMPARED

_LIKENESS = 0.65  # of two lines, from which on one counts as changed into the other
_COMPARED = 200  # characters


class Change(StrEnum):
    """How a line changed."""

    SAME = "same"
    CHANGED = "changed"
    GONE = "gone"
    NEW = "new"


@dataclass(frozen=True)
class Side:
    """A line of one of the sources. costs: wavefronts and sectors, where the line has any, by space."""

    number: int
    text: str
    costs: Mapping[str, int]


@dataclass(frozen=True)
class Pair:
    """A line before and now; None on the side where it does not exist."""

    change: Change
    before: Side | None
    now: Side | None

    def difference(self, space: str) -> int | None:
        """How much more it costs now; None where it never cost anything."""
        costs = [side.costs.get(space) for side in (self.before, self.now) if side is not None]
        if all(cost is None for cost in costs):
            return None
        before, now = (0 if side is None else side.costs.get(space, 0) for side in (self.before, self.now))
        return now - before


@dataclass(frozen=True)
class Comparison:
    """pairs: the lines that changed or cost anything, in order. totals: before and now, by space. indent: common
    indentation of these lines in columns.
    """

    pairs: tuple[Pair, ...]
    totals: Mapping[str, tuple[int, int]]
    indent: int = 0


def compared(before: str, rows_before: Iterable[AccessLine], now: str, rows_now: Iterable[AccessLine]) -> Comparison:
    """What changed from one source to the other, within the lines that a page shows."""
    old, new = _sides(before, rows_before), _sides(now, rows_now)
    pairs = tuple(pair for pair in _pairs(old, new) if _matters(pair))
    totals = {space: (_total(old, space), _total(new, space)) for space in COMPARED}
    return Comparison(pairs, totals, _indent(pairs))


def _indent(pairs: Iterable[Pair]) -> int:
    texts = [side.text.expandtabs(TAB) for pair in pairs for side in (pair.before, pair.now) if side is not None]
    return min((len(text) - len(text.lstrip()) for text in texts if text.strip()), default=0)


def _sides(source: str, rows: Iterable[AccessLine]) -> list[Side]:
    costs: defaultdict[int, dict[str, int]] = defaultdict(dict)
    for row in rows:
        if row.space in COMPARED:
            costs[row.line][row.space] = costs[row.line].get(row.space, 0) + row.cost
    lines = source.split("\n")[:MOST_LINES]
    return [Side(number, text, costs.get(number, {})) for number, text in enumerate(lines, 1)]


def _pairs(old: Sequence[Side], new: Sequence[Side]) -> Iterator[Pair]:
    matcher = SequenceMatcher(None, [s.text.strip() for s in old], [s.text.strip() for s in new], autojunk=False)
    for tag, a, b, c, d in matcher.get_opcodes():
        if tag == "equal":
            yield from (Pair(Change.SAME, x, y) for x, y in zip(old[a:b], new[c:d], strict=True))
            continue
        yield from _rewritten(old[a:b], new[c:d])


def _rewritten(old: Sequence[Side], new: Sequence[Side]) -> Iterator[Pair]:
    """Pairs similar lines as changed; the others are gone or new."""
    done = 0
    for side in old:
        found = next((at for at in range(done, len(new)) if _alike(side.text, new[at].text)), None)
        if found is None:
            yield Pair(Change.GONE, side, None)
            continue
        yield from (Pair(Change.NEW, None, other) for other in new[done:found])
        yield Pair(Change.CHANGED, side, new[found])
        done = found + 1
    yield from (Pair(Change.NEW, None, other) for other in new[done:])


def _alike(a: str, b: str) -> bool:
    a, b = a.strip(), b.strip()
    if not a or not b or min(len(a), len(b)) * 2 < max(len(a), len(b)):
        return False
    matcher = SequenceMatcher(None, a[:_COMPARED], b[:_COMPARED], autojunk=False)
    return matcher.quick_ratio() >= _LIKENESS and matcher.ratio() >= _LIKENESS


def _matters(pair: Pair) -> bool:
    sides = [side for side in (pair.before, pair.now) if side is not None]
    if any(side.costs for side in sides):
        return True
    return pair.change is not Change.SAME and any(side.text.strip() for side in sides)


def _total(sides: Iterable[Side], space: str) -> int:
    return sum(side.costs.get(space, 0) for side in sides)
