"""The view model of a page's template: rows, marks, sentences in every language."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import field
from math import ceil

from grader.checks.fault_words import hazard_sentence
from grader.dataclass import dataclass
from grader.grading.history import Attempt
from grader.launch import AccessLine, Hazard
from grader.listing import cut
from grader.report.error_map import first_of_row, map_title, shade
from grader.report.html.visible import MOST_LINES, TAB
from grader.report.page.comparison import Comparison, compared
from grader.report.page.model import SPACES, Line, Page
from grader.report.page.speed import Race, Step, race
from grader.report.page.timeline import Timeline, timeline
from grader.report.page.translated import Translated, in_all, translated
from grader.report.page.walk import WalkView, walk_view
from grader.report.values import NOTHING, points_text, value_text
from grader.verdicts import CheckResult, Explained, Report, Status

HEATS = 4  # steps of colour
_WORST = 5
_WIDE = re.compile(r"(LD|LDG|LDS|LDSM|ST|STG|STS|LDGSTS)\.(64|128)")

Note = tuple[str, Translated, bool]  # the check, what it says, and whether it passes nevertheless


@dataclass(frozen=True)
class Heading:
    """What the page shows besides the report. course, title, lesson: by language; file: its path as shown.

    links: by check and language, the address of the section to read, relative to the page.
    """

    course: Translated
    title: Translated
    lesson: Translated
    file: str
    links: Mapping[str, Translated] = field(default_factory=dict)


@dataclass(frozen=True)
class MapView:
    """Where a result is wrong. cells: shades by row, from 0 to 4; None: no element. words: the same as text."""

    title: Translated
    cells: tuple[tuple[int | None, ...], ...]
    words: Translated


@dataclass(frozen=True)
class CheckRow:
    """One verdict. starter, measured, target: as text. depends: not judged because a predecessor failed.

    map, working: of a wrong result, where it is wrong and how its first wrong element is computed.
    """

    id: str
    status: Status
    points: str
    starter: str
    measured: str
    target: str
    title: Translated
    message: Translated
    read: Translated | None
    lines: tuple[int, ...]
    depends: bool
    cautions: bool
    map: MapView | None = None
    working: Translated | None = None


@dataclass(frozen=True)
class Cost:
    """One kind of access of a line. share, needed: cost and ideal in percent of the most expensive line."""

    row: AccessLine
    name: Translated
    figures: tuple[int, ...]
    share: float
    needed: float


@dataclass(frozen=True)
class Row:
    """A line of the source. heat: 0 for a line without excess, else up to HEATS."""

    line: Line
    text: str
    heat: int
    costs: Mapping[str, tuple[Cost, ...]]
    notes: tuple[Note, ...]

    @property
    def widths(self) -> list[str]:
        """The 64- and 128-bit memory instructions."""
        wide = ((name, count) for name, count in self.line.code.machine.items() if _WIDE.fullmatch(name))
        return [f"{name} ×{count}" for name, count in wide]


@dataclass(frozen=True)
class HazardView:
    """A hazard in words and as a picture; spread: by warp, which lanes came to the barrier."""

    hazard: Hazard
    kind: Translated
    severity: Translated
    sentence: Translated
    timeline: Timeline | None
    spread: tuple[tuple[bool, ...], ...]


@dataclass(frozen=True)
class Against:
    """A comparison with another source."""

    name: str
    comparison: Comparison
    same_source: bool


@dataclass(frozen=True)
class View:
    """Everything that the template shows."""

    page: Page
    heading: Heading
    report: Report
    checks: tuple[CheckRow, ...]
    rows: tuple[Row, ...]
    more_lines: int
    worst: tuple[tuple[Line, str], ...]
    hazards: tuple[HazardView, ...]
    against: tuple[Against, ...]
    error: Translated | None = None
    race: Race | None = None
    walk: WalkView | None = None

    @property
    def sections(self) -> tuple[str, ...]:
        """The page's sections, in order."""
        speed = ("speed",) if self.race is not None else ()
        walk = ("walk",) if self.walk is not None else ()
        return ("verdicts", "source", *walk, "hazards", "resources", *speed, "changes")

    @property
    def starter_column(self) -> bool:
        """Whether the starter was measured."""
        return any(check.starter != NOTHING for check in self.checks)


def view_of(
    page: Page, heading: Heading, last: Attempt | None, starter: Attempt | None, steps: Sequence[Step] = ()
) -> View:
    """last, starter: earlier sources to compare with. steps: exercises timed on the same work, in order."""
    report = next(iter(page.reports.values()))
    shown = page.lines[:MOST_LINES]
    worst = [(line, space) for space in SPACES for line in page.worst(space)[:_WORST]]
    return View(page=page, heading=heading, report=report,
                checks=tuple(_check(page, heading, number) for number in range(len(report.checks))),
                rows=tuple(_rows(page, shown)), more_lines=len(page.lines) - len(shown), worst=tuple(worst),
                hazards=tuple(map(_hazard, page.hazards)),
                against=tuple(_against(report, {"last": last, "starter": starter})),
                error=None if report.error is None else in_all(lambda lang: (page.reports[lang].error or ("", ""))[1]),
                race=_race(report, last, starter, steps),
                walk=walk_view(page.launched.result.walk) if page.launched is not None else None)  # fmt: skip


