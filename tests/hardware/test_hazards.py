"""The emulator's hazards and faults are compute-sanitizer's on an H200 (those of clusters and mbarriers on an H100),
kernel by kernel, or we say more, and why."""

from __future__ import annotations

import json
from functools import cache
from typing import Any

import pytest

from grader.launch import Argument, LaunchRequest, LaunchResult
from grader.simt import emulator
from grader.simt.limits import Limits
from grader.toolchain import Program, compile_source
from tests.hardware import arguments, corpus

KERNELS = corpus.load(*corpus.HAZARDS)
RACES = ("RAW", "WAR", "WAW")

# (kernel, tool): why the emulator reports what the tool does not.
STRICTER = {
    ("atomics_and_read", "racecheck"): "a plain read of a word that others still add to is a race",
    ("histogram_no_first_barrier", "racecheck"): "the bins are cleared while others add to them",
    ("histogram_no_last_barrier", "racecheck"): "the bins are read while others add to them",
    ("warp_tail_one_barrier", "racecheck"): "a lane overwrites what its neighbour reads in the same statement",
    ("barrier_in_lane_loop", "synccheck"): "lanes of one warp meet a barrier different numbers of times",
    ("barrier_after_lane_loop", "synccheck"): "hangs on the hardware, also under the tools",
    ("barrier_after_lane_loop", "racecheck"): "hangs on the hardware, also under the tools",
    ("barrier_after_lane_loop", "memcheck"): "hangs on the hardware, also under the tools",
    ("barrier_half_warp", "racecheck"): "half of the warp waits, so nothing orders the other warp's reads",
    ("fresh_mean_at_once", "racecheck"): "one thread writes what another warp reads without a barrier",
    ("fresh_reversed_in_place", "racecheck"): "each warp overwrites what another warp is to read",
    ("fresh_pivot_scaled_early", "racecheck"): "the pivot's owner scales it while the other warp reads it",
    ("fresh_tickets_overrun", "racecheck"): "the next ticket is written while the other warp reads this one",
    ("fresh_counter_reset_late", "racecheck"): "a plain store meets the atomics of others",
    ("fresh_own_end_loop_ragged", "synccheck"): "lanes of one warp pass the barrier different numbers of times",
    ("global_sum", "racecheck"): "the tool looks at shared memory only; all threads of the grid add to one place",
    ("fresh_blocks_count_plainly", "racecheck"): "the tool looks at shared memory only; blocks add to one place",
    ("fresh_tiles_that_overlap", "racecheck"): "the tool looks at shared memory only; two blocks write one element",
    ("fresh_smooth_in_place", "racecheck"): "the tool looks at shared memory only; one block reads what another writes",
    ("fresh_last_block_unfenced", "racecheck"): "the tool looks at shared memory only; no fence anywhere",
    ("fresh_one_too_many", "memcheck"): "on the card the next allocation begins where this one ends",
    ("fresh_shared_one_before", "memcheck"): "the card keeps reserved bytes in front of shared memory",
    ("fresh_dynamic_below_zero", "memcheck"): "the card keeps reserved bytes in front of shared memory",
    ("coop_hz_neighbour_unsynced", "racecheck"): "a block reads what another block of its cluster writes",
    ("coop_hz_source_overwritten", "racecheck"): "a copy may still read what its block overwrites",
    ("coop_hz_async_mail_unwaited", "racecheck"): "nobody waits for what another block stores asynchronously",
    ("coop_hz_arrivals_too_many", "racecheck"): "the phase may end before the second warp has written",
    ("coop_hz_arrivals_too_many", "synccheck"): "the tool misses a wait: it is the arrivals that are too many",
}
# (kernel, tool): why the tool reports what the emulator does not.
ALARMS = {
    ("coop_hz_all_warps_arrive", "racecheck"): "one lane arrives for its warp, after a __syncwarp()",
    ("coop_hz_all_stay_in_ring", "racecheck"): "one lane arrives for its warp, after a __syncwarp()",
    ("fresh_flag_by_atomics", "racecheck"): "a flag and two fences order the warps: the tool knows barriers only",
    ("fresh_lock_in_turn", "racecheck"): "a lock with fences orders its owners: the tool knows barriers only",
    ("coop_hz_ring_wrong_parity", "racecheck"): "on the way to where the emulator finds that nobody can go on",
}


@cache
def truth() -> dict[str, Any]:
    parts = [json.loads(corpus.truth_file(f).read_text(encoding="utf-8")) for f in corpus.HAZARDS]
    return {name: found for part in parts for name, found in part["launches"].items()}


@cache
def program(file: str) -> Program:
    return compile_source((corpus.KERNELS / file).read_text(encoding="utf-8"), file=file)


def emulate(launch: corpus.Launch, seconds: float = 2) -> LaunchResult:
    values = arguments.values(list(launch.args), corpus.SEED, corpus.FOLDER)
    given = tuple(Argument(f"argument {i}", v) for i, v in enumerate(values))
    request = LaunchRequest(launch.kernel, launch.grid, launch.block, given, launch.shared)
    return emulator.launch(emulator.load(program(launch.file), launch.kernel), request, Limits(seconds=seconds))


def verdicts(result: LaunchResult) -> dict[str, str]:
    """What each tool would say of our findings; the tools do not look for uninitialised shared memory."""
    races = {h.severity for h in result.hazards if h.kind in RACES}
    barriers = {h.severity for h in result.hazards if h.kind == "barrier_divergence"}
    return {
        "racecheck": next((s for s in ("error", "warning") if s in races), "clean"),
        "synccheck": "error" if "error" in barriers else "clean",
        "memcheck": "error" if result.faults else "clean",
    }


def marks(launch: corpus.Launch) -> list[pytest.MarkDecorator]:
    """Blocks that wait for each other are emulated for seconds."""
    return [pytest.mark.slow] if launch.id.startswith(("fresh_halo", "tiled_")) else []


@pytest.mark.parametrize("launch", [pytest.param(launch, id=launch.id, marks=marks(launch)) for launch in KERNELS])
def test_verdicts_agree_with_compute_sanitizer(launch: corpus.Launch) -> None:
    result = emulate(launch)
    ours, theirs = verdicts(result), {tool: found["verdict"] for tool, found in truth()[launch.id].items()}
    for tool, verdict in ours.items():
        there = theirs[tool]
        if there == "timed out":  # it hangs: that is a fault, whatever else the tool would have said
            there = "error" if tool == "memcheck" else "stopped"
        if there == "stopped" or (launch.id, tool) in STRICTER or (launch.id, tool) in ALARMS:
            continue  # a fault ended the run before this tool could judge
        assert verdict == there, (tool, result.hazards, result.faults)


@pytest.mark.slow
def test_where_we_say_more_the_tools_say_less() -> None:
    rank = {"clean": 0, "timed out": 0, "stopped": 0, "warning": 1, "error": 2}
    by_id = {launch.id: launch for launch in KERNELS}
    for name, tool in STRICTER.keys() - {("coop_hz_arrivals_too_many", "synccheck")}:
        ours = verdicts(emulate(by_id[name]))[tool]
        assert rank[ours] >= rank[truth()[name][tool]["verdict"]], (name, tool)
