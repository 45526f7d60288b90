"""NVRTC's and ptxas's messages as Diagnostics with line and column; some as objections, in plainer words."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import replace

from grader.dataclass import dataclass
from grader.toolchain.allowances import is_device_for_nvcc
from grader.toolchain.headers import in_cuda_std, is_missing, shown_path
from grader.toolchain.names import local_name
from grader.toolchain.program import Diagnostic, ToolchainError
from grader.toolchain.scan import Scan, closing_brace

NAME_MAP = "__nv_name_map"  # the file that NVRTC invents for name expressions
_HEAD = re.compile(
    r"^(?:(?P<file>.+?)\((?P<line>\d{1,9})\)|At end of source): "
    r"(?P<severity>catastrophic error|error|warning|remark|note)(?: #[\w-]+)?: (?P<message>.*)$"
)
_SEVERITY = {"catastrophic error": "error", "remark": "note"}
_CARET = re.compile(r"^(\s*)\^\s*$")
_SOURCE_INDENT = 2

_PTXAS_AT_LINE = re.compile(r"^\s*ptxas \S.*, line (\d{1,9}); (error|fatal|warning)\s*: (.*)$")
_PTXAS = re.compile(r"^\s*ptxas (error|fatal|warning)\s*: (.*)$")
_TOO_MUCH_SHARED = re.compile(
    r"Entry function '(.+)' uses too much shared data \(0x([0-9a-f]{1,16}) bytes, 0x([0-9a-f]{1,16}) max\)"
)
_SHARED_ARRAY = re.compile(r"\.shared\s+(?:\.align\s+\d+\s+)?\.\w+\s+([\w$]+)\[(\d{1,18})\]")
_LONGEST = 1000  # characters of a message
_ABORTED = "Ptx assembly aborted due to errors"


@dataclass(frozen=True)
class Compiled:
    """A compiled source. name: the name that NVRTC was given; file: the name that people see."""

    source: str
    scanned: Scan
    name: str
    file: str
    ptx: str = ""


def parse_log(log: str, compiled: Compiled) -> tuple[Diagnostic, ...]:
    """Diagnostics of a compilation log, errors first.

    Columns count characters from 1. Messages about host code, missing headers and shared memory become OBJECTIONS.
    Warnings in headers and errors in the body of a host `main` are dropped (the error about `main` itself stays).
    """
    found = [*front_end(log, compiled), *_ptxas(log, compiled)]
    found = [d for d in found if d.severity != "warning" or d.file == compiled.file]
    found = _without_allowed(_outside_main(found, compiled), compiled)
    found = [_explained(d, compiled) for d in found]
    groups: list[list[Diagnostic]] = []  # each message with the notes that follow it
    for d in found:
        if d.severity == "note" and groups:
            groups[-1].append(d)
        else:
            groups.append([d])
    groups.sort(key=lambda group: (group[0].severity != "error", _follows(group[0])))
    return tuple(dict.fromkeys(_shortened(d) for group in groups for d in group))


def _follows(d: Diagnostic) -> bool:
    """Whether ptxas may say this because of what it says next: that it does not know an operand."""
    return d.key == "inline_ptx" and d.values["message"].startswith("Arguments mismatch")


def _shortened(d: Diagnostic) -> Diagnostic:
    """The diagnostic with long names and types in its message cut."""
    values = {name: _without_its_middle(value) for name, value in d.values.items()}
    return replace(d, message=_without_its_middle(d.message), values=values)


def _without_its_middle(text: str) -> str:
    half = _LONGEST // 2
    return text if len(text) <= _LONGEST else f"{text[:half]} ... {text[-half:]}"


def front_end(log: str, compiled: Compiled) -> Iterable[Diagnostic]:
    """The compiler's messages, verbatim, in the order of the log; without those of ptxas."""
    lines = log.split("\n")
    source_lines = compiled.source.split("\n")
    for index, text in enumerate(lines):
        match = _HEAD.match(text)
        if match is None:
            continue
        message, caret = _message_and_caret(lines, index, match["message"])
        in_source = match["file"] in (None, compiled.name)
        number = int(match["line"]) if match["line"] else _last_line(source_lines)
        column = None
        if caret is not None and in_source and number <= len(source_lines):
            # The caret's column counts bytes, a tab as one.
            column = len(source_lines[number - 1].encode()[:caret].decode("utf-8", "ignore")) + 1
        file = compiled.file if in_source else match["file"]
        if file != compiled.file and file != NAME_MAP:
            file = shown_path(file, compiled.file)
        yield Diagnostic(_SEVERITY.get(match["severity"], match["severity"]), message, file, number, column)


