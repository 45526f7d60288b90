"""What a GPU's cvt makes of floats on their way to TF32: infinities, NaN and subnormals among them.

    python benchmarks/tf32_results.py [FILE]     (writes tests/simt/machine/to_tf32_h200.npz)

Needs a GPU from Hopper on, and CuPy. One array of operands, and of results for each way to round; all words.
"""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from grader.cuda.device import CudaDevice
from grader.launch import Argument, LaunchRequest
from grader.toolchain import compile_source
from tests.simt.machine.test_to_tf32 import MEASURED, SOURCE, WAYS

THREADS, BLOCKS = 128, 16
SPECIAL = (0, 1, 0x0FFF, 0x1000, 0x1001, 0x007FFFFF, 0x00800000, 0x3F800FFF, 0x3F801000, 0x3F803000, 0x7F7FE000,
           0x7F7FEFFF, 0x7F7FF000, 0x7F7FFFFF, 0x7F800000, 0x7F800001, 0x7F812345, 0x7FC00000, 0x7FFFFFFF)  # fmt: skip


def operands() -> NDArray[np.uint32]:
    """SPECIAL with either sign, then random words."""
    special = np.array([word | sign << 31 for word in SPECIAL for sign in (0, 1)], np.uint32)
    random = np.random.default_rng(29).integers(0, 2**32, THREADS * BLOCKS - special.size, np.uint32)
    return np.concatenate([special, random])


def main(file: Path = MEASURED) -> None:
    """Every way to round, on the first GPU."""
    device = CudaDevice()
    image = device.image(compile_source(SOURCE, arch=device.arch))
    words = operands()
    found = {"operands": words}
    for way in WAYS:
        given = (Argument("out", np.zeros_like(words)), Argument("in", words.view(np.float32)))
        asked = LaunchRequest(way.replace(".", "_"), (BLOCKS, 1, 1), (THREADS, 1, 1), given)
        result = device.launch(image, asked, 20.0)
        if result.faults:
            raise RuntimeError(result.faults[0].message)
        found[way] = result.outputs[0]
    np.savez_compressed(file, **found)  # type: ignore[arg-type]
    print(device.facts.name, *(f"{way}: a NaN becomes {found[way][2 * SPECIAL.index(0x7FC00000)]:#x}" for way in WAYS))


if __name__ == "__main__":
    main(*map(Path, sys.argv[1:2]))
