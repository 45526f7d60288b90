"""The models that compute the answers of quiz items.

Every public function of the modules named here may be called by name in a quiz.yaml. Wavefronts, sectors and occupancy
are the emulator's own, so a quiz can never disagree with what `grader profile` prints.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from inspect import isfunction

from grader.quiz.truth import geometry, global_memory, numbers, processor, roofline, shared_memory
from grader.quiz.truth.costs import FLOAT, LINE, WARP
from grader.simt.sectors import SECTOR
from grader.simt.wavefronts import BANKS

_SUBJECTS = (geometry, shared_memory, global_memory, processor, numbers, roofline)

MODELS: Mapping[str, Callable[..., object]] = {
    name: function
    for subject in _SUBJECTS
    for name, function in vars(subject).items()
    if isfunction(function) and function.__module__ == subject.__name__ and not name.startswith("_")
}
CONSTANTS: Mapping[str, int] = {"BANKS": BANKS, "WARP": WARP, "SECTOR": SECTOR, "LINE": LINE, "FLOAT": FLOAT}
