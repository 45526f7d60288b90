"""`grader doctor`: what this machine has, what it lacks, and what a lack means for grading."""

from __future__ import annotations

import ctypes
import locale
import os
import platform
import sys
from collections.abc import Callable
from contextlib import suppress
from dataclasses import asdict
from enum import StrEnum
from functools import partial
from typing import TYPE_CHECKING

from grader import __version__
from grader.cli.options import JsonOut, Lang
from grader.cli.output import STDOUT, show, write_json
from grader.cli.wishes import chosen
from grader.dataclass import dataclass
from grader.texts import say
from grader.toolchain.versions import installed

if TYPE_CHECKING:
    from grader.launch import LaunchRequest
    from grader.sandbox.gpu_session import GpuSession

HEADERS = ("nvidia-cuda-runtime", "nvidia-cuda-crt", "nvidia-cuda-cccl")
TINY = 'extern "C" __global__ void k(float* out) { out[threadIdx.x] = 1.0f; }\n'
BROKEN = 2


class State(StrEnum):
    """ok: works. absent: something optional is missing or does not work. broken: no kernel can be graded."""

    OK = "ok"
    ABSENT = "absent"
    BROKEN = "broken"


@dataclass(frozen=True)
class Finding:
    """One thing examined. found: version, path or name; meaning: the consequence, as a sentence."""

    id: str
    state: State
    found: str
    meaning: str


def doctor(json: JsonOut = None, lang: Lang = None) -> int:
    """Examine this machine. Exit status 2 if kernels cannot be graded at all."""
    speech = chosen(lang)
    machine, course = ([examine(speech) for examine in examinations] for examinations in (MACHINE, COURSE))
    findings = [*machine, *_gpu(speech), *course]
    usable = all(finding.state is not State.BROKEN for finding in findings)
    if json is not None:
        write_json({"usable": usable, "findings": [asdict(f) for f in findings]}, json)
    if json != STDOUT:
        _show(findings, usable, speech)
    return 0 if usable else BROKEN


def _grader(lang: str) -> Finding:
    return Finding("grader", State.OK, __version__, "")


def _python(lang: str) -> Finding:
    return Finding("python", State.OK, f"{platform.python_version()} ({sys.executable})", "")


def _platform(lang: str) -> Finding:
    mac = sys.platform == "darwin"
    meaning = say("cli.doctor_macos", lang) if mac else ""
    return Finding("platform", State.BROKEN if mac else State.OK, platform.platform(terse=True), meaning)


def _compiler(lang: str) -> Finding:
    """Compile one line, to detect also a compiler that is installed but does not load."""
    from grader.toolchain.program import CompileError, ToolchainError

    try:
        from grader.toolchain import compile_source

        toolchain = compile_source(TINY, file="doctor.cu").toolchain
    except (ToolchainError, CompileError, ImportError, OSError) as error:
        return Finding("nvrtc", State.BROKEN, str(error), say("cli.doctor_nvrtc", lang))
    return Finding("nvrtc", State.OK, toolchain, "")


def _headers(lang: str) -> Finding:
    """Compile with every header, in the sandbox as students' kernels are."""
    from grader.sandbox.isolation import NoSandbox
    from grader.sandbox.session import SandboxError, Session
    from grader.toolchain.headers import OWN
    from grader.toolchain.program import CompileError, ToolchainError

    found = {name: installed(name) for name in HEADERS}
    why = ", ".join(name for name, version in found.items() if version is None)
    if not why:
        try:
            with suppress(NoSandbox), Session() as session:  # a missing sandbox is a finding of its own
                session.compile("".join(f"#include <{header}>\n" for header in OWN) + TINY, file="doctor.cu")
        except (SandboxError, ToolchainError, CompileError, OSError) as error:
            why = str(error)
    if why:
        return Finding("headers", State.BROKEN, why, say("cli.doctor_headers", lang))
    versions = (f"{name.removeprefix('nvidia-')} {version}" for name, version in found.items())
    return Finding("headers", State.OK, ", ".join(versions), "")


