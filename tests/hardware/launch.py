"""Runs launches of the corpus on this machine's GPU through CuPy, from machine code that was compiled elsewhere.

    python -m tests.hardware.launch FILE CUBINS OUTPUTS.json [ID ...]

OUTPUTS.json gets the SHA-256 of every array argument after the launch, by launch and position. Nothing but the
corpus runs a kernel here, so a profiler sees the launches in order.
"""

from __future__ import annotations

import hashlib
import json
import sys
from pathlib import Path

import cupy
import numpy as np

from grader.simt.memory import STACK_BYTES
from tests.hardware import arguments, corpus

_MAX_DYNAMIC_SHARED = 8  # CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES
_STACK_SIZE = 0  # cudaLimitStackSize


def run(launch: corpus.Launch, cubins: Path) -> dict[str, str]:
    """Launch once and return the digest of every array argument by position."""
    module = cupy.cuda.function.Module()
    module.load_file(str(cubins / launch.cubin))  # anew: variables begin with their initial values
    function = module.get_function(launch.kernel)
    if launch.shared > 48 * 1024:
        cupy.cuda.driver.funcSetAttribute(function.ptr, _MAX_DYNAMIC_SHARED, launch.shared)
    host = arguments.values(list(launch.args), corpus.SEED, corpus.FOLDER)
    device = [_on_device(value) for value in host]
    function(launch.grid, launch.block, tuple(device), shared_mem=launch.shared)
    cupy.cuda.runtime.deviceSynchronize()
    arrays = {str(i): v.get() for i, v in enumerate(device) if isinstance(v, cupy.ndarray)}
    return {i: hashlib.sha256(array.tobytes()).hexdigest() for i, array in arrays.items()}


def _on_device(value: arguments.Value) -> object:
    """Arrays are copied as bytes, structures are passed as they are."""
    if value is None:
        return np.uintp(0)
    if isinstance(value, np.ndarray):
        return cupy.asarray(np.ascontiguousarray(value).reshape(-1).view(np.uint8))
    return np.asarray(value) if isinstance(value, np.void) else value


def main() -> None:
    """Run the launches named on the command line, or all of them."""
    file, cubins, outputs, *ids = sys.argv[1:]
    # Exact allocations: a pool would hide what lies beyond the end of a buffer.
    cupy.cuda.set_allocator(None)
    cupy.cuda.runtime.deviceSetLimit(_STACK_SIZE, STACK_BYTES)
    chosen = [launch for launch in corpus.load(file) if not ids or launch.id in ids]
    digests: dict[str, dict[str, str]] = {}
    for launch in chosen:  # written at once: a launch that fails ends the process
        digests[launch.id] = run(launch, Path(cubins))
        Path(outputs).write_text(json.dumps(digests, indent=1))


if __name__ == "__main__":
    main()
