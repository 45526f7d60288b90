"""Check: instructions that must, or must not, be in the machine code."""

from __future__ import annotations

from collections.abc import Iterable

from grader.checks.base import Context, Verdict, passed_if
from grader.course.models import MachineCodeSpec
from grader.report.model import LineNote
from grader.toolchain.program import MachineInstruction


def machine_code(context: Context, rule: MachineCodeSpec) -> Verdict:
    """The machine code has the instructions that the exercise is about, and none that it rules out."""
    code = context.program.machine_code[context.spec.kernel]
    counts = {name: sum(matches(i.name, name) for i in code) for name in (*rule.require, *rule.forbid)}
    missing = [name for name in rule.require if not counts[name]]
    present = [name for name in rule.forbid if counts[name]]
    parts = []
    if missing:
        parts.append(context.say("checks.machine_code.missing", names=", ".join(missing)))
    if present:
        parts.append(context.say("checks.machine_code.forbidden", names=", ".join(present)))
    target: dict[str, object] = {"require": list(rule.require), "forbid": list(rule.forbid)}
    return Verdict(
        passed_if(not parts),
        " ".join(parts) or context.say("checks.machine_code.pass"),
        measured=counts,
        target={name: names for name, names in target.items() if names},
        lines=_notes(context, code, present),
    )


def matches(name: str, wanted: str) -> bool:
    """Whether an instruction is of the wanted kind: `LDS` means every LDS, `LDS.128` that width only."""
    parts, pattern = name.split("."), wanted.split(".")
    return parts[: len(pattern)] == pattern


def _notes(context: Context, code: Iterable[MachineInstruction], forbidden: Iterable[str]) -> tuple[LineNote, ...]:
    names = tuple(forbidden)
    found = {
        (i.line, i.name): None
        for i in code
        if i.line and i.file == context.observations.file and any(matches(i.name, name) for name in names)
    }
    return tuple(LineNote(line, context.say("checks.machine_code.line", name=name)) for line, name in found if line)