def _package(name: str, distribution: str, lang: str) -> Finding:
    version = installed(distribution)
    if version is None:
        return Finding(name, State.ABSENT, "", say(f"cli.doctor_{name}", lang))
    return Finding(name, State.OK, version, "")


def _driver(lang: str) -> Finding:
    try:
        driver = ctypes.CDLL("nvcuda.dll" if sys.platform == "win32" else "libcuda.so.1")
    except OSError:
        return Finding("gpu", State.ABSENT, "", say("cli.doctor_no_driver", lang))
    version, count = ctypes.c_int(0), ctypes.c_int(0)
    driver.cuDriverGetVersion(ctypes.byref(version))
    cuda = f"CUDA {version.value // 1000}.{version.value % 1000 // 10}"
    if driver.cuInit(0) != 0 or driver.cuDeviceGetCount(ctypes.byref(count)) != 0 or count.value == 0:
        return Finding("gpu", State.ABSENT, cuda, say("cli.doctor_no_gpu", lang))
    return Finding("gpu", State.OK, f"{_device_name(driver)}, {cuda}", "")


def _device_name(driver: ctypes.CDLL) -> str:
    name = ctypes.create_string_buffer(256)
    return name.value.decode(errors="replace") if driver.cuDeviceGetName(name, 256, 0) == 0 else "GPU"


def _gpu(lang: str) -> list[Finding]:
    """Ask the child process that would launch kernels, to test the whole way to the GPU; then try NVIDIA's tools."""
    from grader.cuda.availability import has_driver
    from grader.sandbox.gpu_session import GpuSession

    if not has_driver():
        nothing = Finding("cuda", State.ABSENT, "", say("cli.doctor_no_cuda", lang))
        return [nothing, _sanitizer(None, lang), _ncu(None, lang)]
    with GpuSession() as gpu:
        backend = _backend(gpu, lang)
        usable = gpu if backend.state is State.OK else None
        return [backend, _sanitizer(usable, lang), _ncu(usable, lang)]


def _backend(gpu: GpuSession, lang: str) -> Finding:
    from grader.cuda.availability import Unavailable
    from grader.sandbox.session import SandboxError
    from grader.toolchain.program import CompileError, ToolchainError

    try:
        facts, arch = gpu.facts()
        gpu.compile(TINY, file="doctor.cu")
    except Unavailable as reason:
        why = say(f"checks.reason.gpu_{reason.key}", lang, detail=reason.detail)
        return Finding("cuda", State.ABSENT, reason.key, why)
    except (SandboxError, ToolchainError, CompileError) as reason:
        return Finding("cuda", State.ABSENT, str(reason), say("cli.doctor_no_cuda", lang))
    return Finding("cuda", State.OK, f"{facts.name}, {arch}, {facts.memory_bytes / 2**30:.1f} GiB", "")


def _sanitizer(gpu: GpuSession | None, lang: str) -> Finding:
    from grader.cuda.tools import find_sanitizer

    def refusal(gpu: GpuSession) -> str:
        found = gpu.sanitize([_tiny_launch()], ["memcheck"])
        invented = ("broken", found.faults[0][1].message) if found.faults else None  # the kernel is correct
        refused = found.refused.get("memcheck", invented)
        return say(f"checks.reason.sanitizer_{refused[0]}", lang, tool="memcheck", detail=refused[1]) if refused else ""

    none = say("checks.reason.sanitizer_no_sanitizer", lang)
    return _tool("compute-sanitizer", find_sanitizer(), none, gpu, refusal, lang)


def _ncu(gpu: GpuSession | None, lang: str) -> Finding:
    from grader.cuda.counters import NotCounted
    from grader.cuda.tools import find_ncu

    def refusal(gpu: GpuSession) -> str:
        try:
            gpu.count(_tiny_launch())
        except NotCounted as refused:
            return say(f"checks.reason.ncu_{refused.key}", lang, detail=refused.detail)
        return ""

    return _tool("ncu", find_ncu(), say("checks.reason.ncu_no_ncu", lang), gpu, refusal, lang)


