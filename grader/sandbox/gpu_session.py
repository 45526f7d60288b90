"""A session with a sandboxed child that uses a GPU."""

from __future__ import annotations

import contextlib
import math
import os
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import field, replace
from typing import TYPE_CHECKING, Any

from grader.cuda.lock import PATIENCE, shared_folder
from grader.dataclass import dataclass
from grader.sandbox.frames import Blob
from grader.sandbox.isolation import Isolation, isolation
from grader.sandbox.reach import Reach, reach_with_gpu
from grader.sandbox.session import Session
from grader.sandbox.typed import made

if TYPE_CHECKING:
    from grader.cuda.clocks import Clocks
    from grader.cuda.counters import Counts
    from grader.cuda.driver import GpuFacts
    from grader.cuda.timing import TimedLaunch, Turn
    from grader.launch import Array, Fault, Hazard, LaunchRequest, LaunchResult
    from grader.toolchain.program import Program

_KEPT = ("CUDA_VISIBLE_DEVICES", "CUDA_DEVICE_ORDER", "CUDA_PATH",
         "NVIDIA_VISIBLE_DEVICES", "NVIDIA_DRIVER_CAPABILITIES")  # fmt: skip
_PROCESSORS = 64  # the CPU time limit adds up all cores
_COMPILER_SECONDS = 15.0  # for one compiling child; each source has at least half of it
_TEARDOWN_SECONDS = 10.0
_SLACK = 15.0  # around a launch: CUDA's start, buffers
# For all launches of a session together. The driver formats printf's output, outside of a kernel's time limit:
# printf("%.2000000000f", x) takes ten seconds, in every case.
_LAUNCHING = 40.0
_FETCHED = 1 << 26  # elements in one piece: frames have a limit


@dataclass(frozen=True)
class Sanitized:
    """Findings of compute-sanitizer. faults: with the number of their launch. refused: key and detail by tool without
    a verdict. results: of the launches by number, under each tool.
    """

    hazards: tuple[Hazard, ...]
    faults: tuple[tuple[int, Fault], ...]
    refused: Mapping[str, tuple[str, str]]
    results: Mapping[str, Mapping[int, LaunchResult]] = field(default_factory=dict)


