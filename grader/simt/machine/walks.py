"""Which lanes of a warp went through which code, for pictures: the way of one warp of the first batch."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from grader.launch import Dim3, WalkStep, WarpWalk
from grader.sass.fields import INSTRUCTION_BYTES
from grader.simt.lanes import Indices, Lanes
from grader.simt.layout import unravel
from grader.simt.machine.blocks import Block
from grader.simt.machine.lowering import Lowering
from grader.simt.warp_masks import Masks

_WARPS = 32  # of the first batch, from which one is chosen
_MOST = 10_000  # basic blocks that are remembered: what comes later is not in the picture


class Walks:
    """The ways of the first warps. One that lanes leave in no branch, or at different times, is worth a picture."""

    def __init__(self) -> None:
        self._went: list[tuple[Block, Indices, Masks]] = []
        self.whole = True

    def note(self, block: Block, lanes: Lanes) -> None:
        """These lanes run a basic block."""
        warps = lanes.warp_list
        few = int(np.searchsorted(warps, _WARPS))
        if not few:
            return
        if len(self._went) == _MOST:
            self.whole = False
            return
        self._went.append((block, warps[:few], lanes.masks[:few]))

    def chosen(self, lowering: Lowering, warps_per_block: int, grid: Dim3) -> WarpWalk | None:
        """The way of the warp whose lanes change most often; None if no warp's do."""
        last, changes = np.zeros(_WARPS, np.uint32), np.zeros(_WARPS, np.intp)
        for _, warps, masks in self._went:
            changes[warps] += masks != last[warps]
            last[warps] = masks
        warp = int(changes.argmax())
        if changes[warp] < 2:
            return None
        block, own = divmod(warp, warps_per_block)
        return WarpWalk(unravel(block, grid), own, tuple(self._steps(warp, lowering)), self.whole)

    def _steps(self, warp: int, lowering: Lowering) -> Iterator[WalkStep]:
        """What the warp ran, one step for what the same lanes ran one after the other."""
        lines: set[int] = set()
        active = instructions = 0
        for block, warps, masks in self._went:
            at = int(np.searchsorted(warps, warp))
            if at == len(warps) or warps[at] != warp:
                continue
            if int(masks[at]) != active and instructions:
                yield WalkStep(tuple(sorted(lines)), instructions, active)
                lines, instructions = set(), 0
            active = int(masks[at])
            instructions += block.size
            lines |= _lines(block, lowering)
        if instructions:
            yield WalkStep(tuple(sorted(lines)), instructions, active)


def _lines(block: Block, lowering: Lowering) -> set[int]:
    """The student's."""
    found = (lowering.location(block.start + INSTRUCTION_BYTES * at) for at in range(block.size))
    return {each.student_line for each in found if each is not None and each.student_line}
