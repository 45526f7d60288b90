"""The profile of one launch in the terminal: totals, accesses by line, hazards, faults, resources."""

from __future__ import annotations

from collections.abc import Iterator

from rich.console import Group, RenderableType
from rich.text import Text

from grader.checks.base import CaseRun
from grader.checks.fault_words import fault_sentence, hazard_sentence
from grader.grading.profile import Profile
from grader.launch import Fault, LaunchResult
from grader.listing import excerpt, printable
from grader.problems.base import Case
from grader.report.access_table import SPACES, access_tables, inexact, totals_table
from grader.report.executed_table import executed_table, executed_totals
from grader.report.style import stacked, unwrapped
from grader.texts import say
from grader.toolchain.program import Resources

SEVERITY_STYLES = {"error": "bold red", "warning": "yellow", "note": "dim"}


def profile_view(profile: Profile, lang: str) -> RenderableType:
    """Everything `grader profile` prints for one device."""
    facts = " | ".join(filter(None, (f"{profile.backend} {profile.arch}", profile.toolchain)))
    parts: list[RenderableType] = [Text.assemble((printable(profile.kernel), "bold"), "\n", (facts, "dim"))]
    if profile.error is not None:
        parts.append(Text("\n".join(map(printable, profile.error[1].split("\n")))))
    if profile.result is not None:
        parts += _measured(profile, profile.result, lang)
    if profile.resources is not None:
        parts.append(_resources(profile.resources, lang))
    if profile.occupancy is not None:
        parts.append(_occupancy(profile.occupancy, profile.achieved_occupancy, lang))
    if profile.notes:
        parts.append(Text("\n".join(map(printable, profile.notes)), style="dim"))
    return stacked(parts)


def _measured(profile: Profile, result: LaunchResult, lang: str) -> Iterator[RenderableType]:
    source = profile.source
    for fault in result.faults:
        yield _fault(fault, source, lang)
    if profile.counted:
        yield from _counts(result, source, lang)
    if profile.hazards_known or result.hazards:
        yield from _hazards(result, source, lang)
    if result.printed:
        yield Text("\n".join([say("report.printed", lang), *map(printable, result.printed.splitlines())]))


def _counts(result: LaunchResult, source: str, lang: str) -> Iterator[RenderableType]:
    yield totals_table([(space, result.total(space)) for space in SPACES], lang)
    counts = (result.thread_instructions, result.divergent_branches, result.barriers)
    names = ("thread_instructions", "divergent_branches", "barriers")
    known = [(name, count) for name, count in zip(names, counts, strict=True) if count is not None]
    told = [say(f"report.{name}", lang, count=f"{count:,}") for name, count in known]
    yield Text("\n".join([*told, *(executed_totals(result.executed, lang) if result.executed else ())]))
    yield from access_tables(result.accesses, source, lang)
    if result.executed:
        yield executed_table(result.executed, source, lang)
    if inexact(result.accesses) or not all(each.exact for each in result.executed):
        yield Text(say("report.inexact", lang), style="dim")


def _hazards(result: LaunchResult, source: str, lang: str) -> Iterator[RenderableType]:
    if not result.hazards:
        yield Text(say("report.no_hazards_until" if result.faults else "report.no_hazards", lang))
    for hazard in result.hazards:
        severity = say(f"report.severity_{hazard.severity}", lang)
        kind = say(f"report.kind_{hazard.kind}", lang)
        head = say("report.hazard", lang, severity=severity, kind=kind, count=f"{hazard.count:,}")
        lines = [n for n in dict.fromkeys((hazard.line_a, hazard.line_b)) if n is not None]
        style = SEVERITY_STYLES.get(hazard.severity, "")
        yield _finding(Text(head, style=style), hazard_sentence(hazard, lang, source), lines, source)


def _fault(fault: Fault, source: str, lang: str) -> RenderableType:
    lines = [fault.line] if fault.line is not None else []
    head = Text(say("report.fault", lang), style="bold red")
    return _finding(head, fault_sentence(fault, CaseRun(0, Case()), lang, source), lines, source)


def _finding(head: Text, sentence: str, lines: list[int], source: str) -> RenderableType:
    quoted = [text for number in lines for text in excerpt(source, number)]
    return Group(head, Text(printable(sentence)), *unwrapped(quoted))


def _occupancy(theoretical: float, achieved: float | None, lang: str) -> Text:
    text = say("report.occupancy", lang, percent=100 * theoretical)
    return Text(text if achieved is None else f"{text} {say('report.occupancy_achieved', lang, percent=achieved)}")


def _resources(resources: Resources, lang: str) -> Text:
    return Text(say("report.resources", lang, registers=resources.registers, shared=f"{resources.shared_bytes:,}",
                    local=f"{resources.local_bytes:,}", spills=f"{resources.spill_bytes:,}"))  # fmt: skip
