"""`grader doctor`: what this machine has, what it lacks, and what a lack means for grading."""

from __future__ import annotations

import ctypes
import locale
import os
import platform
import sys
from collections.abc import Callable
from dataclasses import asdict, dataclass
from enum import StrEnum

from grader import __version__
from grader.cli.options import JsonOut, Lang, chosen
from grader.cli.output import STDOUT, show, write_json
from grader.texts import say
from grader.toolchain.versions import installed

HEADERS = ("nvidia-cuda-runtime", "nvidia-cuda-crt", "nvidia-cuda-cccl")
BROKEN = 2


class State(StrEnum):
    """ok: as it should be. absent: something optional is missing. broken: no kernel can be graded."""

    OK = "ok"
    ABSENT = "absent"
    BROKEN = "broken"


@dataclass(frozen=True)
class Finding:
    """One thing looked at. found: version, path or name; meaning: what follows from it, in words."""

    id: str
    state: State
    found: str
    meaning: str


def doctor(json: JsonOut = None, lang: Lang = None) -> int:
    """Examine this machine. Exit status 2 where kernels cannot be graded at all."""
    speech = chosen(lang)
    findings = [examine(speech) for examine in EXAMINATIONS]
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
    """Compiles one line, so that a compiler that is installed and does not load is found too."""
    from grader.toolchain.program import CompileError, ToolchainError

    try:
        from grader.toolchain import compile_source

        toolchain = compile_source('extern "C" __global__ void k() {}\n', file="doctor.cu").toolchain
    except (ToolchainError, CompileError, ImportError, OSError) as error:
        return Finding("nvrtc", State.BROKEN, str(error), say("cli.doctor_nvrtc", lang))
    return Finding("nvrtc", State.OK, toolchain, "")


def _headers(lang: str) -> Finding:
    found = {name: installed(name) for name in HEADERS}
    missing = [name for name, version in found.items() if version is None]
    if missing:
        return Finding("headers", State.BROKEN, ", ".join(missing), say("cli.doctor_headers", lang))
    return Finding(
        "headers", State.OK, ", ".join(f"{name.removeprefix('nvidia-')} {v}" for name, v in found.items()), ""
    )


def _disassembler(lang: str) -> Finding:
    version = installed("nvidia-cuda-nvdisasm")
    if version is None:
        return Finding("nvdisasm", State.ABSENT, "", say("cli.doctor_nvdisasm", lang))
    return Finding("nvdisasm", State.OK, version, "")


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


def _cupy(lang: str) -> Finding:
    version = installed("cupy-cuda13x")
    if version is None:
        return Finding("cupy", State.ABSENT, "", say("cli.doctor_cupy", lang))
    return Finding("cupy", State.OK, version, "")


def _backend(lang: str) -> Finding:
    """Asks the child process that would launch kernels, so that everything on the way to the GPU is tried."""
    from grader.cuda.availability import Unavailable, has_driver

    if not has_driver():
        return Finding("cuda", State.ABSENT, "", say("cli.doctor_no_cuda", lang))
    from grader.sandbox import SandboxError
    from grader.sandbox.gpu_session import GpuSession
    from grader.toolchain.program import ToolchainError

    try:
        with GpuSession() as gpu:
            facts, arch = gpu.facts()
    except Unavailable as reason:
        why = say(f"checks.reason.gpu_{reason.key}", lang, detail=reason.detail)
        return Finding("cuda", State.ABSENT, reason.key, why)
    except (SandboxError, ToolchainError) as reason:
        return Finding("cuda", State.ABSENT, str(reason), say("cli.doctor_no_cuda", lang))
    return Finding("cuda", State.OK, f"{facts.name}, {arch}, {facts.memory_bytes >> 30} GB", "")


def _sanitizer(lang: str) -> Finding:
    from grader.cuda.tools import find_sanitizer

    found = find_sanitizer()
    if found is None:
        return Finding("compute-sanitizer", State.ABSENT, "", say("checks.reason.sanitizer_no_sanitizer", lang))
    return Finding("compute-sanitizer", State.OK, found, "")


def _ncu(lang: str) -> Finding:
    from grader.cuda.tools import find_ncu

    found = find_ncu()
    if found is None:
        return Finding("ncu", State.ABSENT, "", say("checks.reason.ncu_no_ncu", lang))
    return Finding("ncu", State.OK, found, "")


def _course(lang: str) -> Finding:
    from grader.cli.opening import open_here
    from grader.course.yaml_marks import CourseError

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


EXAMINATIONS: tuple[Callable[[str], Finding], ...] = (
    _grader, _python, _platform, _compiler, _headers, _disassembler, _driver, _cupy, _backend, _sanitizer, _ncu,
    _course, _locale,
)  # fmt: skip


def _show(findings: list[Finding], usable: bool, lang: str) -> None:
    from rich.text import Text

    from grader.report.style import plain_table

    styles = {State.OK: "green", State.ABSENT: "yellow", State.BROKEN: "bold red"}
    table = plain_table()
    for column in ("id", "state", "found"):
        table.add_column(say(f"cli.doctor_column_{column}", lang), no_wrap=column != "found", overflow="fold")
    for finding in findings:
        words = "\n".join(filter(None, (finding.found, finding.meaning)))
        state = Text(say(f"cli.doctor_{finding.state}", lang), style=styles[finding.state])
        table.add_row(finding.id, state, Text(words))
    show(table, Text(say("cli.doctor_usable" if usable else "cli.doctor_unusable", lang), style="bold"))
