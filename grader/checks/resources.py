"""Check: registers, local memory, spills and shared memory, as the compiler assigned them."""

from __future__ import annotations

from grader.checks.base import Context, Verdict, passed_if
from grader.checks.local_memory import local_lines
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
    found = local_lines(context.program, context.spec.kernel) if breaches and in_local else ()
    lines = tuple(LineNote(line, context.say(f"checks.resources.local_{reason}")) for line, reason in found)
    return Verdict(passed_if(not breaches), message, measured, target, lines)
