"""What the sandboxed child sends, and what a tool writes: a child that was taken over sends anything."""

from __future__ import annotations

import io
import json
import os
from collections.abc import Callable
from functools import cache
from typing import Any
from xml.etree.ElementTree import ParseError

import numpy as np

from grader.cuda.availability import Unavailable
from grader.cuda.sanitizer import NotChecked, faults, hazards, read_records
from grader.launch import Argument, ArgumentMismatch, Fault, Hazard, LaunchRequest, LaunchResult
from grader.sandbox import wire
from grader.sandbox.frames import Late, receive, send
from grader.sandbox.session import SandboxError, Session
from grader.toolchain.names import UnknownKernel
from grader.toolchain.program import CompileError, Diagnostic, ToolchainError, objection
from tests.fuzz.targets.sources import programs
from tests.fuzz.targets.target import Form, Target, file, text

_ANSWERS = (SandboxError, CompileError, UnknownKernel, ToolchainError, ArgumentMismatch, Unavailable)
_REQUEST = LaunchRequest("k", (1, 1, 1), (32, 1, 1), (Argument("x", np.zeros(4, np.int32)), Argument("n", np.int32(4))))
_RACE = """<record><kind>Analysis</kind><level>Error</level><what><text>Race condition</text>
<source><direction>Write</direction><where><path>/dev/null/kernel.cu</path><func>k</func><line>3</line></where></source>
<destination><direction>Read</direction><where><path>/dev/null/kernel.cu</path><line>4</line></where><count>9</count>
</destination></what></record>"""
_ACCESS = """<record><kind>Precise</kind><level>Error</level><who><threadIdx><x>256</x><y>0</y><z>0</z></threadIdx>
<blockIdx><x>0</x><y>0</y><z>0</z></blockIdx></who><what><text>Invalid __global__ read of size 4 bytes</text>
<space>global</space><direction>read</direction><size>4</size><address>0x1040</address><error>OutOfBounds</error></what>
<where><path>/dev/null/kernel.cu</path><func>k</func><line>3</line></where></record>"""


def _frame(header: object, blobs: tuple[bytes, ...] = ()) -> bytes:
    kept = io.BytesIO()
    send(kept, header, blobs)  # type: ignore[arg-type]
    return kept.getvalue()


class _Taken(Session):
    """A session whose child has written what it likes."""

    def __init__(self, written: bytes) -> None:
        self._written = written
        super().__init__()

    def _isolated(self) -> Any:
        return None

    def _start(self) -> None:
        self._process = _Child(file("answer", self._written).open("rb", buffering=0))  # type: ignore[assignment]

    def _stopwatch(self, pid: int) -> Callable[[], float]:
        return lambda: 0.0


class _Child:
    """Stands for the process."""

    def __init__(self, stdout: Any) -> None:
        reading, writing = os.pipe()  # has room for what it is asked
        self._asked, self.stdin = os.fdopen(reading, "rb"), os.fdopen(writing, "wb")
        self.stdout, self.stderr = _Readable(stdout), None
        self.pid, self.returncode = os.getpid(), 0

    def wait(self, timeout: float | None = None) -> int:
        return 0


class _Readable:
    """A file that one may wait for: a pipe with its content, as far as that fits, and the end behind it."""

    def __init__(self, stream: Any) -> None:
        reading, writing = os.pipe()
        with stream:
            os.write(writing, stream.read(60_000))
        os.close(writing)
        self._stream = os.fdopen(reading, "rb", buffering=0)

    def fileno(self) -> int:
        return self._stream.fileno()

    def close(self) -> None:
        self._stream.close()


def _receive(data: bytes) -> None:
    with file("frame", data).open("rb", buffering=0) as stream:
        receive(stream, None)


def _compiled(data: bytes) -> None:
    with _Taken(data) as session:
        session.compile("int x;")


def _launched(data: bytes) -> None:
    with _Taken(data) as session:
        session.launch(_REQUEST)


def _compiled_json(data: bytes) -> None:
    _compiled(_raw(data, b"\x7fELF"))


def _launched_json(data: bytes) -> None:
    _launched(_raw(data, b"\0" * 16))


def _raw(header: bytes, blob: bytes) -> bytes:
    sizes = len(header).to_bytes(4, "little") + (1).to_bytes(4, "little")
    return sizes + header + len(blob).to_bytes(8, "little") + blob


@cache
def _program() -> dict[str, Any]:
    written = wire.write_program(min(programs(), key=lambda program: len(program.ptx)))
    written["ptx"] = "\n"
    written["diagnostics"] = [{"severity": "warning", "message": "w", "file": "kernel.cu", "line": 3, "column": 4}]
    return written | {"machine_code": {k: code[:4] for k, code in written["machine_code"].items()}}


@cache
def _result() -> dict[str, Any]:
    example: dict[str, object] = {"block": (0, 0, 0), "n": 3}
    result = LaunchResult(
        outputs={0: np.zeros(4, np.int32)}, thread_instructions=7, divergent_branches=0, barriers=1, printed="x\n",
        accesses=(), hazards=(Hazard("RAW", "error", 3, 4, 1, example, "m"),),
        faults=(Fault("out_of_bounds", 3, (0, 0, 0), (1, 0, 0), "m", {"size": 4}),),
    )  # fmt: skip
    return wire.write_result(result)[0]


def _failures() -> list[dict[str, Any]]:
    errors = (CompileError((Diagnostic("error", "m", "kernel.cu", 3),), "log"),
              CompileError((objection("host_std", "kernel.cu", 3, name="cout"),), ""), UnknownKernel("k", ("a", "b")),
              ArgumentMismatch("m"), ToolchainError("m"), Unavailable("key", "detail"))  # fmt: skip
    return [{"failed": "MemoryError"}, *map(wire.write_failure, errors)]


def _sanitizer(data: bytes) -> None:
    found = list(read_records(text(data), "kernel.cu"))
    for tool in ("racecheck", "synccheck", "initcheck"):
        try:
            list(hazards(tool, found))
        except NotChecked:
            continue
    try:
        list(faults(found, [("x", 4096, 64)]))
    except NotChecked:
        pass


def _dumped(*headers: object) -> list[bytes]:
    return [json.dumps(header).encode() for header in headers]


TARGETS = (
    Target("frame", _receive, lambda: [_frame({"a": 1}, (b"xyz", b"")), _frame({})],
           (EOFError, ValueError, Late), Form.BYTES, weight=1.5),
    Target("child.compiled", _compiled, lambda: [_frame(_program(), (b"\x7fELF",)), *map(_frame, _failures())],
           _ANSWERS, Form.BYTES, weight=0.6),
    Target("child.launched", _launched, lambda: [_frame(_result(), (b"\0" * 16,)), *map(_frame, _failures())],
           _ANSWERS, Form.BYTES, weight=0.6),
    Target("child.program", _compiled_json, lambda: _dumped(_program(), *_failures()), _ANSWERS, Form.JSON, weight=0.8),
    Target("child.result", _launched_json, lambda: _dumped(_result(), *_failures()), _ANSWERS, Form.JSON, weight=0.8),
    Target("sanitizer.records", _sanitizer, lambda: [_RACE.encode(), _ACCESS.encode()], (ParseError, ValueError)),
)  # fmt: skip
