"""Compiles the corpus with the pinned NVRTC, for a GPU machine that may have another one.

    python -m tests.hardware.build_cubins CUBINS

Writes one cubin for every (file, defines) of all launches and faulty kernels. Needs no GPU.
"""

from __future__ import annotations

import sys
from pathlib import Path

from grader.toolchain import compile_source
from tests.hardware import corpus


def main() -> None:
    """Compile everything into the folder named on the command line."""
    folder = Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    counted = (*corpus.LAUNCHES, *corpus.MACHINE_CODE, *corpus.BRANCHES_AND_ATOMICS, *corpus.CONSTANTS)
    files = (*counted, *corpus.HAZARDS)
    for launch in {each.cubin: each for each in corpus.load(*files)}.values():
        source = (corpus.KERNELS / launch.file).read_text(encoding="utf-8")
        program = compile_source(source, file=launch.file, defines=launch.defines or {})
        (folder / launch.cubin).write_bytes(program.cubin)


if __name__ == "__main__":
    main()
