"""Check: registers, local memory, spills and shared memory, as the compiler assigned them."""

from __future__ import annotations

from collections.abc import Iterator

from grader.checks.base import Context, Verdict, passed_if
from grader.course.models import ResourcesSpec
from grader.verdicts import LineNote

_LIMITS = (
    ("registers", "at_most"),
    ("local_bytes", "at_most"),
    ("spill_bytes", "at_most"),
    ("shared_bytes", "at_most"),
    ("shared_bytes", "at_least"),
)


def resources(context: Context, rule: ResourcesSpec) -> Verdict:
    """The kernel keeps to its budget of registers, local memory and shared memory."""
    used = context.program.kernels[context.spec.kernel]
    measured: dict[str, int] = {}
    target: dict[str, int] = {}
    breaches: list[str] = []
    for name, relation in _LIMITS:
        limit = getattr(rule, f"{name}_{relation}")
        if limit is None:
            continue
        value = getattr(used, name)
        measured[name] = value
        target[f"{name}_{relation}"] = limit
        if value > limit if relation == "at_most" else value < limit:
            breaches.append(context.say(f"checks.resources.{name}_{relation}", value=value, limit=limit))
    message = " ".join(breaches) or context.say("checks.resources.pass")
    in_local = any(name in ("local_bytes", "spill_bytes") and measured[name] for name in measured)
    lines = tuple(_local_accesses(context)) if breaches and in_local else ()
    return Verdict(passed_if(not breaches), message, measured, target, lines)


def _local_accesses(context: Context) -> Iterator[LineNote]:
    """The source lines that go to local memory."""
    code = context.program.machine_code[context.spec.kernel]
    lines = [i.line for i in code if i.opcode in ("LDL", "STL") and i.file == context.observations.file]
    for line in dict.fromkeys(line for line in lines if line):
        yield LineNote(line, context.say("checks.resources.local_access"))
