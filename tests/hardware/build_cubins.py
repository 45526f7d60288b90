"""Compiles the corpus with the pinned NVRTC, for a GPU machine that may have another one.

    python build_cubins.py CUBINS

Writes one cubin for every (file, defines) of `launches.yaml` and `hazards.yaml`. Needs no GPU.
"""

from __future__ import annotations

import ctypes
import importlib.util
import sys
from collections.abc import Mapping
from pathlib import Path

import corpus


class Compiler:
    """The few calls of NVRTC that are needed here."""

    def __init__(self) -> None:
        spec = importlib.util.find_spec("nvidia")
        if spec is None or not spec.submodule_search_locations:
            raise SystemExit("the wheel nvidia-cuda-nvrtc is not installed")
        home = Path(list(spec.submodule_search_locations)[0]) / "cu13"
        for builtins in home.glob("lib/libnvrtc-builtins.so.*"):
            ctypes.CDLL(str(builtins), mode=ctypes.RTLD_GLOBAL)
        self.library = ctypes.CDLL(str(home / "lib" / "libnvrtc.so.13"))
        self.include = home / "include"

    def cubin(self, source: Path, defines: Mapping[str, str]) -> bytes:
        """Machine code for sm_90 with line tables. Raises SystemExit with the compiler's log."""
        program = ctypes.c_void_p()
        text, name = source.read_bytes(), source.name.encode()
        self.library.nvrtcCreateProgram(ctypes.byref(program), text, name, 0, None, None)
        words = ["--gpu-architecture=sm_90", "-lineinfo", f"--include-path={self.include}"]
        words += [f"--include-path={self.include}/cccl"]
        words += [f"--define-macro={key}={value}" for key, value in defines.items()]
        options = (ctypes.c_char_p * len(words))(*(word.encode() for word in words))
        if self.library.nvrtcCompileProgram(program, len(words), options):
            raise SystemExit(self._read(program, "ProgramLog").decode())
        return self._read(program, "CUBIN")

    def _read(self, program: ctypes.c_void_p, what: str) -> bytes:
        size = ctypes.c_size_t()
        getattr(self.library, f"nvrtcGet{what}Size")(program, ctypes.byref(size))
        buffer = ctypes.create_string_buffer(size.value)
        getattr(self.library, f"nvrtcGet{what}")(program, buffer)
        return buffer.raw


def main() -> None:
    """Compile everything into the folder named on the command line."""
    folder = Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    compiler = Compiler()
    files = [corpus.FOLDER / "launches.yaml", corpus.FOLDER / "hazards.yaml"]
    for launch in {each.cubin: each for file in files for each in corpus.load(file)}.values():
        (folder / launch.cubin).write_bytes(compiler.cubin(corpus.KERNELS / launch.file, launch.defines or {}))


if __name__ == "__main__":
    main()
