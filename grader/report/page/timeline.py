"""Two unordered threads as a small picture: who does what, and what is missing between them."""

from __future__ import annotations

from grader.checks.fault_words import place
from grader.dataclass import dataclass
from grader.launch import Hazard
from grader.report.page.translated import Translated, translated

_ACTS = {"RAW": ("writes", "reads"), "WAR": ("reads", "writes"), "WAW": ("writes", "writes")}


@dataclass(frozen=True)
class Track:
    """One thread and its access. second: whether that is the later one."""

    thread: Translated
    block: Translated | None
    act: Translated
    line: int | None
    second: bool


@dataclass(frozen=True)
class Timeline:
    """tracks: in the order of their accesses. missing: what should be between them."""

    tracks: tuple[Track, ...]
    missing: Translated


def timeline(hazard: Hazard) -> Timeline | None:
    """The picture of a race, an uninitialised read or a shuffle; None if the example lacks the details."""
    example = hazard.example
    block = example.get("block")
    first = example.get("thread_a")
    if not _is_place(first) or not _is_place(block):
        return None
    if hazard.kind == "uninitialised_read":
        return Timeline((_track(first, None, "reads", hazard.line_a, False),), translated("page.nobody_wrote"))
    if hazard.kind == "undefined_shuffle":
        missing = translated("page.asks_lane", source=example.get("source"))
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
        translated(f"page.{lacks}"),
    )


def _is_place(value: object) -> bool:
    return isinstance(value, tuple | list) and len(value) == 3


def _track(thread: object, block: object, act: str, line: int | None, second: bool) -> Track:
    assert isinstance(thread, tuple | list)
    where = translated("page.block", block=place(block)) if isinstance(block, tuple | list) else None
    named = translated(f"page.{act}")
    said = named if line is None else translated("page.line_act", line=line, act=named)
    return Track(translated("page.thread", thread=place(thread)), where, said, line, second)
