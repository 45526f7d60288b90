"""Two threads that nothing orders, as a small picture: who does what, and what is missing between them."""

from __future__ import annotations

from dataclasses import dataclass

from grader.checks.fault_words import place
from grader.launch import Hazard
from grader.report.page.told import Told, told

_ACTS = {"RAW": ("writes", "reads"), "WAR": ("reads", "writes"), "WAW": ("writes", "writes")}


@dataclass(frozen=True)
class Track:
    """One thread: who it is, and its access. second: whether that is the later one."""

    thread: Told
    block: Told | None
    act: Told
    line: int | None
    second: bool


@dataclass(frozen=True)
class Timeline:
    """tracks: in the order of their accesses. missing: what is not there between them."""

    tracks: tuple[Track, ...]
    missing: Told


def timeline(hazard: Hazard) -> Timeline | None:
    """The picture of a race, of a read that nobody wrote before, or of a shuffle; None where the example says too
    little for one.
    """
    example = hazard.example
    block = example.get("block")
    first = example.get("thread_a")
    if not _is_place(first) or not _is_place(block):
        return None
    if hazard.kind == "uninitialised_read":
        return Timeline((_track(first, None, "reads", hazard.line_a, False),), told("page.nobody_wrote"))
    if hazard.kind == "undefined_shuffle":
        missing = told("page.asks_lane", source=example.get("source"))
        return Timeline((_track(first, None, "shuffles", hazard.line_a, False),), missing)
    acts, second = _ACTS.get(hazard.kind), example.get("thread_b")
    if acts is None or not _is_place(second):
        return None
    other = example.get("block_b")
    blocks = (block, other) if _is_place(other) else (None, None)
    lacks = "not_waited" if "under_way" in example else "no_barrier"
    if example.get("memory") == "global" and not example.get("same_block"):
        lacks = "no_barrier_grid"
    return Timeline(
        (
            _track(first, blocks[0], acts[0], hazard.line_a, False),
            _track(second, blocks[1], acts[1], hazard.line_b, True),
        ),
        told(f"page.{lacks}"),
    )


def _is_place(value: object) -> bool:
    return isinstance(value, tuple | list) and len(value) == 3


def _track(thread: object, block: object, act: str, line: int | None, second: bool) -> Track:
    assert isinstance(thread, tuple | list)
    where = told("page.block", block=place(block)) if isinstance(block, tuple | list) else None
    named = told(f"page.{act}")
    return Track(told("page.thread", thread=place(thread)), where,
                 named if line is None else told("page.line_act", line=line, act=named), line, second)  # fmt: skip
