"""A child that was taken over may answer anything. The grader then says that it crashed, and nothing else."""

from __future__ import annotations

import json
import os
import sys
import time
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from grader.launch import Argument, LaunchRequest
from grader.sandbox import gpu_session, wire
from grader.sandbox.frames import receive
from grader.sandbox.gpu_session import GpuSession
from grader.sandbox.session import Crashed, Session, TimedOut
from grader.sandbox.typed import made, made_in_order
from grader.sandbox.wire import write_failure
from grader.toolchain import compile_source
from grader.toolchain.program import CompileError, Diagnostic, MachineInstruction, objection

REQUEST = LaunchRequest("k", (1, 1, 1), (32, 1, 1), (Argument("x", np.zeros(4, np.int32)), Argument("n", np.int32(4))))
RESULT: dict[str, Any] = {
    "outputs": [0], "accesses": [], "hazards": [], "faults": [], "thread_instructions": 1, "divergent_branches": 0,
    "barriers": None, "printed": "", "samples": [],
}  # fmt: skip
HAZARD = {"kind": "RAW", "severity": "error", "line_a": 1, "line_b": 2, "count": 1, "example": {}, "message": "m"}
FAULT = {"kind": "trap", "line": 1, "block": None, "thread": [0, 0, 0], "message": "m", "details": {}}
WHOLE = wire.write_program(compile_source('extern "C" __global__ void k(int* x) { x[0] = 1; }'))


class Taken(Session):
    """Its child says one thing, whatever it is asked."""

    def __init__(self, says: bytes) -> None:
        self._says = says
        super().__init__()

    def _command(self) -> list[str]:
        said = f"import os; os.write(1, bytes.fromhex({self._says.hex()!r})); os.read(0, 1); os.close(1); os.read(0, 1)"
        return [sys.executable, "-I", "-S", "-c", said]


class TakenGpu(Taken, GpuSession):
    """The same of a child with a GPU."""


def frame(header: object, *blobs: bytes) -> bytes:
    text = header if isinstance(header, bytes) else json.dumps(header).encode()
    sizes = len(text).to_bytes(4, "little") + len(blobs).to_bytes(4, "little")
    return sizes + text + b"".join(len(blob).to_bytes(8, "little") + blob for blob in blobs)


PROGRAMS = [
    {}, {"failed": []}, {"failed": "UnknownKernel"},
    {"failed": "CompileError", "diagnostics": [{"message": 1}], "log": ""},
    {"failed": "CompileError", "diagnostics": [{"severity": "error", "message": "", "file": "k.cu", "key": "title"}],
     "log": ""},
    {"failed": "CompileError", "diagnostics": 3, "log": ""}, {"failed": "Unavailable", "key": 1, "detail": ""},
    {"failed": "ToolchainError", "message": None}, WHOLE | {"names": []}, WHOLE | {"ptx": 7}, WHOLE | {"kernels": []},
    WHOLE | {"kernels": {"k": {"registers": "many"}}}, WHOLE | {"machine_code": {"k": [[1] * 20]}},
    WHOLE | {"machine_code": {"k": [["1", "LDG"]]}}, WHOLE | {"diagnostics": [{"severity": "error"}]},
    b"[" * 20_000, b"[]", b"nothing",
]  # fmt: skip
SAMPLE = {"line": 1, "space": "shared", "operation": "load", "width": 4, "pattern": "load", "block": [0, 0, 0],
          "warp": 0, "buffer": "tile", "addresses": [0] * 32, "active": 1, "cost": 1, "ideal": 1,
          "alike": 1}  # fmt: skip
