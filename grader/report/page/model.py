"""Everything on the page of one exercise, as plain data: lines with their costs, pictures, occupancy."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import field

from grader.dataclass import dataclass
from grader.launch import AccessLine, Hazard, LaunchResult, WarpAccess
from grader.report.page.code_lines import CodeLine, code_lines
from grader.report.page.figures import figure
from grader.report.page.room import Room, room
from grader.sass.matrix_instructions import MatrixInstruction
from grader.toolchain.program import Program, Resources
from grader.verdicts import Report

SPACES = ("shared", "global", "constant")
COMPARED = SPACES[:2]  # of two sources
_Key = tuple[int, str, str, int]


@dataclass(frozen=True)
class Access:
    """One kind of access of a line. figures: numbers of the pictures of its requests, the most expensive first."""

    row: AccessLine
    figures: tuple[int, ...]


@dataclass(frozen=True)
class Line:
    """One line of the student's file. hazards: numbers of those that involve it. fragments: numbers of the page's
    instructions on matrices that the compiler made of it."""

    number: int
    text: str
    accesses: tuple[Access, ...] = ()
    hazards: tuple[int, ...] = ()
    code: CodeLine = field(default_factory=CodeLine)
    fragments: tuple[int, ...] = ()

    def excess(self, space: str) -> int:
        """Wavefronts or sectors beyond the ideal."""
        return sum(access.row.excess for access in self.accesses if access.row.space == space)

    @property
    def spills(self) -> int:
        """Number of machine instructions that access local memory."""
        return sum(count for name, count in self.code.machine.items() if name.split(".")[0] in ("LDL", "STL"))


@dataclass(frozen=True)
class Launched:
    """The launch that is shown by line. case: as shown to people; threads: per block; shared_bytes: dynamic."""

    case: str
    threads: int
    shared_bytes: int
    result: LaunchResult


@dataclass(frozen=True)
class Page:
    """reports: by language. launched, resources, space: None where nothing ran. figures: as from `figure`. matrices:
    the instructions on matrices, by name."""

    reports: Mapping[str, Report]
    lines: tuple[Line, ...]
    figures: tuple[dict[str, object], ...] = ()
    hazards: tuple[Hazard, ...] = ()
    launched: Launched | None = None
    resources: Resources | None = None
    space: Room | None = None
    matrices: Mapping[str, MatrixInstruction] = field(default_factory=dict)

    @property
    def spaces(self) -> tuple[str, ...]:
        """Memory spaces that have a column: constant memory only where a line indexes it."""
        used = {access.row.space for line in self.lines for access in line.accesses}
        return tuple(space for space in SPACES if space in COMPARED or space in used)

    def worst(self, space: str) -> list[Line]:
        """The lines that cost more than the ideal, worst first."""
        dear = [line for line in self.lines if line.excess(space) > 0]
        return sorted(dear, key=lambda line: (-line.excess(space), line.number))


def page_of(
    reports: Mapping[str, Report], program: Program | None, kernel: str, launched: Launched | None,
    hazards: Sequence[Hazard] = (),
) -> Page:  # fmt: skip
    """The page of a submission. reports: the same verdicts by language; program: None if it does not compile."""
    source = next(iter(reports.values())).source.split("\n")
    if source and not source[-1]:
        source.pop()
    code = code_lines(program, kernel) if program is not None else {}
    resources = program.kernels.get(kernel) if program is not None else None
    samples = launched.result.samples if launched is not None else ()
    rows: Sequence[AccessLine] = launched.result.accesses if launched is not None else ()
    accesses = _by_line(rows, samples)
    involved: defaultdict[int, list[int]] = defaultdict(list)
    for number, hazard in enumerate(hazards):
        for at in dict.fromkeys((hazard.line_a, hazard.line_b)):
            involved[at or 0].append(number)
    matrices = {name: each for at in sorted(code) for name, each in code[at].matrices.items()}
    numbers = {name: number for number, name in enumerate(matrices)}

    def line(at: int, text: str) -> Line:
        own = code.get(at, CodeLine())
        return Line(at, text, tuple(accesses.get(at, ())), tuple(involved[at]), own,
                    tuple(numbers[name] for name in own.matrices))  # fmt: skip

    lines = tuple(line(at, text) for at, text in enumerate(source, 1))
    space = None
    if launched is not None and resources is not None and program is not None:
        shared = resources.shared_bytes + launched.shared_bytes
        space = room(program.arch, launched.threads, resources.registers, shared, resources.barriers)
    return Page(reports, lines, tuple(map(figure, samples)), tuple(hazards), launched, resources, space,
                matrices)  # fmt: skip


def _by_line(rows: Sequence[AccessLine], samples: Sequence[WarpAccess]) -> Mapping[int, list[Access]]:
    pictures: defaultdict[_Key, list[int]] = defaultdict(list)
    for number, sample in enumerate(samples):
        pictures[sample.line, sample.space, sample.operation, sample.width].append(number)
    found: defaultdict[int, list[Access]] = defaultdict(list)
    for row in rows:
        if row.space in SPACES:
            own = pictures.get((row.line, row.space, row.operation, row.width), [])
            found[row.line].append(Access(row, tuple(own)))
    return found
