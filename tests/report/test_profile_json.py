"""The profile's JSON keeps its contract: every key, null for not measured, an empty list for clean."""

from __future__ import annotations

import json
from dataclasses import replace

from grader.grading.profile import Profile
from grader.report.profile_json import profile_json
from tests.report.specimens import RESOURCES, RESULT, SOURCE

PROFILE = Profile("k", "sm_90", "emulated", "NVRTC 13.0.88", SOURCE, RESULT, RESOURCES)


def test_a_profile_has_the_keys_of_the_contract_and_no_other() -> None:
    document = profile_json(PROFILE)
    assert list(document) == [
        "kernel", "arch", "backend", "toolchain", "totals", "lines", "hazards", "faults", "resources",
    ]  # fmt: skip
    assert list(document["totals"]) == [
        "shared", "global", "thread_instructions", "divergent_branches", "barriers",
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
    assert list(shared) == [*common, "wavefronts", "ideal", "excess", "exact"]
    assert list(in_global) == [*common, "sectors", "ideal", "excess", "exact"]
    assert shared["source"].startswith("tile_a[threadIdx.y]")
    assert (shared["wavefronts"], shared["ideal"], shared["excess"]) == (1024, 512, 512)


def test_a_total_is_exact_only_when_all_its_lines_are() -> None:
    totals = profile_json(PROFILE)["totals"]
    assert totals["shared"] == {
        "requests": 8704, "wavefronts": 1_180_672, "ideal": 8704, "excess": 1_171_968, "exact": False,
    }  # fmt: skip
    assert totals["global"]["exact"] is True


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
