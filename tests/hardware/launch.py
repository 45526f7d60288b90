"""Runs launches of the corpus on this machine's GPU through CuPy, from machine code that was compiled elsewhere.

    python -m tests.hardware.launch FILE CUBINS OUTPUTS.json [ID ...]

OUTPUTS.json gets the SHA-256 of every array argument after the launch, by launch and position. Nothing but the
corpus runs a kernel here, so a profiler sees the launches in order.
"""

from __future__ import annotations

import functools
import hashlib
import json
import sys
from pathlib import Path

import cupy
import numpy as np

from tests.hardware import arguments, corpus


@functools.cache
def module(path: Path) -> cupy.RawModule:
    """Machine code, loaded once."""
    return cupy.RawModule(path=str(path))


def run(launch: corpus.Launch, cubins: Path) -> dict[str, str]:
    """Launch once and return the digest of every array argument by position."""
    function = module(cubins / launch.cubin).get_function(launch.kernel)
    if launch.shared > 48 * 1024:
        function.max_dynamic_shared_size_bytes = launch.shared
    host = arguments.values(list(launch.args), corpus.SEED, corpus.FOLDER)
    device = [np.uintp(0) if v is None else cupy.asarray(v) if isinstance(v, np.ndarray) else v for v in host]
    function(launch.grid, launch.block, tuple(device), shared_mem=launch.shared)
    cupy.cuda.runtime.deviceSynchronize()
    arrays = {str(i): v.get() for i, v in enumerate(device) if isinstance(v, cupy.ndarray)}
    return {i: hashlib.sha256(array.tobytes()).hexdigest() for i, array in arrays.items()}


def main() -> None:
    """Run the launches named on the command line, or all of them."""
    file, cubins, outputs, *ids = sys.argv[1:]
    # Exact allocations: a pool would hide what lies beyond the end of a buffer.
    cupy.cuda.set_allocator(None)
    chosen = [launch for launch in corpus.load(file) if not ids or launch.id in ids]
    digests = {launch.id: run(launch, Path(cubins)) for launch in chosen}
    Path(outputs).write_text(json.dumps(digests, indent=1))


if __name__ == "__main__":
    main()
