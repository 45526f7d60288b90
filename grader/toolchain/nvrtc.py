"""NVRTC through ctypes: loads the library from its wheel on first use."""

from __future__ import annotations

import ctypes
import os
import sys
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path

from grader.dataclass import dataclass
from grader.toolchain.headers import wheel_folders
from grader.toolchain.program import ToolchainError

_SUCCESS, _INVALID_OPTION, _COMPILATION_FAILED = 0, 5, 6


@dataclass(frozen=True)
class Compilation:
    """What one run of NVRTC produced. names: lowered name by name expression. ptx exists even if ptxas failed."""

    succeeded: bool
    log: str
    ptx: str
    cubin: bytes
    names: Mapping[str, str]


class InvalidOption(Exception):
    """NVRTC refused an option."""


def compile_program(
    source: str, name: str, options: Sequence[str], headers: Mapping[str, str] | None = None,
    name_expressions: Sequence[str] = (),
) -> Compilation:  # fmt: skip
    """Compile a source called `name`. headers: text by the name in #include.

    Raises ToolchainError if NVRTC is missing or fails internally, InvalidOption if it refuses an option.
    """
    library = load()
    texts = dict(headers or {})
    program = ctypes.c_void_p()
    status = library.nvrtcCreateProgram(
        ctypes.byref(program), source.encode("utf-8", "replace"), name.encode("utf-8", "replace"),
        len(texts), _strings(list(texts.values())), _strings(list(texts)),
    )  # fmt: skip
    _expect(status, library)
    try:
        for expression in name_expressions:
            _expect(library.nvrtcAddNameExpression(program, expression.encode()), library)
        status = library.nvrtcCompileProgram(program, len(options), _strings(options))
        log = _text(library, program, "ProgramLog").decode("utf-8", "replace")
        if status == _INVALID_OPTION:
            raise InvalidOption(log.strip())
        if status != _COMPILATION_FAILED:
            _expect(status, library)
        return Compilation(
            succeeded=status == _SUCCESS,
            log=log,
            ptx=_text(library, program, "PTX").decode("utf-8", "replace"),
            cubin=_binary(library, program, "CUBIN"),
            names=_lowered(library, program, name_expressions) if status == _SUCCESS else {},
        )
    finally:
        library.nvrtcDestroyProgram(ctypes.byref(program))


@cache
def architectures() -> tuple[str, ...]:
    """The architectures NVRTC compiles for: ("sm_75", "sm_80", ...)."""
    library = load()
    count = ctypes.c_int()
    _expect(library.nvrtcGetNumSupportedArchs(ctypes.byref(count)), library)
    numbers = (ctypes.c_int * count.value)()
    _expect(library.nvrtcGetSupportedArchs(numbers), library)
    return tuple(f"sm_{number}" for number in numbers)


@cache
def load() -> ctypes.CDLL:
    """The NVRTC library. Raises ToolchainError if it is missing."""
    if sys.platform == "darwin":
        raise ToolchainError("There is no NVRTC for macOS: open this folder in the dev container (.devcontainer).")
    builtins = _find("libnvrtc-builtins.so*", "nvrtc-builtins64_*.dll")
    compiler = _find("libnvrtc.so*", "nvrtc64_*.dll")
    if builtins is None or compiler is None:
        raise ToolchainError("NVRTC is not installed: run `pip install nvidia-cuda-nvrtc==13.0.88`.")
    try:
        # NVRTC opens its builtins by bare name, so they must be loaded first.
        ctypes.CDLL(str(builtins), mode=ctypes.RTLD_GLOBAL)
        library = ctypes.CDLL(str(compiler))
    except OSError as error:
        raise ToolchainError(f"NVRTC cannot be loaded: {error}") from error
    library.nvrtcGetErrorString.restype = ctypes.c_char_p
    return library


def _find(linux: str, windows: str) -> Path | None:
    patterns = [("lib", linux)] if os.name != "nt" else [("bin", windows), ("bin/x86_64", windows)]
    for folder in wheel_folders():
        for subfolder, pattern in patterns:
            found = [path for path in sorted((folder / subfolder).glob(pattern)) if ".alt." not in path.name]
            if found:
                return found[0]
    return None


def _expect(status: int, library: ctypes.CDLL) -> None:
    if status != _SUCCESS:
        reason = (library.nvrtcGetErrorString(status) or b"").decode()
        raise ToolchainError(f"NVRTC failed by itself: {reason}")


def _strings(texts: Sequence[str]) -> ctypes.Array[ctypes.c_char_p]:
    return (ctypes.c_char_p * len(texts))(*[text.encode("utf-8", "replace") for text in texts])


def _binary(library: ctypes.CDLL, program: ctypes.c_void_p, what: str) -> bytes:
    size = ctypes.c_size_t()
    if library[f"nvrtcGet{what}Size"](program, ctypes.byref(size)) != _SUCCESS or not size.value:
        return b""
    buffer = ctypes.create_string_buffer(size.value)
    return buffer.raw if library[f"nvrtcGet{what}"](program, buffer) == _SUCCESS else b""


def _text(library: ctypes.CDLL, program: ctypes.c_void_p, what: str) -> bytes:
    return _binary(library, program, what).replace(b"\0", b"")  # NULs end the text and separate its parts


def _lowered(library: ctypes.CDLL, program: ctypes.c_void_p, expressions: Sequence[str]) -> dict[str, str]:
    names = {}
    for expression in expressions:
        lowered = ctypes.c_char_p()
        _expect(library.nvrtcGetLoweredName(program, expression.encode(), ctypes.byref(lowered)), library)
        names[expression] = (lowered.value or b"").decode()
    return names
