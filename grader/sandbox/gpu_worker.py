"""The sandboxed child's work on a GPU: launch, time, count and check."""

from __future__ import annotations

import ctypes
import os
import re
import secrets
import tempfile
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import asdict, astuple, replace
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np

from grader.cuda import counters, libraries, sanitizer
from grader.cuda.device import CudaDevice
from grader.cuda.lock import GpuLock
from grader.cuda.support import Support
from grader.cuda.timing import Timer
from grader.launch import Fault, Hazard, LaunchRequest
from grader.sandbox import gpu_wire, replay, wire
from grader.sandbox.inlined import at_callers
from grader.toolchain import compile_source
from grader.toolchain.program import Program

Blobs = list[bytearray]
Answer = tuple[dict[str, Any], list[memoryview]]

_STDOUT, _STDERR = 1, 2
_PRINTED_BYTES = 1 << 16
_SENTINELS = Path(sanitizer.__file__).with_name("sentinels.cu")
_ASSERTION = re.compile(
    r"^.*:(?P<line>\d{1,6}): .*: block: \[(?P<block>\d{1,10},\d{1,5},\d{1,5})\], "
    r"thread: \[(?P<thread>\d{1,4},\d{1,4},\d{1,2})\] Assertion `(?P<expression>.*)` failed\.", re.M,
)  # fmt: skip


class GpuWorker:
    """Holds one GPU, the programs compiled for it by name, and the contenders that are timed."""

    def __init__(self) -> None:
        # The driver writes printf's output to stdout and failed assertions to stderr.
        self._written = {stream: os.memfd_create("written") for stream in (_STDOUT, _STDERR)}
        for stream, file in self._written.items():
            os.dup2(file, stream)
        # Takes half a second, in parallel with the grader's own start; a failure is reported on first use.
        with suppress(Exception):
            import cupy  # noqa: F401
        self._programs: dict[str, Program] = {}
        self._timer: Timer | None = None

    def answer(self, request: dict[str, Any], blobs: Blobs) -> Answer:
        """Handle one request; errors are raised."""
        actions: dict[str, Callable[[dict[str, Any], Blobs], Answer]] = {
            "device": self._describe, "load": self._load, "launch": self._launch, "sanitize": self._sanitize,
            "count": self._count, "enter": self._enter, "turn": self._turn, "fetch": self._fetch,
            "clocks": self._clocks, "retire": self._retire,
        }  # fmt: skip
        return actions[request["do"]](request, blobs)

    @cached_property
    def _device(self) -> CudaDevice:
        return CudaDevice()

    def _describe(self, _: dict[str, Any], __: Blobs) -> Answer:
        self._support.prepare()  # while the other child compiles the student's source
        return {"facts": asdict(self._device.facts), "arch": self._device.arch}, []

    @cached_property
    def _support(self) -> Support:
        return Support(self._device)

    @cached_property
    def _lock(self) -> GpuLock:
        return GpuLock(self._device.runtime.deviceGetPCIBusId(0))

    def _load(self, request: dict[str, Any], blobs: Blobs) -> Answer:
        self._programs[request["program"]] = wire.read_program(request, "", bytes(blobs[0]))
        return {}, []

    def _launch(self, request: dict[str, Any], blobs: Blobs) -> Answer:
        launch = self._request(request["launch"], blobs)
        self._take(_STDOUT), self._take(_STDERR)
        self._support.scrub_shared()  # uninitialised shared memory holds nothing useful
        result = self._device.launch(self._image("student"), launch, float(request["seconds"]))
        told = self._take(_STDERR)
        faults = tuple(_asserted(fault, told) for fault in result.faults)
        result = replace(result, faults=faults, printed=self._take(_STDOUT))
        header, data = wire.write_result(result)
        return header | {"dead": self._device.dead}, data

    def _sanitize(self, request: dict[str, Any], blobs: Blobs) -> Answer:
        launches = [self._request(header, blobs) for header in request["launches"]]
        seconds, program = float(request["seconds"]), self._programs["student"]
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            job = folder / "job"
            image = self._image("student")
            mark = secrets.token_hex(8)
            replay.write_job(job, [(image, launch) for launch in launches], seconds, self._support.image,
                             self._sentinels(mark))  # fmt: skip
            with ThreadPoolExecutor(len(request["tools"])) as pool:
                checked = [pool.submit(_checked, tool, mark, job, program.file, seconds) for tool in request["tools"]]
                found = [each.result() for each in checked]
            results = {tool: replay.read_results(_steps(job, tool)) for tool in request["tools"]}
        return {
            "hazards": [asdict(h) for hazards, _, _ in found for h in hazards],
            "faults": [[number, asdict(f)] for _, faults, _ in found for number, f in faults],
            "refused": {tool: why for tool, (_, _, why) in zip(request["tools"], found, strict=True) if why},
            "results": {tool: [header for header, _ in ended] for tool, ended in results.items()},
        }, [memoryview(blob) for ended in results.values() for _, left in ended for blob in left]

    def _count(self, request: dict[str, Any], blobs: Blobs) -> Answer:
        seconds, programs = float(request["seconds"]), request["programs"]
        launches = [self._request(h, blobs, p) for h, p in zip(request["launches"], programs, strict=True)]
        of = [self._programs[program] for program in programs]
        if not all(map(self._device.is_native, of)):
            return {"refused": ["not_native", f"{self._device.facts.name}, {of[0].arch}"]}, []
        code = [counters.Code(launch.kernel, at_callers(p, launch.kernel), p.file)
                for p, launch in zip(of, launches, strict=True)]  # fmt: skip
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            job = folder / "job"
            images = [self._image(program) for program in programs]
            replay.write_job(job, list(zip(images, launches, strict=True)), seconds, self._support.image)
            self._lock.acquire()  # only one process at a time can use the counters
            try:
                counts = counters.count(replay.command(job, folder / "steps"), code, folder, seconds)
            except counters.NotCounted as refused:
                return {"refused": [refused.key, refused.detail]}, []
            finally:
                self._lock.release()
            results = replay.read_results(folder / "steps")
        written = [asdict(each) | {"executed": [astuple(row) for row in each.executed]} for each in counts]
        return {"counts": written, "results": [header for header, _ in results]}, [
            memoryview(blob) for _, left in results for blob in left
        ]

    def _enter(self, request: dict[str, Any], _: Blobs) -> Answer:
        if self._timer is None:
            self._lock.acquire()
            try:
                self._timer = Timer(self._device, self._support)
            except Exception:
                self._lock.release()
                raise
        name, launch = request["name"], gpu_wire.read_timed(request["launch"])
        if request["routine"]:
            self._timer.enter_routine(name, launch, libraries.routine(self._device, request["routine"], launch))
        else:
            self._timer.enter(name, launch, self._image(request["program"]))
        return {}, []

    def _turn(self, request: dict[str, Any], _: Blobs) -> Answer:
        assert self._timer is not None
        seeds = {int(position): seed for position, seed in request["seeds"].items()}
        try:
            turn = self._timer.turn(request["name"], seeds, float(request["seconds"]))
        except (self._device.runtime.CUDARuntimeError, self._device.cupy.cuda.driver.CUDADriverError) as error:
            return {"fault": asdict(self._device.fault_of(error))}, []
        return {"turn": asdict(turn) if turn else None}, []

    def _fetch(self, request: dict[str, Any], _: Blobs) -> Answer:
        assert self._timer is not None
        fetched = (self._timer.fetch(request["name"], *span) for span in request["spans"])
        return {}, [values.view(np.uint8).data for values in fetched]

    def _clocks(self, _: dict[str, Any], __: Blobs) -> Answer:
        clocks = self._timer.clocks() if self._timer else None
        return {"clocks": asdict(clocks) if clocks else None}, []

    def _retire(self, _: dict[str, Any], __: Blobs) -> Answer:
        if self._timer is not None:
            self._timer.close()
            self._lock.release()
        self._timer = None
        return {}, []

    def _request(self, header: dict[str, Any], blobs: Blobs, program: str = "student") -> LaunchRequest:
        request = wire.read_request(header, blobs)
        names = self._programs[program].names
        return replace(request, kernel=names.get(request.kernel, request.kernel))

    def _image(self, program: str) -> bytes:
        return self._device.image(self._programs[program])

    def _sentinels(self, mark: str) -> bytes:
        source, arch = _SENTINELS.read_text(encoding="utf-8"), self._device.arch
        return self._device.image(compile_source(source, file=_SENTINELS.name, arch=arch, defines={"MARK": mark}))

    def _take(self, stream: int) -> str:
        """The driver's output since the last call, up to _PRINTED_BYTES."""
        with suppress(OSError, AttributeError):
            ctypes.CDLL(None).fflush(None)
        file = self._written[stream]
        text = os.pread(file, _PRINTED_BYTES, 0).decode("utf-8", "replace")
        os.ftruncate(file, 0)
        os.lseek(file, 0, os.SEEK_SET)
        return text


