"""The profile of one launch as JSON: `grader profile --json`. Its keys are a contract."""

from __future__ import annotations

from grader.grading.profile import Profile
from grader.launch import AccessLine, AccessTotal
from grader.listing import source_line
from grader.report.jsonable import jsonable

COST = {"shared": "wavefronts", "global": "sectors"}


def profile_json(profile: Profile) -> dict[str, object]:
    """The document. What was not measured is null (`notes` or `error` say why); measured and clean is an empty list."""
    document: dict[str, object] = {
        "kernel": profile.kernel,
        "arch": profile.arch,
        "backend": profile.backend,
        "toolchain": profile.toolchain or None,
        **_measured(profile),
        "resources": _named(profile.resources, "registers shared_bytes local_bytes spill_bytes")
        if profile.resources is not None else None,
    }
    if profile.notes:
        document["notes"] = list(profile.notes)
    if profile.error is not None:
        kind, message = profile.error
        document["error"] = {"kind": kind, "message": message}
    return document


def _measured(profile: Profile) -> dict[str, object]:
    result = profile.result
    if result is None:
        return {"totals": None, "lines": None, "hazards": None, "faults": None}
    lines = profile.source.split("\n")
    return {
        "totals": {
            "shared": _total(result.total("shared"), "wavefronts") if profile.counted else None,
            "global": _total(result.total("global"), "sectors") if profile.counted else None,
            "thread_instructions": result.thread_instructions,
            "divergent_branches": result.divergent_branches,
            "barriers": result.barriers,
        },
        "lines": [_line(row, source_line(lines, row.line)) for row in result.accesses] if profile.counted else None,
        "hazards": [_named(hazard, "kind severity line_a line_b count example") for hazard in result.hazards]
        if profile.hazards_known or result.hazards else None,
        "faults": [_named(fault, "kind line block thread message") for fault in result.faults],
    }


def _total(total: AccessTotal, cost: str) -> dict[str, object]:
    return _named(total, "requests") | {cost: total.cost} | _named(total, "ideal excess exact")


def _line(row: AccessLine, source: str) -> dict[str, object]:
    access = {"line": row.line, "source": source} | _named(row, "space operation width requests")
    return access | {COST[row.space]: row.cost} | _named(row, "ideal excess exact")


def _named(of: object, names: str) -> dict[str, object]:
    """The named attributes, in this order."""
    return {name: jsonable(getattr(of, name)) for name in names.split()}
