"""From source text to Program: checks the source, runs NVRTC, reads PTX, log and machine code."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from pathlib import PurePath

from grader.toolchain import directives, headers, names, nvrtc
from grader.toolchain.allowances import options_for
from grader.toolchain.diagnostics import NAME_MAP, Compiled, front_end, parse_log
from grader.toolchain.elf import Cubin, NotACubin
from grader.toolchain.machine_code import called_functions, read_machine_code
from grader.toolchain.program import CompileError, Diagnostic, Program, ToolchainError, UnknownArchitecture, objection
from grader.toolchain.resources import parse_resources
from grader.toolchain.scan import Scan, scan
from grader.toolchain.source import MAX_SOURCE_BYTES, normalise

_LINES, _REPORT = "-lineinfo", "--ptxas-options=-v"
_DEFINE_NAME = re.compile(r"[A-Za-z_]\w*(?:\([\w\s,]*\))?")
_FILE = re.compile(r'^(\s*\.file\s+\d+\s+)"((?:[^"\\]|\\.)*)"', re.M)


def compile_source(
    source: str, *, file: str = "kernel.cu", arch: str = "sm_90", fmad: bool = True,
    defines: Mapping[str, str] | None = None, kernel: str | None = None,
) -> Program:  # fmt: skip
    """Compile CUDA C++ for one architecture.

    file: the source's name in messages and line tables. fmad: whether a*b+c may become one instruction. defines: macros
    and their values. kernel: a wanted kernel, as `name`, `ns::name` or `name<int, 4>`; Program.names has its PTX name.

    Raises CompileError (the source's fault), UnknownKernel (no such kernel), UnknownArchitecture, ToolchainError
    (NVRTC missing), ValueError (an invalid macro).
    """
    source = normalise(source)
    _refuse_unless_text(source, file)
    scanned = scan(source)
    _refuse((*directives.refused_directives(source, scanned, file), *directives.forged_marks(scanned, file)))
    if kernel is not None and not names.is_valid_name(kernel):
        raise names.UnknownKernel(kernel, names.candidates(kernel, (), scanned))
    expressions = [kernel] if kernel is not None and names.is_expression(kernel) else []
    options = _options(arch, fmad, defines or {})
    done = _run(source, _internal_name(file), options, expressions, arch)
    compiled = Compiled(source, scanned, _internal_name(file), file, done.ptx)
    while not done.succeeded and (more := _allowed(done.log, compiled, options)):
        options += more
        done = _run(source, _internal_name(file), options, expressions, arch)
        compiled = replace(compiled, ptx=done.ptx)
    diagnostics = parse_log(done.log, compiled)
    _refuse(directives.refused_assembly(done.ptx, file), done.log)
    if done.succeeded and directives.has_assembly(done.ptx):
        _refuse(directives.forged_locations(_ptx_without_lines(source, options, expressions, arch), file), done.log)
    if not done.succeeded:
        raise _failure(diagnostics, done.log, kernel, scanned, file)
    return _program(compiled, arch, done, diagnostics, kernel)


def bare_machine_code(source: str, *, arch: str, fmad: bool = True, defines: Mapping[str, str] | None = None) -> bytes:
    """A cubin without line table and PTX, which reveals no more of its source than its instructions do.

    Raises CompileError, UnknownArchitecture, ToolchainError, ValueError as `compile_source` does.
    """
    options = [option for option in _options(arch, fmad, defines or {}) if option not in (_LINES, _REPORT)]
    text = normalise(source)
    done = _run(text, _internal_name("kernel.cu"), options, [], arch)
    if not done.succeeded:
        compiled = Compiled(text, scan(text), "", "kernel.cu", done.ptx)
        raise _failure(parse_log(done.log, compiled), done.log, None, compiled.scanned, compiled.file)
    return done.cubin


def _program(
    compiled: Compiled, arch: str, done: nvrtc.Compilation, diagnostics: tuple[Diagnostic, ...], kernel: str | None
) -> Program:
    def shown(path: str) -> str:
        return headers.shown_path(path, compiled.file)

    resolved = dict(done.names)
    if kernel is not None and kernel not in resolved:
        resolved[kernel] = names.resolve(kernel, done.ptx, compiled.scanned)
    try:
        cubin = Cubin(done.cubin)
    except NotACubin as error:
        raise UnknownArchitecture(f"this compiler makes no machine code for {arch}") from error
    try:
        resources, code = parse_resources(done.log, called_functions(cubin)), read_machine_code(cubin, arch, shown)
    except NotACubin as error:
        raise ToolchainError(str(error)) from error
    return Program(
        source=compiled.source, file=compiled.file, arch=arch, toolchain=_version(done.ptx),
        ptx=_FILE.sub(lambda m: f'{m[1]}"{_escaped(shown(_unescaped(m[2])))}"', done.ptx),
        cubin=done.cubin, log=done.log, diagnostics=diagnostics, kernels=resources, machine_code=code, names=resolved,
    )  # fmt: skip


def _ptx_without_lines(source: str, options: list[str], expressions: list[str], arch: str) -> str:
    """The PTX without line information; no machine code is made."""
    virtual = f"--gpu-architecture={arch.replace('sm_', 'compute_')}"
    kept = [option for option in options if option not in (_LINES, _REPORT, f"--gpu-architecture={arch}")]
    return _run(source, _internal_name("kernel.cu"), [virtual, *kept], expressions, arch).ptx


def _allowed(log: str, compiled: Compiled, options: list[str]) -> list[str]:
    """Options, not tried yet, that may make the source compile."""
    errors = [d for d in front_end(log, compiled) if d.severity == "error"]
    return [o for o in options_for(errors, compiled.scanned, compiled.file) if o not in options]


def _run(source: str, name: str, options: list[str], expressions: list[str], arch: str) -> nvrtc.Compilation:
    try:
        return nvrtc.compile_program(source, name, options, headers.HOST_HEADERS, expressions)
    except nvrtc.InvalidOption as error:
        known = ", ".join(nvrtc.architectures())
        raise UnknownArchitecture(f"this compiler cannot compile for {arch}; it knows {known}") from error


def _options(arch: str, fmad: bool, defines: Mapping[str, str]) -> list[str]:
    macros = defines.items()
    for name, value in macros:
        if not _DEFINE_NAME.fullmatch(name) or "\n" in value or "\0" in value:
            raise ValueError(f"{name!r} is not the name of a macro with a value on one line")
    return [
        f"--gpu-architecture={arch}",
        _LINES,
        _REPORT,
        "--no-cache",  # what NVRTC finds in the driver's cache, where there is a GPU, comes without ptxas's report
        "--pre-include=math.h",  # as nvcc does: INFINITY, NAN, M_PI; INT_MAX
        "--pre-include=limits.h",
        *([] if fmad else ["--fmad=false"]),
        *(f"--include-path={folder}" for folder in headers.include_folders()),
        *(f"--define-macro={name}={value}" for name, value in macros),
    ]


def _internal_name(file: str) -> str:
    # NVRTC looks for "quoted" headers in the source's folder: this one can hold no file.
    name = PurePath(file.replace("\\", "/")).name
    return "/dev/null/" + (name if re.fullmatch(r"[\w.+-]+", name, re.ASCII) else "kernel.cu")


def _refuse_unless_text(source: str, file: str) -> None:
    if len(source.encode("utf-8", "replace")) > MAX_SOURCE_BYTES:
        _refuse((objection("source_too_large", file),))
    if "\0" in source:
        line = source.count("\n", 0, source.index("\0")) + 1
        _refuse((objection("source_has_nul", file, line),))


def _refuse(errors: tuple[Diagnostic, ...], log: str = "") -> None:
    if errors:
        raise CompileError(errors, log)


def _failure(diagnostics: tuple[Diagnostic, ...], log: str, kernel: str | None, scanned: Scan, file: str) -> Exception:
    """Why compilation failed: the source, or only the wanted template instance."""
    own = tuple(d for d in diagnostics if d.file != NAME_MAP)
    if any(d.severity == "error" for d in own):
        return CompileError(own, log)
    if kernel is not None and len(own) < len(diagnostics):
        return names.UnknownKernel(kernel, names.candidates(kernel, (), scanned))
    first = next((text.strip() for text in log.splitlines() if text.strip()), "the compiler gave no reason")
    return CompileError((Diagnostic("error", first, file), *own), log)


def _version(ptx: str) -> str:
    match = re.search(r"release [\d.]+, V([\d.]+)", ptx)
    return f"NVRTC {match[1]}" if match else "NVRTC"


def _unescaped(text: str) -> str:
    """The text of a string in PTX, which has octal escapes for bytes outside ASCII."""

    def byte(match: re.Match[bytes]) -> bytes:
        return bytes([int(match[1], 8)]) if len(match[1]) == 3 else match[1]

    return re.sub(rb"\\([0-7]{3}|.)", byte, text.encode()).decode("utf-8", "replace")


def _escaped(text: str) -> str:
    return text.replace("\\", "\\\\").replace('"', '\\"')
