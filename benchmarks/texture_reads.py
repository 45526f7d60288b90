"""What texture reads return on a GPU, beside the emulator.

    python benchmarks/texture_reads.py [SAMPLES [FILE]]     (writes tests/hardware/h200_textures.npz)

Every case of tests/hardware/textures.py. Prints, for each, how many words differ and the largest difference.
"""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np

from grader.cuda.device import CudaDevice
from grader.simt import emulator
from grader.toolchain import compile_source
from tests.hardware.textures import CASES, RESULTS, SAMPLES, SOURCE

_SECONDS = 20.0


def main(samples: int = SAMPLES, file: Path = RESULTS) -> None:
    """Run all cases on the first GPU."""
    device = CudaDevice()
    program = compile_source(SOURCE.read_text("utf-8"), arch=device.arch)
    print(device.facts.name)
    found = {}
    for name, case in CASES.items():
        request = case.request(samples)
        result = device.launch(device.image(program), request, _SECONDS)
        assert result.faults == (), (name, result.faults)
        found[name] = result.outputs[0]
        ours = emulator.launch(emulator.load(program, case.kernel), request)
        assert ours.faults == (), (name, ours.faults)
        theirs, mine = found[name], ours.outputs[0]
        other = theirs.view(np.uint32) != mine.view(np.uint32)
        with np.errstate(all="ignore"):
            apart = np.nanmax(np.abs(theirs[other].astype(float) - mine[other])) if other.any() else 0
        print(f"{name:40} {int(other.sum()):6} of {other.size} words differ, by at most {apart:.3g}")
    np.savez_compressed(file, **found)


if __name__ == "__main__":
    main(*(kind(text) for kind, text in zip((int, Path), sys.argv[1:], strict=False)))
