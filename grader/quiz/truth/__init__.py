"""The models that compute the answers of quiz items.

A quiz.yaml may call every public function of the modules named here. Wavefronts, sectors and occupancy are the
emulator's own, so a quiz can never disagree with `grader profile`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from inspect import isfunction

from grader.quiz.truth import (
    compaction,
    contention,
    divergence,
    filters,
    geometry,
    global_memory,
    numbers,
    processor,
    reductions,
    roofline,
    scans,
    shared_memory,
    tensor_cores,
    warp_tiles,
)
from grader.quiz.truth.costs import FLOAT, LINE, WARP
from grader.simt.sectors import SECTOR
from grader.simt.wavefronts import BANKS

_SUBJECTS = (
    geometry, shared_memory, global_memory, processor, numbers, roofline, divergence, reductions, contention, scans,
    compaction, filters, tensor_cores, warp_tiles,
)  # fmt: skip

MODELS: Mapping[str, Callable[..., object]] = {
    name: function for subject in _SUBJECTS for name, function in vars(subject).items()
    if isfunction(function) and function.__module__ == subject.__name__ and not name.startswith("_")
}  # fmt: skip
CONSTANTS: Mapping[str, int] = {"BANKS": BANKS, "WARP": WARP, "SECTOR": SECTOR, "LINE": LINE, "FLOAT": FLOAT}