def _steps(job: Path, tool: str) -> Path:
    return job.with_name(f"{tool}.steps")


Found = tuple[Sequence[Hazard], Sequence[tuple[int, Fault]], list[str]]


def _checked(tool: str, mark: str, job: Path, file: str, seconds: float) -> Found:
    """One tool's hazards, faults by launch, and key and detail if it has no verdict."""
    out, planted = _steps(job, tool), sanitizer.sentinel(tool, mark)
    try:
        findings = sanitizer.check(tool, replay.command(job, out, planted), file, planted, job.parent, seconds)
        if not findings:
            _ran_all(out)
        if tool != "memcheck":
            return tuple(sanitizer.hazards(tool, findings)), (), []
        steps = [step for step in replay.read_steps(out) if "buffers" in step]
        number, buffers = (steps[-1]["launch"], [tuple(b) for b in steps[-1]["buffers"]]) if steps else (0, [])
        return (), [(number, fault) for fault in sanitizer.faults(findings, buffers)][:1], []
    except sanitizer.NotChecked as refused:
        return (), (), [refused.key, refused.detail]


def _ran_all(out: Path) -> None:
    """Raises NotChecked if a launch did not finish under the tool: then "nothing found" proves nothing."""
    for ended, _ in replay.read_results(out):
        if ended["faults"]:
            raise sanitizer.NotChecked("not_run", ended["faults"][0]["message"])


def _asserted(fault: Fault, told: str) -> Fault:
    """A failed assertion with its place from the driver's output."""
    found = _ASSERTION.search(told) if fault.kind == "assert" else None
    if found is None:
        return fault
    block, thread = ((int(x), int(y), int(z)) for x, y, z in (found[n].split(",") for n in ("block", "thread")))
    return replace(fault, line=int(found["line"]), block=block, thread=thread,
                   details={"expression": found["expression"]})  # fmt: skip