RESULTS = [
    {}, RESULT | {"outputs": [[]]}, RESULT | {"outputs": [-1]}, RESULT | {"outputs": [1]}, RESULT | {"outputs": [7]},
    RESULT | {"accesses": 1}, RESULT | {"accesses": [{"line": "x"}]}, RESULT | {"hazards": [{}]},
    RESULT | {"hazards": [HAZARD | {"message": 3}]}, RESULT | {"hazards": [HAZARD | {"example": []}]},
    RESULT | {"faults": [None]}, RESULT | {"faults": [FAULT | {"block": []}]},
    RESULT | {"faults": [FAULT | {"more": 1}]},
    RESULT | {"samples": 1}, RESULT | {"samples": [SAMPLE | {"addresses": [0]}]},
    RESULT | {"samples": [SAMPLE | {"active": 0}]}, RESULT | {"samples": [SAMPLE | {"active": 1 << 32}]},
    RESULT | {"samples": [SAMPLE | {"block": [0]}]}, RESULT | {"samples": [SAMPLE | {"line": "1"}]},
    RESULT | {"printed": []}, RESULT | {"barriers": "few"}, RESULT | {"thread_instructions": True},
    RESULT | {"executed": 1}, RESULT | {"executed": [[]]}, RESULT | {"executed": [[0, 1, "EXIT", "1", 32, 32]]},
    RESULT | {"executed": [{"address": 0}]},
]  # fmt: skip


class Silent(GpuSession):
    """Its child never answers."""

    def _command(self) -> list[str]:
        return ["sleep", "60"]


FACTS = {"name": "a GPU", "capability": [9, 0], "multiprocessors": 132, "l2_bytes": 1, "memory_bytes": 1,
         "shared_bytes": 1, "driver": 13000, "cupy": "13"}  # fmt: skip
CLOCKS = {"sm": 1, "memory": 1, "sm_highest": None, "temperature": 1, "power": 1.5, "slowed_by": ["heat"]}
COUNTS = {"accesses": [], "executed": [], "barriers": 1, "divergent_branches": None, "occupancy": 99.5,
          "registers": 8, "dram_bytes": 1}  # fmt: skip
COUNTED = {"counts": [COUNTS], "results": [RESULT | {"launch": 0}]}
TURN = {"kernel": 1.0, "enclosing": 2, "wall": 3.0}
Asked = Callable[[GpuSession], object]
GPU: dict[str, tuple[Asked, dict[str, Any], list[dict[str, Any]]]] = {
    "facts": (GpuSession.facts, {"facts": FACTS, "arch": "sm_90"}, [
        {"facts": FACTS}, {"facts": FACTS, "arch": 7}, {"facts": FACTS, "arch": "../../etc"},
        {"facts": [], "arch": "sm_90"},
        {"facts": FACTS | {"capability": [9]}, "arch": "sm_90"}, {"facts": FACTS | {"name": 1}, "arch": "sm_90"},
    ]),
    "clocks": (GpuSession.clocks, {"clocks": CLOCKS}, [
        {"clocks": 5}, {"clocks": CLOCKS | {"sm": "1"}}, {"clocks": CLOCKS | {"slowed_by": [1]}},
        {"clocks": CLOCKS | {"power": True}},
    ]),
    "turn": (lambda gpu: gpu.turn("student", {}), {"turn": TURN}, [
        {"turn": {}}, {"turn": TURN | {"kernel": "0"}}, {"turn": TURN | {"wall": None}}, {"turn": TURN | {"x": 1}},
        {"turn": None, "fault": {"kind": 1}},
    ]),
    "count": (lambda gpu: gpu.count(REQUEST), COUNTED, [
        COUNTED | {"counts": [COUNTS | {"registers": "8"}]}, COUNTED | {"counts": [COUNTS | {"occupancy": []}]},
        COUNTED | {"counts": [COUNTS | {"accesses": [{"line": 1}]}]}, COUNTED | {"counts": 7},
    ]),
}  # fmt: skip


@pytest.mark.parametrize("asked", GPU)
def test_what_a_worker_with_a_gpu_writes_is_read(asked: str) -> None:
    ask, right, _ = GPU[asked]
    with TakenGpu(frame(right, bytes(16))) as session:
        assert ask(session)


LIES = [(asked, said) for asked, (_, _, lies) in GPU.items() for said in lies]


