"""The profile's JSON keeps its contract: every key, null for not measured, an empty list for clean."""

from __future__ import annotations

import json
from dataclasses import astuple, replace

import pytest

from grader.grading.profile import Profile
from grader.launch import AccessLine
from grader.report.profile_json import profile_json
from tests.report.specimens import COUNTED, EXECUTED, RESOURCES, RESULT, SOURCE

PROFILE = Profile("k", "sm_90", "emulated", "NVRTC 13.0.88", SOURCE, RESULT, RESOURCES)
MACHINE_CODE = replace(PROFILE, result=COUNTED)


def test_a_profile_has_the_keys_of_the_contract_and_no_other() -> None:
    document = profile_json(PROFILE)
    assert list(document) == [
        "kernel", "arch", "backend", "toolchain", "totals", "lines", "hazards", "faults", "resources",
    ]  # fmt: skip
    assert profile_json(MACHINE_CODE).keys() - document.keys() == {"machine_code"}
    assert list(document["totals"]) == [
        "shared", "global", "thread_instructions", "divergent_branches", "barriers", "instructions", "branches",
        "pipes", "constants", "local", "atomics",
    ]  # fmt: skip
    assert list(document["totals"]["shared"]) == ["requests", "wavefronts", "ideal", "excess", "exact"]
    assert list(document["totals"]["global"]) == ["requests", "sectors", "ideal", "excess", "exact"]
    assert list(document["hazards"][0]) == ["kind", "severity", "line_a", "line_b", "count", "example"]
    assert list(document["faults"][0]) == ["kind", "line", "block", "thread", "message"]
    assert list(document["resources"]) == ["registers", "shared_bytes", "local_bytes", "spill_bytes"]
    json.dumps(document, allow_nan=False)


def test_a_line_names_its_cost_by_its_memory_space() -> None:
    shared, _, in_global = profile_json(PROFILE)["lines"]
    common = ["line", "source", "space", "operation", "width", "requests"]
    assert list(shared) == [*common, "wavefronts", "ideal", "excess", "exact", "instructions"]
    assert list(in_global) == [*common, "sectors", "ideal", "excess", "exact", "instructions"]
    assert shared["source"].startswith("tile_a[threadIdx.y]")
    assert (shared["wavefronts"], shared["ideal"], shared["excess"]) == (1024, 512, 512)


def test_a_total_is_exact_only_when_all_its_lines_are() -> None:
    totals = profile_json(PROFILE)["totals"]
    assert totals["shared"] == {
        "requests": 8704, "wavefronts": 1_180_672, "ideal": 8704, "excess": 1_171_968, "exact": False,
    }  # fmt: skip
    assert totals["global"]["exact"] is True


def instructions(warp: int, thread: int, *, exact: bool) -> dict[str, object]:
    """As of launches whose lanes are all in step."""
    return {"warp": warp, "thread": thread, "exact": exact, "active": 32 * warp, "divergent": 0}


def test_the_instructions_of_a_launch_are_those_of_its_machine_code() -> None:
    document = profile_json(MACHINE_CODE)
    assert document["totals"]["instructions"] == instructions(2048, 41_472, exact=False)
    assert document["totals"]["branches"] == {"executed": 512, "divergent": 2}
    rows = document["machine_code"]
    assert [list(row) for row in rows] == [[
        "address", "line", "text", "inst_executed", "thread_inst_executed", "thread_inst_executed_true", "wavefronts",
        "wavefronts_ideal", "sectors", "sectors_ideal", "exact", "pipe", "sectors_local", "divergent",
    ]] * len(EXECUTED)  # fmt: skip
    assert [tuple(row.values()) for row in rows] == [astuple(each)[:-1] for each in EXECUTED]
    totals = document["totals"]["instructions"]
    assert sum(row["inst_executed"] for row in rows) == totals["warp"]
    assert sum(row["thread_inst_executed_true"] for row in rows) == totals["thread"]
    json.dumps(document, allow_nan=False)


def test_executions_are_told_by_pipe_and_those_of_constants_and_local_memory_by_themselves() -> None:
    spill = replace(EXECUTED[0], text="STL [R1], R2", pipe="lsu", inst_executed=5, sectors_local=20)
    constant = replace(EXECUTED[0], text="LDC R1, c[0x0][0x28]", pipe="other", inst_executed=7)
    totals = profile_json(replace(PROFILE, result=replace(COUNTED, executed=(spill, constant))))["totals"]
    assert {pipe: count for pipe, count in totals["pipes"].items() if count} == {"lsu": 5, "other": 7}
    assert (totals["constants"], totals["local"]) == (
        {"requests": 7, "indexed": 0, "passes": 0}, {"requests": 5, "sectors": 20}
    )


