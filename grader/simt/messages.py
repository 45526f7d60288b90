"""A plain English sentence for every fault and hazard; reports translate them."""

from __future__ import annotations

from collections.abc import Mapping

_FAULTS = {
    "out_of_bounds": "out-of-bounds {space} {operation} of {width} bytes at byte {offset} of {buffer} ({size} bytes)",
    "not_constant": "{operation} of {width} bytes in constant space, at an address that is not in constant memory",
    "constant_written": "{operation} of {width} bytes to {buffer}, which is in constant memory",
    "misaligned": "misaligned {space} {operation}: {width}-byte accesses need addresses that are multiples of {width}",
    "null_pointer": "{operation} of {width} bytes through a null pointer (address {address})",
    "trap": "the kernel executed __trap()",
    "assert": "assert({expression}) failed",
    "mbarrier_overrun": "{arrivals} arrivals at an mbarrier whose phase misses {pending}, or too many bytes to expect",
    "stack_overflow": "stack overflow: calls have used up the local memory of {threads} threads",
    "no_forward_progress": "no forward progress: {thread_instructions} thread instructions and still running",
    "deadlock": "deadlock: {waiting}",
    "unsupported": "the emulator does not run {construct}",
}
_AWAITED = {"memory": "memory that nobody will change", "barrier": "a barrier", "warp": "other lanes of their warp",
            "mbarrier": "the phase of an mbarrier", "cluster": "their cluster of blocks"}  # fmt: skip
_HAZARDS = {
    "RAW": "one thread reads {variable}[byte {offset}] after another wrote it, with no barrier between them",
    "RAW_under_way": "one thread reads {variable}[byte {offset}] before the asynchronous copy to it was waited for",
    "WAR": "one thread overwrites {variable}[byte {offset}] after another read it, with no barrier between them",
    "WAW": "two threads write {variable}[byte {offset}] with no barrier between them",
    "RAW_global": "one thread reads {variable}[byte {offset}] after another wrote it, and nothing orders them",
    "WAR_global": "one thread overwrites {variable}[byte {offset}] after another read it, and nothing orders them",
    "WAW_global": "two threads write {variable}[byte {offset}], and nothing orders them",
    "barrier_divergence": "{arrived} of {expected} threads of the block reached this barrier",
    "undefined_shuffle": "lane {lane} reads from lane {source} of its warp, which does not take part in the shuffle",
    "partial_warp": "{came} of the 32 lanes of a warp execute {instruction}, which wants all of them",
    "uninitialised_read": "{variable}[byte {offset}] is read before any thread wrote it",
}

_CONFIGURATIONS = {
    "empty": "every extent of grid {grid} and block {block} must be at least 1",
    "block": "a block of {threads} threads {block} is over the limit of 1,024 threads (64 in z)",
    "grid": "the grid {grid} is over the limit of 2,147,483,647 x 65,535 x 65,535 blocks",
    "negative": "{bytes:,} bytes of dynamic shared memory are less than none",
    "shared": "{bytes:,} bytes of shared memory a block are over the limit of {most:,} bytes",
    "local": "{bytes:,} bytes of local memory a thread are over the limit of {most:,} bytes",
    "variables": "{bytes:,} bytes of memory for __device__ variables are over the limit of {most:,} bytes",
    "registers": "{registers} registers a thread times {threads:,} threads are over the limit of {most:,} registers",
    "symbol": "`{variable}` is {bytes:,} bytes, and {given:,} are copied into it",
    "at_most": "a block of {threads:,} threads, where __launch_bounds__ allows {most:,}",
    "exactly": "a block of {block}, where __block_size__ asks for {wanted}",
    "clusters": "__cluster_dims__ asks for clusters of {cluster} blocks (at most {most}) that divide the grid {grid}",
}


def fault_message(kind: str, details: Mapping[str, object]) -> str:
    """Sentence for a fault."""
    values = dict(details)
    if not values.get("buffer"):
        values["buffer"] = f"the block's {values.get('space', '')} memory"
    if isinstance(waiting := values.get("waiting"), tuple):
        kind = "deadlock"
        values["waiting"] = ", ".join(f"{number} blocks have no place yet" if what == "place" else
                                      f"{number} threads wait for {_AWAITED[what]} in line {line}"
                                      for line, number, what in waiting)  # fmt: skip
    return _FAULTS[kind].format_map(values)


def configuration_message(limit: str, details: Mapping[str, object]) -> str:
    """Sentence for a launch that cannot start."""
    return _CONFIGURATIONS[limit].format_map(details)


def hazard_message(kind: str, example: Mapping[str, object]) -> str:
    """Sentence for a hazard."""
    values = dict(example)
    if not values.get("variable"):
        values["variable"] = "shared memory"
    return _HAZARDS[kind].format_map(values)
