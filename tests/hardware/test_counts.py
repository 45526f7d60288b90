"""The emulator's counts are the hardware's: a line that says "exact" equals the H200's counters, launch by launch."""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from functools import cache
from itertools import groupby
from typing import Any

import pytest

from grader.launch import LaunchResult
from grader.toolchain import Program
from tests.hardware import corpus
from tests.hardware.counting import Lines, compared_lines, measured_rows
from tests.hardware.emulated import emulate

LAUNCHES = corpus.load(*corpus.LAUNCHES)
FILES = (*corpus.LAUNCHES, *corpus.MACHINE_CODE, *corpus.CONSTANTS)


@cache
def truth() -> dict[str, Any]:
    texts = (corpus.truth_file(file).read_text(encoding="utf-8") for file in FILES)
    parts: list[dict[str, Any]] = [json.loads(text) for text in texts]
    return {"launches": {name: row | {"columns": part["columns"]}
                         for part in parts for name, row in part["launches"].items()}}  # fmt: skip


def measured_by_line(launch: corpus.Launch, compiled: Program) -> Lines:
    found = truth()["launches"][launch.id]
    return measured_rows(compiled, launch.kernel, launch.file, found["columns"], found["instructions"])


@pytest.mark.slow
@pytest.mark.share(4, guard="hardware")
@pytest.mark.parametrize("file", sorted({launch.file for launch in LAUNCHES}))
def test_lines_that_say_exact_and_all_outputs_are_those_of_the_h200(file: str) -> None:
    """One launch for both, which takes half the time: counts to the last one, outputs bit for bit."""
    lines: list[tuple[object, ...]] = []
    outputs: list[tuple[str, str]] = []
    for launch in (x for x in LAUNCHES if x.file == file):
        compiled, result = emulate(launch)
        assert not result.faults, (launch.id, result.faults)
        lines += [(launch.id, *each) for each in compared_lines(result, measured_by_line(launch, compiled))]
        outputs += [(launch.id, position) for position in other_outputs(launch, result)]
    assert not lines
    assert not outputs


def other_outputs(launch: corpus.Launch, result: LaunchResult) -> list[str]:
    """Buffers that the H200 left with other bits, where these do not hang on an order or on rounding."""
    digests = truth()["launches"][launch.id]["outputs"]
    if launch.order_free or launch.rounded or not digests:
        return []
    ours = {str(i): hashlib.sha256(o.tobytes()).hexdigest() for i, o in result.outputs.items()}
    return [position for position in digests if ours[position] != digests[position]]


@pytest.mark.slow
@pytest.mark.share(3, guard="hardware")
def test_most_of_the_corpus_is_exact() -> None:
    """Probes are built to find the limits; of the kernels that a course would write nearly all must be exact.

    Every third of them, which is enough for a share: each is compared line by line by the test above.
    """
    verdicts: Counter[bool] = Counter()
    kernels = groupby((x for x in LAUNCHES if "probe" not in x.file), key=lambda x: (x.file, x.kernel))
    for launch in [next(group) for _, group in kernels][::3]:
        _, result = emulate(launch)
        verdicts[all(a.exact for a in result.accesses)] += 1
    assert verdicts[True] >= 0.9 * verdicts.total(), verdicts
