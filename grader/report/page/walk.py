"""The way of one warp as rows of a table: which lanes ran which lines, each side of a branch under it."""

from __future__ import annotations

from collections.abc import Iterator

from grader.dataclass import dataclass
from grader.launch import WarpWalk
from grader.listing import runs
from grader.simt.patterns import WARP

_ROWS = 48  # the rest is summed up


@dataclass(frozen=True)
class WalkRow:
    """What the same lanes ran. depth: of how many larger groups of lanes they are a part; lines: as runs (first, last).

    lanes: as runs, too; instructions: of the warp; share: in percent of the longest row.
    """

    depth: int
    lines: tuple[tuple[int, int], ...]
    lanes: tuple[tuple[int, int], ...]
    instructions: int
    share: float

    @property
    def count(self) -> int:
        """Of the lanes."""
        return sum(last - first + 1 for first, last in self.lanes)


@dataclass(frozen=True)
class WalkView:
    """walk: as it was. more: rows that are left out, and their instructions. lanes: in step, on average."""

    walk: WarpWalk
    rows: tuple[WalkRow, ...]
    more: tuple[int, int]
    instructions: int
    lanes: float


def walk_view(walk: WarpWalk | None) -> WalkView | None:
    """The picture of a walk, if there is one."""
    if walk is None:
        return None
    steps = walk.steps
    total = sum(step.instructions for step in steps)
    at_work = sum(step.instructions * step.active.bit_count() for step in steps)
    longest = max(step.instructions for step in steps)
    rows = tuple(
        WalkRow(depth, tuple(runs(step.lines)), tuple(runs(lanes_of(step.active))), step.instructions,
                round(100 * step.instructions / longest, 1))
        for step, depth in zip(steps[:_ROWS], depths([step.active for step in steps]), strict=False)
    )  # fmt: skip
    rest = steps[_ROWS:]
    return WalkView(walk, rows, (len(rest), sum(step.instructions for step in rest)), total, at_work / total)


def depths(masks: list[int]) -> Iterator[int]:
    """For each group of lanes, of how many of those before it, that are not yet together again, it is a part."""
    around: list[int] = []
    for mask in masks:
        while around and (mask & ~around[-1] or mask == around[-1]):
            around.pop()
        yield len(around)
        around.append(mask)


def lanes_of(mask: int) -> tuple[int, ...]:
    """The numbers of the lanes, ascending."""
    return tuple(lane for lane in range(WARP) if mask >> lane & 1)
