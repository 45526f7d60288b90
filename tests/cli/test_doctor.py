"""`grader doctor` on a machine with a GPU: NVIDIA's tools are not only found, they are put to work."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from grader.cuda.availability import Unavailable
from grader.cuda.counters import Counts, NotCounted
from grader.cuda.driver import GpuFacts
from grader.launch import Fault, LaunchRequest, LaunchResult
from grader.sandbox import bubblewrap, landlock
from grader.sandbox.gpu_session import Sanitized
from grader.sandbox.session import Crashed
from grader.toolchain import Program, compile_source
from grader.toolchain.program import ToolchainError
from tests.cli.conftest import Grader, Run

FACTS = GpuFacts("NVIDIA H200", (9, 0), 132, 50 << 20, 141 << 30, 227 << 10, 13000, "14.2.0")
SANITIZER, NCU = "/tools/compute-sanitizer", "/tools/ncu"
FAULT = Fault("out_of_bounds", 1, None, None, "Invalid __global__ write", {})


@dataclass
class FakeGpu:
    """A session whose tools answer as the test has it. stops: raised by the methods of these names."""

    refused: Mapping[str, tuple[str, str]] = field(default_factory=dict)
    faults: Sequence[tuple[int, Fault]] = ()
    not_counted: NotCounted | None = None
    stops: Mapping[str, Exception] = field(default_factory=dict)
    asked: list[str] = field(default_factory=list)

    def __enter__(self) -> FakeGpu:
        return self

    def __exit__(self, *_: object) -> None:
        self._asked("close")

    def facts(self) -> tuple[GpuFacts, str]:
        self._asked("facts")
        return FACTS, "sm_90"

    def compile(self, source: str, *, file: str) -> Program:
        self._asked("compile")
        self.program = compile_source(source, file=file)
        return self.program

    def sanitize(self, requests: Sequence[LaunchRequest], tools: Sequence[str], seconds: float = 60) -> Sanitized:
        self._asked("sanitize")
        assert [request.kernel for request in requests] == list(self.program.kernels)
        assert list(tools) == ["memcheck"]
        return Sanitized((), tuple(self.faults), self.refused)

    def count(self, request: LaunchRequest) -> tuple[Counts, LaunchResult]:
        self._asked("count")
        assert request.kernel in self.program.kernels
        if self.not_counted is not None:
            raise self.not_counted
        return Counts((), (), 0, 0, 1.0, 8, 0), LaunchResult({}, (), (), (), None, None, None)

    def _asked(self, what: str) -> None:
        self.asked.append(what)
        if what in self.stops:
            raise self.stops[what]


Examined = Callable[..., dict[str, Any]]


@pytest.fixture
def on(course: object, grader: Grader, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Run]:
    """Run the doctor on a machine with this GPU; None: without one."""

    def run(gpu: FakeGpu | None, *arguments: str, tools: bool = True) -> Run:
        monkeypatch.setattr("grader.cuda.availability.has_driver", lambda: gpu is not None)
        monkeypatch.setattr("grader.cuda.tools.find_sanitizer", lambda: SANITIZER if tools else None)
        monkeypatch.setattr("grader.cuda.tools.find_ncu", lambda: NCU if tools else None)
        monkeypatch.setattr("grader.sandbox.gpu_session.GpuSession", lambda: gpu)
        return grader("doctor", *arguments)

    return run


@pytest.fixture
def examined(on: Callable[..., Run]) -> Examined:
    """What the doctor found, by id; whatever the GPU does, kernels can be graded."""

    def run(gpu: FakeGpu | None, *arguments: str, **options: bool) -> dict[str, Any]:
        done = on(gpu, "--json", "-", *arguments, **options)
        assert (done.status, done.json["usable"]) == (0, True)
        assert all(list(f) == ["id", "state", "found", "meaning"] for f in done.json["findings"])
        assert all(f["state"] in ("ok", "absent", "broken") for f in done.json["findings"])
        return {f["id"]: f for f in done.json["findings"]}

    return run


@pytest.mark.slow
def test_on_a_gpu_the_tools_are_tried(examined: Examined) -> None:
    gpu = FakeGpu()
    found = examined(gpu)
    assert list(found)[-5:] == ["cuda", "compute-sanitizer", "ncu", "course", "locale"]
    assert found["cuda"] == {"id": "cuda", "state": "ok", "found": "NVIDIA H200, sm_90, 141.0 GiB", "meaning": ""}
    for name, path in (("compute-sanitizer", SANITIZER), ("ncu", NCU)):
        assert (found[name]["state"], found[name]["found"]) == ("ok", path)
        assert "it works" in found[name]["meaning"]
    assert gpu.asked == ["facts", "compile", "sanitize", "count", "close"]


def test_without_a_gpu_tools_are_only_looked_for(examined: Examined) -> None:
    found = examined(None)
    assert [found[name]["state"] for name in ("cuda", "compute-sanitizer", "ncu")] == ["absent", "ok", "ok"]
    assert found["compute-sanitizer"]["meaning"] == found["ncu"]["meaning"] == ""


@pytest.mark.slow
@pytest.mark.parametrize("stopped", ["facts", "compile"])
@pytest.mark.parametrize("reason", [Unavailable("no_gpu", "none"), ToolchainError("no"), Crashed("SIGSEGV")])
def test_where_the_gpu_cannot_be_used_no_tool_is_tried(examined: Examined, stopped: str, reason: Exception) -> None:
    gpu = FakeGpu(stops={stopped: reason})
    found = examined(gpu)
    assert [found[name]["state"] for name in ("cuda", "compute-sanitizer", "ncu")] == ["absent", "ok", "ok"]
    assert not {"sanitize", "count"} & set(gpu.asked)
    assert gpu.asked[-1] == "close"


@pytest.mark.slow
def test_tools_that_are_not_there_are_not_tried(examined: Examined) -> None:
    gpu = FakeGpu()
    found = examined(gpu, tools=False)
    assert [found[name]["state"] for name in ("cuda", "compute-sanitizer", "ncu")] == ["ok", "absent", "absent"]
    assert "make gpu" in found["compute-sanitizer"]["meaning"]
    assert not {"sanitize", "count"} & set(gpu.asked)


@pytest.mark.slow
def test_counters_without_permission_come_with_their_fix(examined: Examined, on: Callable[..., Run]) -> None:
    gpu = FakeGpu(not_counted=NotCounted("no_permission"))
    ncu = examined(gpu)["ncu"]
    assert (ncu["state"], ncu["found"]) == ("absent", NCU)
    assert "NVreg_RestrictProfilingToAdminUsers=0" in ncu["meaning"]
    assert "권한이 없습니다" in examined(gpu, "--lang", "ko")["ncu"]["meaning"]
    assert [line.split()[1] for line in on(gpu).out.splitlines() if line.startswith("ncu")] == ["unusable"]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("gpu", "told"),
    [
        (FakeGpu(refused={"memcheck": ("no_proof", "")}), "planted"),
        (FakeGpu(refused={"memcheck": ("broken", "Unable to start")}), "Unable to start"),
        (FakeGpu(faults=[(0, FAULT)]), "Invalid __global__ write"),  # of a kernel that has none
        (FakeGpu(stops={"sanitize": Crashed("SIGSEGV")}), "SIGSEGV"),
        (FakeGpu(stops={"sanitize": ToolchainError("no sentinel")}), "no sentinel"),
    ],
)
def test_a_sanitizer_that_proves_nothing_is_told_and_counters_are_tried_all_the_same(
    examined: Examined, gpu: FakeGpu, told: str
) -> None:
    found = examined(gpu)
    assert (found["compute-sanitizer"]["state"], found["ncu"]["state"]) == ("absent", "ok")
    assert told in found["compute-sanitizer"]["meaning"]


@pytest.mark.slow
def test_the_sandbox_is_told_with_what_a_weaker_one_means(grader: Grader, monkeypatch: pytest.MonkeyPatch) -> None:
    def told(refusal: str | None, version: int, wish: str = "auto") -> dict[str, str]:
        monkeypatch.setattr(bubblewrap, "refusal", lambda: refusal)
        monkeypatch.setattr(landlock, "version", lambda: version)
        monkeypatch.setenv("WARPLINGS_SANDBOX", wish)
        findings: list[dict[str, str]] = grader("doctor", "--json", "-").json["findings"]
        return next(finding for finding in findings if finding["id"] == "sandbox")

    assert told(None, 4)["state"] == "ok" and told(None, 4)["found"] == "bubblewrap"
    weaker = told("setting up uid map: Permission denied", 4)
    assert weaker["state"] == "absent" and "Landlock alone" in weaker["meaning"] and "uid map" in weaker["meaning"]
    assert "not installed" in told("", 0)["meaning"] and "Limits of time" in told("", 0)["meaning"]
    assert told("", 4, "required")["state"] == "broken"


def test_who_requires_a_sandbox_gets_no_verdict_without(
    course: Path, grader: Grader, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bubblewrap, "refusal", lambda: "no namespaces")
    monkeypatch.setenv("WARPLINGS_SANDBOX", "auto")  # what the option sets is gone after the test
    done = grader("check", "06/sgemm_tiled", "--sandbox", "required", "--json", "-")
    assert done.status == 2 and done.json["error"]["kind"] == "no_sandbox" and "no namespaces" in done.err
    assert done.json["checks"] == []
