"""Memory order and forward progress: what an author who saw no code says of 182 kernels, by the PTX memory model."""

from __future__ import annotations

import json
from typing import Any

import pytest
import yaml

from tests.hardware import corpus
from tests.hardware.test_hazards import emulate

FILE = "hazards_order.yaml"
SAYS: dict[str, str] = {row["id"]: row["says"] for row in yaml.safe_load((corpus.FOLDER / FILE).read_text("utf-8"))}
SANITIZER: dict[str, dict[str, Any]] = json.loads(corpus.truth_file(FILE).read_text("utf-8"))["launches"]
_INTERLEAVED = "no interleaving of the threads shows it, only a memory that reorders"
_ORDER = "it takes another order of the blocks than the one that is watched"
# What the emulator does not find, and why.
MISSED = {
    "order_packed_polled_by_half": "of a wide load of which half is wanted the compiler makes this, too",
    "order_poll_ldcg": "the machine code of __ldcg is a strong load",
    "order_data_by_ldg": "that a load is not coherent is not looked at",
    "order_look_back_volatile": "every access is strong, and nothing is drawn: no race by the definition of PTX",
    "order_once_plain_check": _ORDER, "order_once_no_acquire": _ORDER, "order_once_no_release": _ORDER,
    "order_store_buffer_acq_rel": _INTERLEAVED, "order_store_buffer_block_fences": _INTERLEAVED,
    "order_store_buffer_one_side": _INTERLEAVED, "order_store_buffer_ref_acq_rel": _INTERLEAVED,
    "order_store_buffer_bare": _INTERLEAVED, "order_readers_disagree_bare": _INTERLEAVED,
    "order_peterson_acq_rel": _INTERLEAVED, "order_load_buffer_bare": _INTERLEAVED,
    "order_readers_disagree_acq_rel": _INTERLEAVED,
    "order_ring_lanes_do_not_meet": "a fence counts for a warp, not for each of its lanes",
    "order_look_back_by_index_8448": "blocks begin in the order of their numbers",
    "order_grid_reset_late": "only some schedules end in it",
    "order_grid_wait_for_zero": "only some schedules end in it",
}  # fmt: skip
# The compiler reads the flag once and makes an endless loop of the rest: it hangs on the hardware, too.
HANGS = ("order_flag_plain_polled",)


def verdict(launch: corpus.Launch) -> str:
    """race, sound or hang."""
    result = emulate(launch, seconds=10)
    kinds = {fault.kind for fault in result.faults}
    assert kinds <= {"no_forward_progress"}, kinds
    return "hang" if kinds else "race" if any(h.severity != "note" for h in result.hazards) else "sound"


@pytest.mark.slow
@pytest.mark.share(4, guard="hardware")
@pytest.mark.parametrize("launch", corpus.load(FILE), ids=lambda launch: launch.id)
def test_the_verdict_is_that_of_the_memory_model(launch: corpus.Launch) -> None:
    expected = "sound" if launch.id in MISSED else "hang" if launch.id in HANGS else SAYS[launch.id]
    assert verdict(launch) == expected


def test_nothing_sound_is_among_what_is_missed() -> None:
    assert len(SAYS) == 182 and all(SAYS[name] != "sound" for name in (*MISSED, *HANGS))


def test_compute_sanitizer_knows_barriers_only() -> None:
    """Of 91 races it tells 13, and of 70 sound kernels it suspects seven, on an H100."""
    told = {
        name for name, tools in SANITIZER.items() if tools.get("racecheck", {}).get("verdict") in ("error", "warning")
    }
    counted = {says: sum(SAYS[name] == says for name in told) for says in ("race", "sound", "hang")}
    assert counted == {"race": 13, "sound": 7, "hang": 0}
