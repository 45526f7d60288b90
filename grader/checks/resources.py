"""Check: registers, local memory, spills and shared memory, as the compiler reports them."""

from __future__ import annotations

from grader.checks.base import Check, Context, Verdict, passed_if
from grader.course.check_specs import ResourcesSpec
from grader.verdicts import LineNote

_LIMITS = (("registers", "at_most"), ("local_bytes", "at_most"), ("spill_bytes", "at_most"),
           ("shared_bytes", "at_most"), ("shared_bytes", "at_least"))  # fmt: skip


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
        measured[name] = value = getattr(used, name)
        target[f"{name}_{relation}"] = limit
        if value > limit if relation == "at_most" else value < limit:
            breaches.append(context.say(f"checks.resources.{name}_{relation}", value=value, limit=limit))
    message = " ".join(breaches) or context.say("checks.resources.pass")
    in_local = measured.get("local_bytes") or measured.get("spill_bytes")
    lines = _in_local_memory(context) if breaches and in_local else ()
    return Verdict(passed_if(not breaches), message, measured, target, lines)


def _in_local_memory(context: Context) -> tuple[LineNote, ...]:
    from grader.checks.local_memory import local_lines

    found = local_lines(context.program, context.spec.kernel)
    return tuple(LineNote(line, context.say(f"checks.resources.local_{reason}")) for line, reason in found)


CHECK = Check("resources", ResourcesSpec, resources)