@pytest.mark.parametrize(("asked", "said"), LIES, ids=[f"{asked}-{i}" for i, (asked, _) in enumerate(LIES)])
def test_numbers_of_a_gpu_that_no_worker_writes_are_a_crash(asked: str, said: dict[str, Any]) -> None:
    with TakenGpu(frame(said, bytes(16))) as session, pytest.raises(Crashed):
        GPU[asked][0](session)


@pytest.mark.slow
def test_a_child_with_a_gpu_that_says_nothing_is_not_waited_for_to_the_end(monkeypatch: pytest.MonkeyPatch) -> None:
    """A kernel ends in time and prints a number a billion digits wide: a driver formats that for minutes."""
    monkeypatch.setattr(gpu_session, "_SLACK", 0.5)
    with Silent() as session:
        began = time.monotonic()
        with pytest.raises(TimedOut, match=r"^1 s$"):
            session.launch(REQUEST, seconds=0.5)
        assert time.monotonic() - began < 20


@pytest.mark.slow
def test_all_launches_together_have_a_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gpu_session, "_LAUNCHING", 1.0)
    monkeypatch.setattr(gpu_session, "_SLACK", 0.0)
    with Silent() as session:
        began = time.monotonic()
        for _ in range(20):
            with pytest.raises(TimedOut):
                session.launch(REQUEST, seconds=0.4)
        assert time.monotonic() - began < 4, "20 times 0.4 s are 8"


@pytest.mark.parametrize("said", PROGRAMS, ids=range(len(PROGRAMS)))
def test_a_program_that_no_worker_writes_is_a_crash(said: object) -> None:
    with Taken(frame(said, b"\x7fELF")) as session, pytest.raises(Crashed):
        session.compile("int x;")


@pytest.mark.parametrize("said", RESULTS, ids=range(len(RESULTS)))
def test_a_result_that_no_worker_writes_is_a_crash(said: object) -> None:
    with Taken(frame(said, bytes(16))) as session, pytest.raises(Crashed):
        session.launch(REQUEST)


def test_what_a_worker_writes_is_read() -> None:
    with Taken(frame(WHOLE, b"\x7fELF")) as session:
        assert session.compile("").kernels.keys() == {"k"}
    more = {"hazards": [HAZARD], "faults": [FAULT], "samples": [SAMPLE], "executed": [[0, 1, "EXIT", 1, 32, 32]]}
    with Taken(frame(RESULT | more, bytes(16))) as session:
        assert session.launch(REQUEST).faults[0].thread == (0, 0, 0)


def test_what_the_toolchain_objects_to_arrives_with_its_key_and_values() -> None:
    error = CompileError((objection("host_std", "kernel.cu", 3, name="cout"), Diagnostic("note", "m", "k.cu")), "log")
    with Taken(frame(write_failure(error))) as session, pytest.raises(CompileError) as caught:
        session.compile("")
    assert caught.value.diagnostics == error.diagnostics


def test_a_frame_that_is_nested_without_end_is_none() -> None:
    reading, writing = os.pipe()
    os.write(writing, frame(b"[" * 50_000))
    with open(reading, "rb", buffering=0) as reader, pytest.raises(ValueError, match="not a frame"):
        receive(reader, None)
    os.close(writing)


def test_types_are_those_that_were_declared() -> None:
    assert made(Diagnostic, {"severity": "error", "message": "m", "file": "f", "line": None}).line is None
    assert made_in_order(MachineInstruction, [16, "LDG", 4, None, None, "f", 3, True]).line == 3
    fine = {"severity": "", "message": "", "file": ""}
    for data in ({}, [], fine | {"severity": 1}, fine | {"x": 1}, fine | {"key": "no_such"},
                 fine | {"key": "host_std"}, fine | {"key": "host_std", "values": {"name": 1}}):
        with pytest.raises((ValueError, TypeError)):
            made(Diagnostic, data)
    for values in ([], [True, "LDG"], [1.5, "LDG"], ["LDG"], [1, "LDG", []], 7):
        with pytest.raises((ValueError, TypeError)):
            made_in_order(MachineInstruction, values)
