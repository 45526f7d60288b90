"""Whether a kernel can tell where it runs: then one device's observations say nothing about another's."""

from __future__ import annotations

import re

from grader.dataclass import dataclass
from grader.toolchain.ptx_statements import without_comments

# Special registers that differ between the emulator, a GPU, and a GPU under a tool: clocks, performance counters, the
# number of the SM. PTX ISA, section "Special Registers".
_TELLING = re.compile(
    r"%(?:clock(?:_hi|64)?|globaltimer(?:_lo|_hi)?|pm\d+(?:_64)?|n?smid|n?warpid|gridid|envreg\d+|total_smem_size)\b"
)
_FILE = re.compile(r'^\s*\.file\s+(\d+)\s+"([^"]*)"', re.M)
_PLACE = re.compile(r"(?:\.loc|inlined_at)\s+(\d+)\s+(\d+)")


@dataclass(frozen=True)
class AsksWhere:
    """The kernel reads this special register. line: of the student's file, 0 where the compiler names none."""

    register: str
    line: int


def asks_where(ptx: str, file: str) -> AsksWhere | None:
    """The first register in a program by which a kernel can tell where it runs. file: the student's, as in the PTX."""
    code = without_comments(ptx)
    found = _TELLING.search(code)
    if found is None:
        return None
    own = {number for number, path in _FILE.findall(ptx) if path.rsplit("/", 1)[-1] == file}
    places = [line for number, line in _PLACE.findall(code, 0, found.start()) if number in own]
    return AsksWhere(found[0], int(places[-1]) if places else 0)
