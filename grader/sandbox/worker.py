"""The sandboxed child's work: compile a source and launch its kernels on the emulator."""

from __future__ import annotations

import gc
import threading
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from grader.toolchain import compile_source
from grader.toolchain.program import Program

if TYPE_CHECKING:
    from grader.simt.emulator import LoadedKernel


class Worker:
    """Holds the program compiled last and its kernels that were launched."""

    def __init__(self) -> None:
        self._program: Program | None = None
        self._kernels: dict[str, LoadedKernel] = {}
        self._loading = threading.Thread(target=_load, daemon=True)
        self._loading.start()

    def answer(self, request: dict[str, Any], blobs: list[bytearray]) -> tuple[dict[str, Any], list[memoryview]]:
        """Handle one request; errors are raised."""
        return self._compiled(request) if request["do"] == "compile" else self._launched(request, blobs)

    def _compiled(self, request: dict[str, Any]) -> tuple[dict[str, Any], list[memoryview]]:
        options = {k: request[k] for k in ("file", "arch", "fmad", "defines", "kernel")}
        try:
            self._program = compile_source(request["source"], **options)
        finally:
            self._loading.join()
        self._kernels = {}
        from grader.sandbox import wire

        return wire.write_program(self._program), [memoryview(self._program.cubin)]

    def _launched(self, request: dict[str, Any], blobs: list[bytearray]) -> tuple[dict[str, Any], list[memoryview]]:
        from grader.sandbox import wire
        from grader.simt import emulator
        from grader.simt.limits import Limits
        from grader.simt.unsupported import Unsupported

        assert self._program is not None
        launch = wire.read_request(request["launch"], blobs)
        name = self._program.names.get(launch.kernel, launch.kernel)
        try:
            if name not in self._kernels:
                self._kernels[name] = emulator.load(self._program, name)
        except Unsupported as construct:
            return wire.write_result(emulator.unsupported(construct))
        result = emulator.launch(self._kernels[name], launch, Limits(seconds=float(request["seconds"])))
        return wire.write_result(result)


def _load() -> None:
    """Import the emulator while the compiler works. What fails here fails again when it is asked for."""
    with suppress(ImportError, MemoryError, OSError):
        import grader.sandbox.wire
        import grader.simt.emulator  # noqa: F401
    gc.freeze()
