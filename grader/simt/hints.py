"""PTX instructions that only affect performance."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from grader.simt.ptx import Instruction

if TYPE_CHECKING:
    from grader.simt.codegen import Writer


def _nothing(writer: Writer, instruction: Instruction) -> None:
    """griddepcontrol: no effect without programmatic dependent launch."""


def _policy(writer: Writer, instruction: Instruction) -> None:
    """createpolicy: a number that only cache hints use."""
    writer.write(instruction.operands[0], "np.zeros(1, 'i8')", "i8")


HINTS: dict[str, Callable[[Writer, Instruction], None]] = {"griddepcontrol": _nothing, "createpolicy": _policy}