def test_the_instructions_of_a_line_are_all_of_that_line_in_each_of_its_rows() -> None:
    store, atomic, load = profile_json(MACHINE_CODE)["lines"]
    assert store["instructions"] == load["instructions"] == instructions(1024, 24_576, exact=True)
    assert atomic["instructions"] == instructions(512, 16_384, exact=False)
    elsewhere = replace(COUNTED, accesses=(replace(COUNTED.accesses[0], line=5),))
    (row,) = profile_json(replace(PROFILE, result=elsewhere))["lines"]
    assert row["instructions"] is None


@pytest.mark.parametrize("text", ["BRA 0x40", "@P0 BRA 0x40", "@!UP0 BRA.U 0x40", "BRX R2 -0x80"])
def test_every_jump_in_a_kernel_is_a_branch(text: str) -> None:
    result = replace(COUNTED, executed=(replace(EXECUTED[0], text=text), EXECUTED[-1]))
    branches = profile_json(replace(PROFILE, result=result))["totals"]["branches"]
    assert branches == {"executed": 512, "divergent": 2}


@pytest.mark.parametrize("text", ["BSSY B0, 0x40", "@P0 BREAK B0", "EXIT", "CALL.REL 0x40", "BAR.SYNC 0x0"])
def test_no_other_instruction_is_a_branch(text: str) -> None:
    result = replace(COUNTED, executed=(replace(EXECUTED[0], text=text),))
    assert profile_json(replace(PROFILE, result=result))["totals"]["branches"]["executed"] == 0


def test_atomics_are_summed_by_memory_space() -> None:
    rows = (
        AccessLine(4, "shared", "atomic", 4, 10, 40, 10, exact=True, passes=40, most=2),
        AccessLine(6, "shared", "atomic", 8, 5, 7, 5, exact=True, passes=7, most=9),
        AccessLine(6, "shared", "load", 4, 100, 200, 100, exact=True),
        AccessLine(6, "global", "atomic", 4, 3, 99, 3, exact=True, passes=50, most=32),
        AccessLine(6, "global", "store", 4, 1000, 1000, 1000, exact=True),
    )
    atomics = profile_json(replace(PROFILE, result=replace(COUNTED, accesses=rows)))["totals"]["atomics"]
    assert atomics == {"shared": {"requests": 15, "wavefronts": 47, "most_lanes": 9},
                       "global": {"requests": 3, "passes": 50, "most_lanes": 32}}  # fmt: skip
    none = profile_json(MACHINE_CODE)["totals"]["atomics"]
    assert none == {"shared": {"requests": 0, "wavefronts": 0, "most_lanes": 0},
                    "global": {"requests": 0, "passes": 0, "most_lanes": 0}}  # fmt: skip


def test_what_lanes_at_one_address_cost_is_null_where_nobody_looked() -> None:
    """Nsight Compute has no such number of a line."""
    rows = (AccessLine(6, "global", "atomic", 4, 3, 99, 3, exact=True),)
    document = profile_json(replace(PROFILE, result=replace(COUNTED, accesses=rows)))
    assert document["totals"]["atomics"]["global"] == {"requests": 3, "passes": None, "most_lanes": None}
    assert (document["lines"][0]["passes"], document["lines"][0]["most_lanes"]) == (None, None)


def test_without_machine_code_its_counts_are_null() -> None:
    """Nobody counts them on a GPU, of a kernel that stopped, or of another architecture."""
    document = profile_json(PROFILE)
    assert document["totals"]["instructions"] is None
    assert document["totals"]["branches"] == {"executed": None, "divergent": 2}
    assert [line["instructions"] for line in document["lines"]] == [None] * 3


def test_where_nothing_was_counted_atomics_are_null() -> None:
    document = profile_json(replace(PROFILE, counted=False))
    assert document["totals"]["atomics"] is None and document["lines"] is None


def test_hazards_that_nobody_looked_for_are_null_and_the_note_says_why() -> None:
    document = profile_json(replace(MACHINE_CODE, hazards_known=False, notes=("why",)))
    assert document["hazards"] is None and document["notes"] == ["why"]
    assert profile_json(MACHINE_CODE)["hazards"] == []


def test_a_launch_that_never_happened_is_null_and_a_clean_one_is_empty() -> None:
    nothing = profile_json(replace(PROFILE, result=None, resources=None, error=("compile_error", "no")))
    assert [nothing[key] for key in ("totals", "lines", "hazards", "faults", "resources")] == [None] * 5
    assert nothing["error"] == {"kind": "compile_error", "message": "no"}
    clean = profile_json(replace(PROFILE, result=replace(RESULT, accesses=(), hazards=(), faults=())))
    assert [clean[key] for key in ("lines", "hazards", "faults")] == [[], [], []]


def test_what_a_gpu_cannot_count_is_null() -> None:
    result = replace(RESULT, thread_instructions=None, divergent_branches=None, barriers=None)
    totals = profile_json(replace(PROFILE, result=result))["totals"]
    assert [totals[k] for k in ("thread_instructions", "divergent_branches", "barriers")] == [None] * 3
