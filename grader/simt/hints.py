"""PTX instructions that change how fast a kernel runs and nothing else."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from grader.simt.ptx import Instruction

if TYPE_CHECKING:
    from grader.simt.codegen import Writer


def _nothing(writer: Writer, instruction: Instruction) -> None:
    """griddepcontrol: a grid that no other grid waits for starts when all that it depends on is done."""


def _policy(writer: Writer, instruction: Instruction) -> None:
    """createpolicy: a number that only cache hints look at."""
    writer.write(instruction.operands[0], "np.zeros(1, 'i8')", "i8")


HINTS: dict[str, Callable[[Writer, Instruction], None]] = {"griddepcontrol": _nothing, "createpolicy": _policy}
