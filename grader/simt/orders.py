"""Whether a launch leaves the same results when its blocks and warps run in other orders.

Nothing orders the blocks of a grid, nor the warps of a block between two barriers: a GPU runs them as it likes. A sum
of floats, for one, has other last bits in another order.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from grader.launch import Array, OtherOrder
from grader.simt.machine.state import Order

_GROUPS = 8  # of the warps of a block
_APART = 64  # blocks of a batch that run one after the other, each up to a barrier

# A GPU with room for a single block at a time; which comes first is up to the GPU.
ALONE = {"alone": Order(backwards=False, warps=1), "alone_backwards": Order(backwards=True, warps=1)}


def orders(warps: int) -> dict[str, Order]:
    """By name, as of OtherOrder; warps: of a block, that run one after the other, or in groups where they are many."""
    warps = min(warps, _GROUPS)
    return {
        "blocks": Order(backwards=False, warps=1), "blocks_backwards": Order(backwards=True, warps=1),
        "turning": Order(backwards=False, warps=1, blocks=_APART, turning=True),
        "late": Order(backwards=False, warps=1, blocks=_APART, late=1),
        "warps": Order(backwards=False, warps=warps), "warps_backwards": Order(backwards=True, warps=warps),
    }  # fmt: skip


def compared(name: str, ours: dict[int, Array], theirs: dict[int, Array]) -> OtherOrder:
    """What an order has left, beside the launch; by the parameter of each buffer. NaNs are compared by their bits."""
    found = list(_differences(ours, theirs))
    if not found:
        return OtherOrder(name, ended=True)
    parameter, index, _ = found[0]
    return OtherOrder(name, True, sum(count for _, _, count in found), parameter, index, str(ours[parameter][index]),
                      str(theirs[parameter][index]))  # fmt: skip


def _differences(ours: dict[int, Array], theirs: dict[int, Array]) -> Iterator[tuple[int, int, int]]:
    """(parameter, first element, number of elements) of the buffers that differ."""
    for parameter, own in ours.items():
        bits = [each.view(f"V{own.itemsize}") for each in (own, theirs[parameter])]
        differs = np.flatnonzero(bits[0] != bits[1])
        if differs.size:
            yield parameter, int(differs[0]), int(differs.size)