def _message_and_caret(lines: list[str], index: int, message: str) -> tuple[str, int | None]:
    """The whole message of the block that starts at `index`, and its caret's offset in the source line."""
    block: list[str] = []
    for text in lines[index + 1 :]:
        caret = _CARET.match(text)
        if caret:
            wordy = [message, *(line.strip() for line in block[:-1])]
            return "; ".join(part for part in wordy if part), len(caret[1]) - _SOURCE_INDENT
        if not text.strip() or _HEAD.match(text):
            break
        block.append(text)
    return message.strip(), None


def _last_line(source_lines: list[str]) -> int:
    return next((n for n in range(len(source_lines), 0, -1) if source_lines[n - 1].strip()), 1)


def _ptxas(log: str, compiled: Compiled) -> Iterable[Diagnostic]:
    aborted = False
    any_error = False
    for text in log.split("\n"):
        if match := _PTXAS_AT_LINE.match(text):
            severity = "warning" if match[2] == "warning" else "error"
            any_error |= severity == "error"
            line = _source_line_of_ptx(compiled.ptx, int(match[1]))
            yield Diagnostic(severity, "", compiled.file, line).said_as("inline_ptx", message=match[3].strip())
        elif match := _PTXAS.match(text):
            if match[2].strip() == _ABORTED:
                aborted = True
                continue
            severity = "warning" if match[1] == "warning" else "error"
            any_error |= severity == "error"
            yield _about_kernel(severity, match[2].strip(), compiled)
    if aborted and not any_error:
        yield Diagnostic("error", _ABORTED, compiled.file)


def _about_kernel(severity: str, message: str, compiled: Compiled) -> Diagnostic:
    shared = _TOO_MUCH_SHARED.match(message)
    if shared:
        kernel, size, limit = shared[1], int(shared[2], 16), int(shared[3], 16)
        line = _shared_declaration(compiled, kernel) or _kernel_line(compiled, kernel)
        found = Diagnostic(severity, "", compiled.file, line)
        return found.said_as("shared_too_large", kernel=kernel, bytes=f"{size:,}", limit=f"{limit:,}")
    named = re.search(r"function '(.+?)'", message)
    return Diagnostic(severity, message, compiled.file, _kernel_line(compiled, named[1]) if named else None)


def _shared_declaration(compiled: Compiled, kernel: str) -> int | None:
    """The source line that declares a kernel's largest shared array."""
    start = compiled.ptx.find(f".entry {kernel}(")
    body = compiled.ptx[start : compiled.ptx.find("\n}\n", start)] if start >= 0 else ""
    arrays = _SHARED_ARRAY.findall(body) or _SHARED_ARRAY.findall(compiled.ptx)
    if not arrays:
        return None
    name = local_name(max(arrays, key=lambda array: int(array[1]))[0])
    declared = re.search(rf"\b__shared__\b[^;{{}}]*\b{re.escape(name)}\b", compiled.scanned.code)
    return compiled.scanned.line_at(declared.start()) if declared else None


def _kernel_line(compiled: Compiled, kernel: str) -> int | None:
    start = compiled.ptx.find(f".entry {kernel}(")
    location = re.search(r"\.loc\s+\d+\s+([1-9]\d{0,8})\b", compiled.ptx[start:]) if start >= 0 else None
    return int(location[1]) if location else None


def _source_line_of_ptx(ptx: str, number: int) -> int | None:
    for text in reversed(ptx.split("\n")[: number - 1]):
        location = re.match(r"\s*\.loc\s+\d+\s+([1-9]\d{0,8})\b", text)
        if location:
            return int(location[1])
    return None


