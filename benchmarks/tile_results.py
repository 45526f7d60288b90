"""What tensor copies (TMA) leave on a GPU, beside the emulator.

    python benchmarks/tile_results.py [FILE]     (writes tests/hardware/h100_tiles.npz)

Every case of tests/hardware/tiles.py; what the GPU refuses ends its process and is kept as an empty array. Prints, for
each that differs, how many bytes do.
"""

from __future__ import annotations

import multiprocessing
import sys
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from grader.simt import emulator
from grader.toolchain import compile_source
from tests.hardware import tiles

_SECONDS = 20.0
_PROCESSES, _TOGETHER = 12, 7
Found = dict[str, NDArray[np.uint8]]


def measured(names: list[str]) -> Found:
    """Results up to the first that the GPU refuses."""
    from grader.cuda.device import CudaDevice

    device, found = CudaDevice(), Found()
    program = compile_source(tiles.source(), arch=device.arch)
    for name in names:
        case = tiles.CASES[name]
        result = device.launch(device.image(program), case.request(), _SECONDS)
        if result.faults:
            print(f"{name}: {result.faults[0].message}", flush=True)
            found[name] = np.zeros(0, np.uint8)
            break
        found[name] = result.outputs[case.result].view(np.uint8)
    return found


def main(file: Path = tiles.RESULTS) -> None:
    """Run all cases on the first GPU."""
    found: Found = {}
    waiting = [list(tiles.CASES)[k : k + _TOGETHER] for k in range(0, len(tiles.CASES), _TOGETHER)]
    # A context that faulted is lost: each task has a process of its own.
    with multiprocessing.get_context("spawn").Pool(_PROCESSES, maxtasksperchild=1) as pool:
        while waiting:
            for more in pool.map(measured, waiting, chunksize=1):
                found |= more
            waiting = [left for names in waiting if (left := [name for name in names if name not in found])]
    print(len(found), "cases")
    np.savez_compressed(file, **found)  # type: ignore[arg-type]
    print(sum(_is_equal(name, case, found[name]) for name, case in tiles.CASES.items()), "are equal")


def _is_equal(name: str, case: tiles.Case, theirs: NDArray[Any]) -> bool:
    program = compile_source(tiles.source())
    ours = emulator.launch(emulator.load(program, case.kernel), case.request())
    if ours.faults or not theirs.size:
        print(f"{name}: {[fault.message for fault in ours.faults]} here, {theirs.size or 'refused'} there")
        return bool(ours.faults) and not theirs.size
    differ = int((ours.outputs[case.result].view(np.uint8) != theirs).sum())
    if differ:
        print(f"{name}: {differ} of {theirs.size} bytes differ")
    return not differ


if __name__ == "__main__":
    main(*map(Path, sys.argv[1:]))
