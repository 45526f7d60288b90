"""What `grader tune` found, as plain data for JSON."""

from __future__ import annotations

import hashlib
from typing import cast

from grader import __version__
from grader.grading.grade import EMULATOR
from grader.grading.tuning import model
from grader.grading.tuning.kept import as_json
from grader.grading.tuning.search import Found, Variant, ranked
from grader.problems.base import Case
from grader.toolchain.versions import installed

MODEL = "cycles of an SM >= max(warp instructions / 4, shared wavefronts)"


def tune_json(found: Found, exercise: str, file: str) -> dict[str, object]:
    """The document. exercise: its id. Variants are in the order of the exercise file; `rank` is
    that of the model, from 1 on, null for a discarded one.
    """
    ranks = {variant.name: number for number, variant in enumerate(ranked(found.variants), start=1)}
    sha256 = hashlib.sha256(found.subject.kernel.text.encode()).hexdigest()
    return {
        "exercise": exercise, "file": file, "source_sha256": sha256,
        "compiler": installed("nvidia-cuda-nvrtc"),
        "counted_on": EMULATOR, "timed_on": found.gpu, "library": found.library, "model": MODEL,
        "case": cast(Case, found.subject.tune.case).label(), "size": cast(Case, found.size).label(),
        "parameters": {name: list(values) for name, values in found.subject.tune.parameters.items()},
        "combinations": found.space.size,
        "requires": [{"rule": rule, "refused": count} for rule, count in found.space.refused.items()],
        "variants": [_variant(variant, ranks.get(variant.name)) for variant in found.variants],
        "grader_version": __version__,
    }  # fmt: skip


def _variant(variant: Variant, rank: int | None) -> dict[str, object]:
    weighed = {k: v for k, v in as_json(variant.weighed).items() if k != "version"}
    raced = {k: v for k, v in as_json(variant.raced).items() if k != "version"} if variant.raced else None
    costs = variant.weighed.costs
    told = None if costs is None else {
        "cycles": model.cycles(costs), "bound_by": model.bound_by(costs), "peak_share": model.peak_share(costs),
    }  # fmt: skip
    return {"values": dict(variant.values), "own": variant.own, "rank": rank, **weighed, "model": told, "timed": raced}