def _outside_main(found: list[Diagnostic], compiled: Compiled) -> list[Diagnostic]:
    """Without the errors in the body of a host `main`, which all follow from the one about `main`."""
    main = re.search(r"\bmain\s*\([^)]*\)\s*\{", compiled.scanned.code)
    if main is None:
        return found
    first = compiled.scanned.line_at(main.start())
    last = compiled.scanned.line_at(closing_brace(compiled.scanned.code, main.end() - 1))

    def is_consequence(d: Diagnostic) -> bool:
        inside = d.file == compiled.file and d.line is not None and first <= d.line <= last
        return inside and not d.message.startswith(_HOST_FUNCTION)

    return [d for d in found if not is_consequence(d)]


_HOST_FUNCTION = ("A function without execution space annotations", "A function explicitly marked as a __host__")


def _without_allowed(found: list[Diagnostic], compiled: Compiled) -> list[Diagnostic]:
    """Without the errors about code that would compile if nothing else were wrong."""
    others = [d for d in found if not is_device_for_nvcc(d, compiled.scanned, compiled.file)]
    return others if any(d.severity == "error" for d in others) else found


def _explained(d: Diagnostic, compiled: Compiled) -> Diagnostic:
    for start, rewrite in _REWRITES:
        match = re.match(start, d.message)
        plainer = rewrite(match, d, compiled) if match else None
        if plainer is not None:
            return plainer
    return d


def _identifier(d: Diagnostic, compiled: Compiled) -> str:
    """The identifier under the caret."""
    if d.file != compiled.file or d.line is None or d.column is None:
        return "?"
    match = re.match(r"[\w~]+", compiled.source.split("\n")[d.line - 1][d.column - 1 :])
    return match[0] if match else "?"


def _host_function(match: re.Match[str], d: Diagnostic, compiled: Compiled) -> Diagnostic:
    name = _identifier(d, compiled)
    return d.said_as("host_main") if name == "main" else d.said_as("host_function", name=name)


def _host_variable(match: re.Match[str], d: Diagnostic, compiled: Compiled) -> Diagnostic:
    return d.said_as("host_variable", name=_identifier(d, compiled))


def _undefined(match: re.Match[str], d: Diagnostic, compiled: Compiled) -> Diagnostic | None:
    host = re.fullmatch(r"cuda[A-Z]\w*|cublas\w+|rand|srand|fopen|exit|scanf|FILE|EXIT_SUCCESS", match[1])
    return d.said_as("host_api", name=match[1]) if host else None


def _unknown_header(match: re.Match[str], d: Diagnostic, compiled: Compiled) -> Diagnostic:
    """Raises ToolchainError for one of CUDA's own headers: that is not the source's fault."""
    if is_missing(match[1], by_student=d.file == compiled.file):
        raise ToolchainError(f"CUDA's own header `{match[1]}` is not installed here: install the packages again with "
                             "`pip install -e .`")  # fmt: skip
    key = "header_use_cuda_std" if in_cuda_std(match[1]) else "header_unknown"
    return d.said_as(key, header=match[1])


def _foreign_character(match: re.Match[str], d: Diagnostic, compiled: Compiled) -> Diagnostic | None:
    if d.file != compiled.file or d.line is None or d.column is None:
        return None
    character = compiled.source.split("\n")[d.line - 1][d.column - 1 : d.column]
    return d.said_as("foreign_character", character=character, code=f"U+{ord(character):04X}") if character else None


_Rewrite = Callable[[re.Match[str], Diagnostic, Compiled], Diagnostic | None]
_REWRITES: tuple[tuple[str, _Rewrite], ...] = (
    (_HOST_FUNCTION[0], _host_function),
    (_HOST_FUNCTION[1], _host_function),
    ("A namespace scope variable without memory space annotations", _host_variable),
    ("unrecognized token", _foreign_character),
    ("device-side kernel launch could not be processed", lambda match, d, compiled: d.said_as("host_launch")),
    (r'identifier "(\w+)" is undefined', _undefined),
    (r'(?:cannot|could not) open source file "([^"]+)"', _unknown_header),
    (r'namespace "std" has no member "(\w+)"', lambda match, d, compiled: d.said_as("host_std", name=match[1])),
)
