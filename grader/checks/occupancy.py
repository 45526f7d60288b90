"""Check: how many blocks and warps a multiprocessor holds at once, and which limit keeps the next block out."""

from __future__ import annotations

from math import prod

from grader.checks.base import Check, Context, Verdict, passed_if
from grader.checks.room import room_of
from grader.course.check_specs import OccupancySpec
from grader.occupancy import Occupancy, limits

_BOUNDS = (("blocks", "at_least"), ("blocks", "at_most"), ("warps", "at_least"), ("warps", "at_most"))


def occupancy(context: Context, rule: OccupancySpec) -> Verdict:
    """A multiprocessor holds as many blocks and warps of the kernel at once as the exercise asks for."""
    used = context.program.kernels[context.spec.kernel]
    arch = rule.arch or context.program.arch
    found = room_of(context.spec, rule.case, context.program, arch).occupancy
    measured = {"blocks": found.blocks, "warps": found.warps}
    target: dict[str, int] = {}
    breaches = []
    for name, relation in _BOUNDS:
        bound = getattr(rule, f"{name}_{relation}")
        if bound is None:
            continue
        target[f"{name}_{relation}"] = bound
        if measured[name] < bound if relation == "at_least" else measured[name] > bound:
            breaches.append(context.say(f"checks.occupancy.{name}_{relation}", value=measured[name], limit=bound))
    threads = prod(context.spec.block(context.spec.cases[rule.case]))
    shared = used.shared_bytes + context.spec.launch.shared
    by = {"threads": threads, "registers": used.registers, "shared": shared, "barriers": used.barriers}
    sentence = _held(context, found, arch, by)
    return Verdict(passed_if(not breaches), " ".join([*breaches, sentence]), measured, target)


def _held(context: Context, found: Occupancy, arch: str, used: dict[str, int]) -> str:
    by = ", ".join(context.say(f"checks.occupancy.by_{name}", **used) for name in found.limited_by)
    return context.say("checks.occupancy.pass", blocks=found.blocks, warps=found.warps, most=limits(arch).warps,
                       percent=100 * found.share, arch=arch, by=by)  # fmt: skip


CHECK = Check("occupancy", OccupancySpec, occupancy)
