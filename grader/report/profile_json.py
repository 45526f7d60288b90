"""The profile of one launch as JSON: `grader profile --json`. Its keys are a contract."""

from __future__ import annotations

from grader.grading.profile import Profile
from grader.launch import AccessLine, AccessTotal
from grader.listing import source_line
from grader.report.jsonable import jsonable
from grader.toolchain.program import Resources

COST = {"shared": "wavefronts", "global": "sectors"}


def profile_json(profile: Profile) -> dict[str, object]:
    """The document. What was not measured is null (`notes` or `error` say why), measured and clean an empty list."""
    document: dict[str, object] = {
        "kernel": profile.kernel,
        "arch": profile.arch,
        "backend": profile.backend,
        "toolchain": profile.toolchain or None,
        **_measured(profile),
        "resources": _resources(profile.resources),
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
        "hazards": None if not (profile.hazards_known or result.hazards) else [
            {
                "kind": hazard.kind,
                "severity": hazard.severity,
                "line_a": hazard.line_a,
                "line_b": hazard.line_b,
                "count": hazard.count,
                "example": jsonable(hazard.example),
            }
            for hazard in result.hazards
        ],
        "faults": [
            {
                "kind": fault.kind,
                "line": fault.line,
                "block": jsonable(fault.block),
                "thread": jsonable(fault.thread),
                "message": fault.message,
            }
            for fault in result.faults
        ],
    }


def _total(total: AccessTotal, cost: str) -> dict[str, object]:
    return {
        "requests": total.requests,
        cost: total.cost,
        "ideal": total.ideal,
        "excess": total.excess,
        "exact": total.exact,
    }


def _line(row: AccessLine, source: str) -> dict[str, object]:
    return {
        "line": row.line,
        "source": source,
        "space": row.space,
        "operation": row.operation,
        "width": row.width,
        "requests": row.requests,
        COST[row.space]: row.cost,
        "ideal": row.ideal,
        "excess": row.excess,
        "exact": row.exact,
    }


def _resources(resources: Resources | None) -> dict[str, object] | None:
    if resources is None:
        return None
    return {
        "registers": resources.registers,
        "shared_bytes": resources.shared_bytes,
        "local_bytes": resources.local_bytes,
        "spill_bytes": resources.spill_bytes,
    }
