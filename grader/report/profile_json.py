"""The profile of one launch as JSON: `grader profile --json`. Its keys are a contract."""

from __future__ import annotations

from collections.abc import Sequence

from grader.grading.profile import Profile
from grader.launch import AccessLine, AccessTotal, Executed, Instructions, LaunchResult
from grader.listing import source_line
from grader.report.jsonable import jsonable
from grader.sass.pipes import PIPES

COST = {"shared": "wavefronts", "global": "sectors", "constant": "passes"}
_BRANCHES = ("BRA", "BRX")
_EXECUTED = (
    "address line text inst_executed thread_inst_executed thread_inst_executed_true wavefronts wavefronts_ideal "
    "sectors sectors_ideal exact pipe sectors_local divergent"
)


def profile_json(profile: Profile) -> dict[str, object]:
    """The document. What was not measured is null (`notes` or `error` say why); measured and clean is an empty list.

    `machine_code` is there only if the machine code was executed.
    """
    document: dict[str, object] = {
        "kernel": profile.kernel,
        "arch": profile.arch,
        "backend": profile.backend,
        "toolchain": profile.toolchain or None,
        **_measured(profile),
        "resources": _named(profile.resources, "registers shared_bytes local_bytes spill_bytes")
        if profile.resources is not None else None,
    }
    if profile.result is not None and profile.result.executed:
        document["machine_code"] = [_named(each, _EXECUTED) for each in profile.result.executed]
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
            "instructions": _instructions(result.executed),
            "branches": _branches(result),
            "pipes": _pipes(result.executed),
            "constants": _constants(result, profile.counted),
            "local": _local(result.executed),
            "atomics": _atomics(result.accesses) if profile.counted else None,
        },
        "lines": [
            _line(row, source_line(lines, row.line))
            | {"instructions": _instructions([e for e in result.executed if e.line == row.line])}
            for row in result.accesses
        ] if profile.counted else None,
        "hazards": [_named(hazard, "kind severity line_a line_b count example") for hazard in result.hazards]
        if profile.hazards_known or result.hazards else None,
        "faults": [_named(fault, "kind line block thread message") for fault in result.faults],
    }


def _instructions(rows: Sequence[Executed]) -> dict[str, object] | None:
    """None where nobody counted them."""
    return _named(Instructions.of(rows), "warp thread exact active divergent") if rows else None


def _pipes(rows: Sequence[Executed]) -> dict[str, int] | None:
    """Executions by warps on each pipe of a multiprocessor."""
    return {pipe: sum(row.inst_executed for row in rows if row.pipe == pipe) for pipe in PIPES} if rows else None


def _constants(result: LaunchResult, counted: bool) -> dict[str, int | None] | None:
    """Loads through the cache of constants: requests by warps; of those with an index, a pass for each address."""
    if not result.executed:
        return None
    return {"requests": sum(row.inst_executed for row in result.executed if row.opcode == "LDC"),
            "indexed": (total := result.total("constant")).requests if counted else None,
            "passes": total.cost if counted else None}  # fmt: skip


def _local(rows: Sequence[Executed]) -> dict[str, int] | None:
    """Accesses to local memory: spilled registers, and arrays that have no place in registers."""
    own = [row for row in rows if row.opcode in ("LDL", "STL") or row.sectors_local]
    found = {"requests": sum(row.inst_executed for row in own), "sectors": sum(row.sectors_local for row in own)}
    return found if rows else None


def _branches(result: LaunchResult) -> dict[str, object]:
    """executed: by warps, or by parts of a warp that run apart."""
    executed = sum(each.inst_executed for each in result.executed if each.opcode in _BRANCHES)
    return {"executed": executed if result.executed else None, "divergent": result.divergent_branches}


def _atomics(rows: Sequence[AccessLine]) -> dict[str, object]:
    """passes: what lanes at one address cost in L2, see AccessLine."""
    shared, memory = ([r for r in rows if (r.space, r.operation) == (space, "atomic")]
                      for space in ("shared", "global"))  # fmt: skip
    return {
        "shared": {"requests": sum(r.requests for r in shared), "wavefronts": sum(r.cost for r in shared),
                   "most_lanes": _most(shared)},
        "global": {"requests": sum(r.requests for r in memory), "passes": _known(memory, sum(r.passes for r in memory)),
                   "most_lanes": _most(memory)},
    }  # fmt: skip


def _known(rows: Sequence[AccessLine], number: int) -> int | None:
    """A number of atomics; None where nobody looked at their addresses."""
    return number if all(row.most for row in rows) else None


def _most(rows: Sequence[AccessLine]) -> int | None:
    """The most lanes of one request at one address."""
    return _known(rows, max((row.most for row in rows), default=0))


def _total(total: AccessTotal, cost: str) -> dict[str, object]:
    return _named(total, "requests") | {cost: total.cost} | _named(total, "ideal excess exact")


def _line(row: AccessLine, source: str) -> dict[str, object]:
    access = {"line": row.line, "source": source} | _named(row, "space operation width requests")
    counts = access | {COST[row.space]: row.cost} | _named(row, "ideal excess exact")
    if row.operation != "atomic":
        return counts
    return counts | {"passes": _known([row], row.passes), "most_lanes": _most([row])}


def _named(of: object, names: str) -> dict[str, object]:
    """The named attributes, in this order."""
    return {name: jsonable(getattr(of, name)) for name in names.split()}
