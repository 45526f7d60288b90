"""Does a kernel ask where it runs? Then what one device saw of it says nothing of what it does on another."""

from __future__ import annotations

import re
from dataclasses import dataclass

# Special registers that differ between the emulator, a GPU, and a GPU under a tool: clocks, and which SM it is of how
# many. PTX ISA, section "Special Registers".
_TELLING = re.compile(
    r"%(?:clock(?:_hi|64)?|globaltimer(?:_lo|_hi)?|n?smid|n?warpid|gridid|envreg\d+|total_smem_size)\b"
)


@dataclass(frozen=True)
class AsksWhere:
    """The kernel reads this special register."""

    register: str


def asks_where(ptx: str) -> AsksWhere | None:
    """The first register in a program by which a kernel can tell where it runs."""
    found = _TELLING.search(ptx)
    return AsksWhere(found[0]) if found else None