def _race(report: Report, last: Attempt | None, starter: Attempt | None, steps: Sequence[Step]) -> Race | None:
    if report.timed is None:
        return None
    before, skeleton = (None if attempt is None else attempt.speed for attempt in (last, starter))
    return race(report.timed, before, skeleton, steps, report.exercise)


def _check(page: Page, heading: Heading, number: int) -> CheckRow:
    each = {lang: report.checks[number] for lang, report in page.reports.items()}
    check = next(iter(each.values()))
    read = None
    if check.read:
        read = in_all(lambda lang: translated("page.read", section=each[lang].read, lesson=heading.lesson)[lang])
    return CheckRow(
        id=check.id, status=check.status,
        points=f"{points_text(check.points)} / {points_text(check.max_points)}" if check.max_points else "",
        starter=value_text(check.starter), measured=value_text(check.measured), target=value_text(check.target),
        title=in_all(lambda lang: each[lang].title), message=in_all(lambda lang: each[lang].message), read=read,
        lines=tuple(dict.fromkeys(note.line for note in check.lines)), depends=check.depends_on_failed is not None,
        cautions=check.cautions, map=_map({lang: one.explained for lang, one in each.items()}),
        working=_working({lang: one.explained for lang, one in each.items()}),
    )  # fmt: skip


def _working(each: Mapping[str, Explained | None]) -> Translated | None:
    lines = {lang: "\n".join(one.working) for lang, one in each.items() if one is not None and one.working}
    return Translated(lines) if lines else None


def _map(each: Mapping[str, Explained | None]) -> MapView | None:
    known = {lang: one for lang, one in each.items() if one is not None}
    shown = next((one.map for one in known.values()), None)
    if shown is None or shown.rows * shown.cols == 1:
        return None
    cells = tuple(tuple(None if share is None else shade(share) for share in row) for row in shown.wrong)
    rows = [translated("page.map_row", first=first_of_row(shown, at), wrong=sum(map(bool, row)), total=len(row))
            for at, row in enumerate(cells)]  # fmt: skip
    words = in_all(lambda lang: " ".join(row[lang] for row in rows))
    return MapView(in_all(lambda lang: map_title(known[lang], lang)), cells, words)


def _rows(page: Page, lines: Sequence[Line]) -> list[Row]:
    dearest = {space: max((a.row.cost for line in page.lines for a in line.accesses if a.row.space == space),
                          default=1) or 1 for space in SPACES}  # fmt: skip
    hottest = {space: max((line.excess(space) for line in page.lines), default=0) for space in SPACES}
    notes = _notes([report.checks for report in page.reports.values()], list(page.reports))
    return [
        Row(
            line=line,
            text=cut(line.text.expandtabs(TAB)),
            heat=max(ceil(HEATS * line.excess(space) / hottest[space]) if line.excess(space) > 0 else 0
                     for space in SPACES),
            costs={space: _costs(line, space, dearest[space]) for space in SPACES},
            notes=notes.get(line.number, ()),
        )
        for line in lines
    ]  # fmt: skip


def _costs(line: Line, space: str, dearest: int) -> tuple[Cost, ...]:
    return tuple(
        Cost(row=access.row, name=translated(f"report.operation_{access.row.operation}", width=access.row.width),
             figures=access.figures, share=round(100 * access.row.cost / dearest, 1),
             needed=round(100 * access.row.ideal / dearest, 1))
        for access in line.accesses
        if access.row.space == space
    )  # fmt: skip


def _notes(checks: Sequence[Sequence[CheckResult]], languages: Sequence[str]) -> dict[int, tuple[Note, ...]]:
    """The checks' notes by line, each sentence once per line. checks: by language, in the same order."""
    found: defaultdict[int, dict[str, Note]] = defaultdict(dict)
    for same in zip(*checks, strict=True):
        for notes in zip(*(check.lines for check in same), strict=True):
            sentence = Translated(zip(languages, (note.message for note in notes), strict=True))
            if notes[0].message:
                found[notes[0].line].setdefault(notes[0].message, (same[0].id, sentence, same[0].cautions))
    return {line: tuple(said.values()) for line, said in found.items()}


def _hazard(hazard: Hazard) -> HazardView:
    return HazardView(hazard=hazard, kind=translated(f"report.kind_{hazard.kind}"),
                      severity=translated(f"report.severity_{hazard.severity}"),
                      sentence=in_all(lambda lang: hazard_sentence(hazard, lang)), timeline=timeline(hazard),
                      spread=_spread(hazard))  # fmt: skip


def _spread(hazard: Hazard) -> tuple[tuple[bool, ...], ...]:
    came, expected = hazard.example.get("came"), hazard.example.get("expected")
    if not isinstance(came, list | tuple) or not isinstance(expected, int):
        return ()
    threads = [False] * expected
    for first, last in came:
        threads[first : last + 1] = [True] * (last + 1 - first)
    return tuple(tuple(threads[at : at + 32]) for at in range(0, expected, 32))


def _against(report: Report, others: Mapping[str, Attempt | None]) -> list[Against]:
    rows = [row for row in report.accesses if isinstance(row, AccessLine)]
    return [Against(name, compared(other.source, other.accesses, report.source, rows), other.source == report.source)
            for name, other in others.items() if other is not None]  # fmt: skip