class GpuSession(Session):
    """A child process that runs, times, counts and checks kernels on the GPU of this machine.

    A second child compiles, under the limits of any Session, as a CUDA driver tolerates no memory limit. Every method
    raises grader.cuda.availability.Unavailable without a usable GPU. A kernel that faults or hangs ends the child and
    its contenders; the next request starts a new one.
    """

    device = "cuda"

    def __init__(self, time_limit: float = 300.0) -> None:
        self._folder = tempfile.TemporaryDirectory(prefix="warplings-", ignore_cleanup_errors=True)
        self._programs: dict[str, tuple[dict[str, Any], bytes]] = {}  # load requests with their cubins, by name
        self._launching_left = _LAUNCHING
        self._has_gpu = False  # until it has answered
        super().__init__(time_limit)
        self._compiler = Session(_COMPILER_SECONDS)

    def close(self) -> None:
        """End the child and all that it started, and remove its files."""
        with self._seen_off():
            super().close()
        self._compiler.close()
        self._folder.cleanup()

    def end_child(self) -> None:
        """As Session.end_child, and wait: a driver takes time to tear down a killed process's GPU state."""
        with self._seen_off():
            super().end_child()

    @contextlib.contextmanager
    def _seen_off(self) -> Iterator[None]:
        """Around what kills the child: if it has used a GPU, waits until its descendants, such as tools, are gone.

        In a container without an init that takes all the time there is.
        """
        if not self._has_gpu:
            yield
            return
        import psutil

        family: list[psutil.Process] = []
        if self._process is not None:
            with contextlib.suppress(psutil.Error):
                family = psutil.Process(self._process.pid).children(recursive=True)
        yield
        psutil.wait_procs(family, timeout=_TEARDOWN_SECONDS)

    def facts(self) -> tuple[GpuFacts, str]:
        """The GPU, and the architecture to compile for."""
        from grader.cuda.driver import GpuFacts

        with self._understanding():
            answer, _ = self.ask({"do": "device"})
            facts = made(GpuFacts, answer["facts"])
            return replace(facts, capability=(facts.capability[0], facts.capability[1])), _architecture(answer["arch"])

    def compile(
        self, source: str, *, file: str = "kernel.cu", arch: str = "", fmad: bool = True,
        defines: Mapping[str, str] | None = None, kernel: str | None = None, program: str = "student",
    ) -> Program:  # fmt: skip
        """As Session.compile, by default for the GPU's own architecture.

        program: the name under which the child keeps it; the other methods use "student".
        """
        from grader.sandbox import wire

        self._programs.pop(program, None)
        if self._compiler.time_left < _COMPILER_SECONDS / 2 and not self._closed:
            self._compiler.close()
            self._compiler = Session(_COMPILER_SECONDS)
        arch = arch or self.facts()[1]
        compiled = self._compiler.compile(source, file=file, arch=arch, fmad=fmad, defines=defines, kernel=kernel)
        request = {"do": "load", "program": program} | wire.write_program(compiled)
        self.ask(request, [compiled.cubin])
        self._programs[program] = request, compiled.cubin
        return compiled

    def load(self, image: bytes, arch: str, *, program: str) -> None:
        """Load precompiled machine code of the GPU's own architecture as `program`."""
        from grader.sandbox import wire
        from grader.toolchain.program import Program

        compiled = Program("", "", arch, "", "", image, "", (), {}, {})
        request = {"do": "load", "program": program} | wire.write_program(compiled)
        self.ask(request, [image])
        self._programs[program] = request, image

    def ask(
        self, request: dict[str, Any], blobs: Sequence[Blob] = (), within: float = math.inf
    ) -> tuple[dict[str, Any], list[bytearray]]:
        """As Session.ask; a new child first gets the programs of the last one."""
        if self._process is None:
            for load, cubin in self._programs.values():
                super().ask(load, [cubin])
        answer = super().ask(request, blobs, within)
        self._has_gpu = True
        return answer

    def launch(self, request: LaunchRequest, seconds: float = 5.0) -> LaunchResult:
        """Launch a kernel of the program "student" on guarded buffers; after `seconds` it counts as hanging."""
        from grader.sandbox import wire

        header, blobs = wire.write_request(request)
        within, began = min(seconds + _SLACK, self._launching_left), time.monotonic()
        with self._understanding():
            try:
                answer, data = self.ask({"do": "launch", "launch": header, "seconds": seconds}, blobs, within)
            finally:
                self._launching_left -= time.monotonic() - began
            if answer["dead"]:
                self.end_child()
            return wire.read_result(answer, data, request)

    def sanitize(self, requests: Sequence[LaunchRequest], tools: Sequence[str], seconds: float = 60.0) -> Sanitized:
        """Run the launches under each tool of compute-sanitizer, all tools at once."""
        from grader.sandbox import wire

        headers, blobs = self._requests(requests)
        asked = {"do": "sanitize", "launches": headers, "tools": list(tools), "seconds": seconds}
        with self._understanding():
            answer, data = self.ask(asked, blobs, seconds + _SLACK)
            left = iter(data)
            return Sanitized(
                hazards=tuple(wire.read_hazard(h) for h in answer["hazards"]),
                faults=tuple((number, wire.read_fault(f)) for number, f in answer["faults"]),
                refused={tool: (key, detail) for tool, (key, detail) in answer["refused"].items()},
                results={tool: _results(ended, left, requests) for tool, ended in answer["results"].items()},
            )

    def count(self, request: LaunchRequest, seconds: float = 60.0) -> tuple[Counts, LaunchResult]:
        """Nsight Compute's counts of one launch of the program "student", and its result under the tool.

        Raises grader.cuda.counters.NotCounted.
        """
        return self.count_all([("student", request)], seconds)[0]

    def count_all(
        self, launches: Sequence[tuple[str, LaunchRequest]], seconds: float = 60.0
    ) -> list[tuple[Counts, LaunchResult]]:
        """Count launches, each with the name of its program, in one run of Nsight Compute."""
        from grader.cuda.counters import Counts, NotCounted
        from grader.launch import AccessLine
        from grader.sandbox.wire import read_executed

        requests = [request for _, request in launches]
        headers, blobs = self._requests(requests)
        with self._understanding():
            programs = [program for program, _ in launches]
            asked = {"do": "count", "launches": headers, "programs": programs, "seconds": seconds}
            answer, data = self.ask(asked, blobs, seconds + PATIENCE + _SLACK)
            if "refused" in answer:
                raise NotCounted(*answer["refused"])
            results = _results(answer["results"], iter(data), requests)
            if len(results) != len(launches):
                raise NotCounted("no_kernel", f"{len(results)} of {len(launches)}")
            counts = (made(Counts, c | {"accesses": tuple(made(AccessLine, a) for a in c["accesses"]),
                                        "executed": tuple(map(read_executed, c["executed"]))})
                      for c in answer["counts"])  # fmt: skip
            return [(each, results[number]) for number, each in enumerate(counts)]

    def enter(self, name: str, launch: TimedLaunch, program: str = "student", routine: str = "") -> None:
        """Add a contender: a kernel of a program, or a library's routine on the same buffers."""
        from grader.sandbox import gpu_wire

        self.ask({"do": "enter", "name": name, "program": program, "routine": routine,
                   "launch": gpu_wire.write_timed(launch)})  # fmt: skip

    def turn(self, name: str, seeds: Mapping[int, int], seconds: float = 5.0) -> Turn | Fault | None:
        """Time one launch of a contender on fresh buffers; None if it took longer than `seconds`."""
        from grader.cuda.timing import Turn
        from grader.sandbox import wire

        keyed = {str(position): seed for position, seed in seeds.items()}
        with self._understanding():
            answer, _ = self.ask({"do": "turn", "name": name, "seeds": keyed, "seconds": seconds}, (), seconds + _SLACK)
            if answer.get("turn") is None:
                self.end_child()
                return wire.read_fault(answer["fault"]) if "fault" in answer else None
            return made(Turn, answer["turn"])

    def fetch(self, name: str, spans: Sequence[tuple[int, int, int]]) -> list[Array]:
        """Spans (position, start, count) of float32 elements after the contender's latest launch."""
        import numpy as np

        with self._understanding():
            pieces = [piece for span in spans for piece in _pieces(span)]
            data = (data for few in _few(pieces) for data in self.ask({"do": "fetch", "name": name, "spans": few})[1])
            parts = [[np.frombuffer(next(data), np.float32) for _ in _pieces(span)] for span in spans]
            return [one[0] if len(one) == 1 else np.concatenate([np.empty(0, np.float32), *one]) for one in parts]

    def clocks(self) -> Clocks | None:
        """The GPU's clocks now; None where they cannot be read."""
        from grader.cuda.clocks import Clocks

        with self._understanding():
            found: dict[str, Any] | None = self.ask({"do": "clocks"})[0]["clocks"]
            return None if found is None else made(Clocks, found | {"slowed_by": tuple(found["slowed_by"])})

    def retire(self) -> None:
        """Free the memory of all contenders."""
        self.ask({"do": "retire"})

    def _requests(self, requests: Sequence[LaunchRequest]) -> tuple[list[dict[str, Any]], list[memoryview]]:
        from grader.sandbox import wire

        headers: list[dict[str, Any]] = []
        blobs: list[memoryview] = []
        for request in requests:
            header, data = wire.write_request(request, len(blobs))
            headers.append(header)
            blobs += data
        return headers, blobs

    def _isolated(self) -> Isolation:
        found = isolation()
        # A driver writes to /proc, and root with that right could do anything: so no Landlock with a GPU.
        return Isolation.LIMITS if found is Isolation.LANDLOCK else found

    def _reach(self) -> Reach:
        locks = shared_folder()
        return reach_with_gpu(self._folder.name, *([str(locks)] if locks else []))

    def _stopwatch(self, _: int) -> Callable[[], float]:
        began = time.monotonic()  # waiting for a GPU takes no CPU time
        return lambda: time.monotonic() - began

    def _processor_seconds(self) -> int:
        return int(self._time_limit) * _PROCESSORS

    def _environment(self) -> dict[str, str]:
        given = {k: os.environ[k] for k in _KEPT if k in os.environ}
        return super()._environment() | given | {
            "HOME": self._folder.name, "TMPDIR": self._folder.name,
            "CUDA_CACHE_DISABLE": "1", "CUPY_CACHE_IN_MEMORY": "1", "CUPY_TF32": "0",
        }  # fmt: skip


def _pieces(span: tuple[int, int, int]) -> list[tuple[int, int, int]]:
    """A span of elements in pieces that each fit into a frame."""
    position, start, count = span
    return [(position, start + at, min(_FETCHED, count - at)) for at in range(0, count, _FETCHED)]


def _few(pieces: Sequence[tuple[int, int, int]]) -> Iterator[list[tuple[int, int, int]]]:
    """The pieces in groups that each fit into a frame."""
    run: list[tuple[int, int, int]] = []
    room = _FETCHED
    for piece in pieces:
        if run and piece[2] > room:
            yield run
            run, room = [], _FETCHED
        run.append(piece)
        room -= piece[2]
    yield run


def _architecture(name: object) -> str:
    if not isinstance(name, str) or not name.startswith("sm_"):
        raise ValueError("no architecture")
    return name


def _results(
    headers: Sequence[dict[str, Any]], blobs: Iterator[bytearray], requests: Sequence[LaunchRequest]
) -> dict[int, LaunchResult]:
    """The results of replayed launches by number; their outputs are next in `blobs`."""
    from grader.sandbox import wire

    return {
        header["launch"]: wire.read_result(header, [next(blobs) for _ in header["outputs"]], requests[header["launch"]])
        for header in headers
    }
