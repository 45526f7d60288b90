"""What tensor cores return on a GPU, beside the emulator.

    python benchmarks/mma_results.py [FILE]     (writes tests/hardware/h200_mma.npz)

Every case of tests/hardware/mma.py. Prints, for each, how many words differ.
"""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np

from grader.cuda.device import CudaDevice
from grader.simt import emulator
from grader.toolchain import compile_source
from tests.hardware import mma

_SECONDS = 20.0
_RESULT = 3  # which argument


def main(file: Path = mma.RESULTS) -> None:
    """Run all cases on the first GPU."""
    device = CudaDevice()
    program = compile_source(mma.source(), arch=device.arch)
    print(device.facts.name)
    found = {}
    for name, kind in mma.cases():
        request = mma.request(name, kind)
        result = device.launch(device.image(program), request, _SECONDS)
        assert result.faults == (), (name, result.faults)
        theirs = result.outputs[_RESULT].view(np.uint32)
        ours = emulator.launch(emulator.load(program, request.kernel), request).outputs[_RESULT].view(np.uint32)
        found[f"{name} {kind}"] = theirs
        print(f"{name:44} {kind:10} {int((theirs != ours).sum()):6} of {ours.size} words differ")
    np.savez_compressed(file, **found)


if __name__ == "__main__":
    main(*map(Path, sys.argv[1:]))