def _tool(
    name: str, found: str | None, none: str, gpu: GpuSession | None, refusal: Callable[[GpuSession], str], lang: str
) -> Finding:
    """A tool. none: the sentence if it was not found. refusal: why it does not work on a GPU, "" if it does."""
    from grader.cuda.availability import Unavailable
    from grader.sandbox.session import SandboxError
    from grader.toolchain.program import ToolchainError

    if found is None:
        return Finding(name, State.ABSENT, "", none)
    if gpu is None:
        return Finding(name, State.OK, found, "")
    try:
        why = refusal(gpu)
    except (SandboxError, ToolchainError, Unavailable) as reason:
        why = say("checks.reason.gpu_stopped", lang, detail=reason)
    return Finding(name, State.ABSENT if why else State.OK, found, why or say("cli.doctor_tried", lang))


def _tiny_launch() -> LaunchRequest:
    import numpy as np

    from grader.launch import Argument, LaunchRequest

    return LaunchRequest("k", (1, 1, 1), (32, 1, 1), (Argument("out", np.zeros(32, np.float32)),))


def _sandbox(lang: str) -> Finding:
    from grader.sandbox import bubblewrap
    from grader.sandbox.isolation import Isolation, NoSandbox, isolation

    try:
        found = isolation()
    except NoSandbox as reason:
        return Finding("sandbox", State.BROKEN, str(reason), say("cli.doctor_no_sandbox", lang))
    if found is Isolation.BUBBLEWRAP:
        return Finding("sandbox", State.OK, found, say("cli.doctor_bubblewrap", lang))
    meaning = say(f"cli.walls_{found}", lang)
    if (refused := bubblewrap.refusal()) is not None:
        meaning += "\n" + say("cli.doctor_refused", lang, why=refused or say("cli.doctor_not_installed", lang))
    return Finding("sandbox", State.ABSENT, "", meaning)


def _course(lang: str) -> Finding:
    from grader.course.documents import CourseError
    from grader.grading.opening import open_here

    try:
        course = open_here(lang)
        course.validate()
    except CourseError as error:
        return Finding("course", State.BROKEN, str(error), say("cli.doctor_course", lang))
    count = say("cli.doctor_exercises", lang, count=len(course.exercises))
    return Finding("course", State.OK, f"{course.root} ({count})", "")


def _locale(lang: str) -> Finding:
    names = (name for name in ("WARPLINGS_LANG", "LC_ALL", "LC_MESSAGES", "LANG") if os.environ.get(name))
    source = next((f"{name}={os.environ[name]}" for name in names), "-")
    return Finding("locale", State.OK, f"{lang} ({source}, {locale.getpreferredencoding(False)})", "")


Examinations = tuple[Callable[[str], Finding], ...]
MACHINE: Examinations = (
    _grader, _python, _platform, _compiler, _headers, partial(_package, "nvdisasm", "nvidia-cuda-nvdisasm"), _sandbox,
    _driver, partial(_package, "cupy", "cupy-cuda13x"),
)  # fmt: skip
COURSE: Examinations = (_course, _locale)


def _show(findings: list[Finding], usable: bool, lang: str) -> None:
    from rich.text import Text

    from grader.report.style import plain_table

    styles = {State.OK: "green", State.ABSENT: "yellow", State.BROKEN: "bold red"}
    table = plain_table()
    for column in ("id", "state", "found"):
        table.add_column(say(f"cli.doctor_column_{column}", lang), no_wrap=column != "found", overflow="fold")
    for finding in findings:
        words = "\n".join(filter(None, (finding.found, finding.meaning)))
        there = finding.state is State.ABSENT and finding.found
        word = say("cli.doctor_of_no_use" if there else f"cli.doctor_{finding.state}", lang)
        state = Text(word, style=styles[finding.state])
        table.add_row(finding.id, state, Text(words))
    show(table, Text(say("cli.doctor_usable" if usable else "cli.doctor_unusable", lang), style="bold"))
