"""Disassembly by NVIDIA's nvdisasm, if installed: for reading, and for tests of the decoder."""

from __future__ import annotations

import os
import subprocess
import tempfile
from pathlib import Path

from grader.toolchain.headers import wheel_folders
from grader.toolchain.program import Program, ToolchainError


def nvdisasm() -> Path | None:
    """The nvdisasm program of the `nvidia-cuda-nvdisasm` wheel, if it is installed."""
    name = "nvdisasm.exe" if os.name == "nt" else "nvdisasm"
    return next((path for folder in wheel_folders() if (path := folder / "bin" / name).is_file()), None)


def disassemble(program: Program, *options: str) -> str:
    """nvdisasm's listing of the program with source lines. options: more of nvdisasm's own.

    Raises ToolchainError without nvdisasm, or if it refuses the cubin.
    """
    tool = nvdisasm()
    if tool is None:
        raise ToolchainError("nvdisasm is not installed: run `pip install 'nvidia-cuda-nvdisasm>=13.2'`.")
    if not program.cubin:
        raise ToolchainError("this program carries no machine code to disassemble")
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "program.cubin"
        path.write_bytes(program.cubin)
        command = [str(tool), "--print-code", "--print-line-info", *options, str(path)]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        raise ToolchainError(f"nvdisasm failed: {done.stderr.strip()}")
    return done.stdout
