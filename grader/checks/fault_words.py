"""Sentences about launches that stopped, cases without a result, and hazards between threads."""

from __future__ import annotations

import re
from collections.abc import Mapping

from grader.checks.base import CaseRun, Failure
from grader.launch import Dim3, Fault, Hazard
from grader.problems.base import Case
from grader.texts import known, say

_FAR = {"global": 1 << 36, "shared": 1 << 31}  # bytes

_ASYNCHRONOUS = re.compile(r"memcpy_async|cp\.async")
_FRAGMENTS = (("matrix_sync", "wmma"), ("ldmatrix", "ldmatrix"))  # in the source line of an access

_HAZARD_TEXT = {
    "RAW": ("block", "thread_a", "thread_b", "variable", "offset"),
    "WAR": ("block", "thread_a", "thread_b", "variable", "offset"),
    "WAW": ("block", "thread_a", "thread_b", "variable", "offset"),
    "barrier_divergence": ("block", "arrived", "expected"),
    "undefined_shuffle": ("block", "thread_a", "lane", "source"),
    "partial_warp": ("block", "thread_a", "instruction", "came"),
    "uninitialised_read": ("block", "thread_a", "variable", "offset"),
}


def failure_sentence(failure: Failure, lang: str) -> str:
    """Why a case has no result."""
    return say(f"faults.{failure.kind}", lang, detail=failure.detail)


def fault_words(fault: Fault, lang: str) -> str:
    """Why a launch other than a case of the exercise stopped."""
    return fault_sentence(fault, CaseRun(0, Case()), lang)


def fault_sentence(fault: Fault, run: CaseRun, lang: str, source: str = "") -> str:
    """Where and why a launch stopped, and what to do about it. source: of the kernel, if known."""
    text = _text_of(source, fault.line)
    access = tuple(f"_{name}" for sign, name in _FRAGMENTS if sign in text)
    return say("faults.located", lang, where=_where(fault, lang), what=_what(fault, run, lang, access))


def _text_of(source: str, line: int | None) -> str:
    """The text of a line; "" if it is not known."""
    lines = source.split("\n")
    return lines[line - 1] if line and line <= len(lines) else ""


def _where(fault: Fault, lang: str) -> str:
    parts = {"line": fault.line, "block": place(fault.block), "thread": place(fault.thread)}
    key = "_".join(name for name, part in parts.items() if part)
    if not known(f"faults.where_{key}"):
        key = "line" if fault.line else "unknown"
    return say(f"faults.where_{key}", lang, **parts)


def _what(fault: Fault, run: CaseRun, lang: str, access: tuple[str, ...]) -> str:
    details = dict(fault.details)
    if "operation" in details:
        details["operation"] = say(f"faults.operation_{details['operation']}", lang)
    if not details.get("buffer") and known(f"faults.memory_{details.get('space')}"):
        details["buffer"] = say(f"faults.memory_{details['space']}", lang)
    if isinstance(waiting := details.get("waiting"), tuple | list):
        said = [say(f"faults.waits_{what}", lang, line=line, threads=threads) for line, threads, what in waiting]
        if details.get("flag"):
            said.insert(1, say("faults.waits_flag", lang, flag=_flag(details["flag"], run, lang)))
        details["waiting"] = " ".join(said)
    limit = f"_{details.get('limit')}"
    fuller = (limit, *access, "_far", "_waiting", "_element", "_beyond", "_step", "_loop", "", "_written", "_bare")
    for key in (*(f"{fault.kind}{ending}" for ending in fuller), "other"):
        if not known(f"faults.{key}"):
            continue
        if key.endswith("_far") and not _is_far(details):
            continue
        extra = _elements(details, run) if key.endswith("_element") else {}
        try:
            return say(f"faults.{key}", lang, **{"message": fault.message} | details | extra)
        except KeyError:
            continue  # this launch knew less than the fuller sentence needs
    return fault.message


