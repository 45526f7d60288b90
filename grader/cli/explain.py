"""`grader explain`: which lane holds which element of an instruction's matrices, in which register."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Annotated

import typer

from grader.cli.completion import instructions
from grader.cli.options import JsonOut, Lang, help_text
from grader.cli.output import STDOUT, show, write_json
from grader.cli.wishes import chosen
from grader.failure import Failure
from grader.texts import say

if TYPE_CHECKING:
    from grader.report.fragment_view import Element
    from grader.sass.matrix_instructions import MatrixInstruction

_ELEMENT = re.compile(r"([A-D]|M[0-3])\s*\[\s*([0-9]{1,4})\s*\]\s*\[\s*([0-9]{1,4})\s*\]", re.IGNORECASE | re.ASCII)


def explain(
    instruction: Annotated[
        str | None,
        typer.Argument(metavar="[INSTRUCTION]", help=help_text("explain_instruction"), autocompletion=instructions),
    ] = None,
    lane: Annotated[
        int | None, typer.Option("--lane", metavar="N", min=0, max=31, help=help_text("explain_lane"))
    ] = None,
    element: Annotated[
        str | None, typer.Option("--element", metavar="A[ROW][COL]", help=help_text("explain_element"))
    ] = None,
    json: JsonOut = None,
    lang: Lang = None,
) -> int:
    """Show an instruction's fragments; without one, which instructions there are."""
    from rich.text import Text

    from grader.report.fragment_json import explained_json
    from grader.report.fragment_view import explained
    from grader.sass.matrix_instructions import known

    speech = chosen(lang)
    if instruction is None:
        for option, given in (("--lane", lane), ("--element", element)):
            if given is not None:
                raise Failure("bad_argument", "cli.explain_needs", option=option)
        if json is not None:
            write_json({"instructions": list(known())}, json)
        show(Text("\n".join([say("cli.explain_known", speech), *(f"  {name}" for name in known())])),
             quiet=json == STDOUT)  # fmt: skip
        return 0
    found = _instruction(instruction)
    asked = None if element is None else _element(found, element)
    if json is not None:
        write_json(explained_json(found, lane, asked), json)
    if json != STDOUT:
        show(explained(found, speech, lane, asked))
    return 0


def _instruction(text: str) -> MatrixInstruction:
    """The instruction of a name. Raises Failure if there is none, naming the nearest where one may be meant."""
    from grader.sass.matrix_instructions import instruction_of, is_shown_nowhere, nearest, wmma_choices

    found = instruction_of(text)
    if found is not None:
        return found
    if is_shown_nowhere(text):
        raise Failure("bad_argument", "cli.explain_others", text=text)
    if choices := wmma_choices(text):
        raise Failure("bad_argument", "cli.explain_unknown_wmma", text=text, choices=", ".join(choices))
    near = nearest(text)
    key = "cli.explain_unknown_near" if near else "cli.explain_unknown"
    raise Failure("bad_argument", key, text=text, near=", ".join(near))


def _element(instruction: MatrixInstruction, text: str) -> Element:
    """`A[3][7]`. Raises Failure for an element that the instruction does not have."""
    from grader.report.fragment_view import Element

    found = _ELEMENT.fullmatch(text.strip())
    if found is not None:
        name, row, column = found[1].upper(), int(found[2]), int(found[3])
        matrices = tuple(matrix for matrix in instruction.matrices if name in matrix.names
                         and row < matrix.fragment.rows and column < matrix.fragment.columns)  # fmt: skip
        if matrices:
            return Element(matrices, row, column, f"{name}[{row}][{column}]")
    sizes = dict.fromkeys(f"{name}[{matrix.fragment.rows}][{matrix.fragment.columns}]"
                          for matrix in instruction.matrices for name in matrix.names)  # fmt: skip
    raise Failure("bad_argument", "cli.explain_no_element", text=text, instruction=instruction.name,
                  sizes=", ".join(sizes))  # fmt: skip
