"""Check: instructions that must, or must not, be in the machine code."""

from __future__ import annotations

from collections.abc import Iterable

from grader.checks.base import Check, Context, Verdict, passed_if
from grader.course.check_specs import MachineCodeSpec
from grader.toolchain.program import MachineInstruction
from grader.verdicts import LineNote


def machine_code(context: Context, rule: MachineCodeSpec) -> Verdict:
    """The machine code has the instructions that the exercise is about, and none that it rules out."""
    code = context.program.machine_code[context.spec.kernel]
    counts = {name: sum(matches(i.name, name) for i in code) for name in (*rule.require, *rule.forbid)}
    missing = [name for name in rule.require if not counts[name]]
    idle = [name for name in rule.require if counts[name] and not _is_executed(context, name)]
    present = [name for name in rule.forbid if counts[name]]
    breaches = (("missing", missing), ("idle", idle), ("forbidden", present))
    parts = [context.say(f"checks.machine_code.{key}", names=", ".join(names)) for key, names in breaches if names]
    for name, wanted in rule.in_a_row.items():
        counts[f"{name}_in_a_row"] = found = most_in_a_row(code, name)
        if found < wanted:
            parts.append(context.say("checks.machine_code.in_a_row", name=name, value=found, limit=wanted))
    target: dict[str, object] = {"require": list(rule.require), "forbid": list(rule.forbid)}
    target |= {f"{name}_in_a_row_at_least": wanted for name, wanted in rule.in_a_row.items()}
    message = " ".join(parts) or context.say("checks.machine_code.pass")
    return Verdict(passed_if(not parts), message, counts, {name: names for name, names in target.items() if names},
                   _notes(context, code, present))  # fmt: skip


def most_in_a_row(code: Iterable[MachineInstruction], name: str) -> int:
    """The most loads called `name` that no store to global memory (STG) comes between.

    A store waits for the value that it stores, and instructions are issued in order: the loads behind it are not in
    flight before that value has arrived.
    """
    most = now = 0
    for instruction in code:
        now = 0 if instruction.opcode == "STG" else now + matches(instruction.name, name)
        most = max(most, now)
    return most


# Memory instructions as space and operation of AccessLine.
_ACCESSES = {
    "LDG": ("global", "load"), "STG": ("global", "store"), "LDS": ("shared", "load"), "STS": ("shared", "store"),
    "LDGSTS": ("shared", "async_copy"),
}  # fmt: skip


def _is_executed(context: Context, name: str) -> bool:
    """Whether some case executed such an instruction; True also where nobody has looked."""
    opcode, _, bits = name.partition(".")
    runs = [run.result for run in context.counts.runs if run.result is not None and not run.result.faults]
    if context.counts.missing is not None or not runs:
        return True
    if opcode not in _ACCESSES:
        looked_at = [row for result in runs for row in result.executed]
        return not looked_at or any(row.opcode == opcode and row.inst_executed for row in looked_at)
    rows = (row for result in runs for row in result.accesses if (row.space, row.operation) == _ACCESSES[opcode])
    return any(row.requests and (not bits.isdigit() or row.width == int(bits) // 8) for row in rows)


def matches(name: str, wanted: str) -> bool:
    """Whether an instruction is of the wanted kind: `LDS` matches any width, `LDS.128` only that one."""
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


CHECK = Check("machine_code", MachineCodeSpec, machine_code)