def _flag(flag: object, run: CaseRun, lang: str) -> str:
    """The word that a thread waits for: (buffer, "" for shared memory; bytes from its start)."""
    assert isinstance(flag, tuple | list)
    buffer, offset = flag
    element = _elements({"buffer": buffer, "offset": offset}, run).get("element")
    buffer = buffer or say("faults.memory_shared", lang)
    key = "bytes" if element is None else "element"
    return say(f"faults.flag_{key}", lang, buffer=buffer, offset=offset, element=element)


def _is_far(details: Mapping[str, object]) -> bool:
    """Whether an address is too far from the nearest buffer to be a wrong index into it."""
    offset, far = details.get("offset"), _FAR.get(str(details.get("space")))
    return far is not None and isinstance(offset, int) and abs(offset) >= far


def _elements(details: Mapping[str, object], run: CaseRun) -> dict[str, object]:
    """Byte offsets as element numbers, for a buffer of the problem; empty for other memory."""
    buffers = run.prepared.buffers if run.prepared else ()
    buffer = next((b for b in buffers if b.name == details.get("buffer")), None)
    offset = details.get("offset")
    if buffer is None or not isinstance(offset, int) or offset % buffer.original.itemsize or not buffer.original.size:
        return {}
    return {"element": offset // buffer.original.itemsize, "last": buffer.original.size - 1}


def hazard_sentence(hazard: Hazard, lang: str, source: str = "") -> str:
    """Which lines and threads race, and where a barrier is missing or misplaced. source: of the kernel, if known."""
    needs = _HAZARD_TEXT.get(hazard.kind)
    if "tool" in hazard.example and hazard.line_a is not None:
        return say(f"faults.hazard_{hazard.kind.lower()}_lines", lang, line_a=hazard.line_a,
                   line_b=hazard.line_b or hazard.line_a, count=hazard.count)  # fmt: skip
    if needs is None or hazard.line_a is None or any(hazard.example.get(name) is None for name in needs):
        return hazard.message
    example = {n: place(v) if isinstance(v, tuple | list) else v for n, v in hazard.example.items()}
    lines = {"line_a": hazard.line_a, "line_b": hazard.line_b or hazard.line_a, "count": hazard.count}
    key = f"faults.hazard_{hazard.kind.lower()}"
    if example.get("memory") == "global":
        return _global_race(f"{key}_global", example | lines, lang)
    two_barriers = hazard.kind == "barrier_divergence" and hazard.line_b not in (None, hazard.line_a)
    if two_barriers:
        key = f"{key}_two"
    elif "under_way" in example:
        key = f"{key}_copy"
    elif known(f"{key}_{hazard.severity}"):
        key = f"{key}_{hazard.severity}"
    elif known(f"{key}_copied") and _ASYNCHRONOUS.search(_text_of(source, hazard.line_a)):
        key = f"{key}_copied"
    if "variable" in example:
        example["variable"] = example["variable"] or say("faults.memory_shared", lang)
    return say(key, lang, **example | lines)


def _global_race(key: str, example: dict[str, object], lang: str) -> str:
    """A race in global memory, and whether another order of threads gave other results."""
    who = "one_block" if example["same_block"] else "two_blocks"
    outcome = example.get("manner") or example["outcome"]
    if example["outcome"] == "differs" and not example.get("manner"):
        outcome = f"differs_{who}"
    example["where"] = say(f"faults.global_{who}", lang, **example)
    example["outcome"] = say(f"faults.global_{outcome}", lang)
    if example["line_a"] == example["line_b"] and known(f"{key}_one_line"):
        key = f"{key}_one_line"
    return say(key, lang, **example)


def place(index: Dim3 | tuple[object, ...] | list[object] | None) -> str:
    """A block or thread index as text: `(3, 0, 0)`; "" for None."""
    return "" if index is None else f"({', '.join(map(str, index))})"
