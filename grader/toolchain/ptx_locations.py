"""Source positions in PTX: `.file` and `.loc` directives, the calls that were inlined included."""

from __future__ import annotations

import re
from bisect import bisect_right
from pathlib import PurePath

from grader.dataclass import dataclass
from grader.toolchain.ptx_statements import HEADER

_POSITION = r"\s+([0-9]{1,9})\s+([0-9]{1,9})\s+([0-9]{1,9})"
_LOC = re.compile(rf"\.loc{_POSITION}(?:\s*,\s*function_name[^,]*,\s*inlined_at{_POSITION})?")
_FILE = re.compile(r'^\s*\.file\s+([0-9]{1,9})\s+"((?:[^"\\]|\\.)*)"', re.M)


@dataclass(frozen=True, slots=True)
class Location:
    """Where an instruction comes from.

    file, line: innermost position, as in the machine code's line table. student_line: the line of the student's file to
    name in a message (the call, if the code was inlined from a header).
    """

    file: str
    line: int
    student_line: int | None


class Locations:
    """The position that the `.loc` directives say, one after the other. student_file: name of the compiled source, the
    last part of its path in a .file directive. here: of the instructions that follow.
    """

    def __init__(self, ptx: str, student_file: str) -> None:
        self._files = {int(n): path for n, path in _FILE.findall(ptx)}
        name = PurePath(student_file).name
        # NVRTC may give its built-in header the same name, with a higher number.
        self._student = set(sorted(n for n, path in self._files.items() if PurePath(path).name == name)[:1])
        self._callers: dict[tuple[int, int, int], tuple[int, int, int]] = {}
        self._known: dict[tuple[int, int, int], Location] = {}
        self.here: Location | None = None

    def move(self, directive: str) -> None:
        """Take a `.loc` directive."""
        match = _LOC.match(directive)
        if not match:
            return
        file, line, column = (int(g) for g in match.group(1, 2, 3))
        if match.group(4):
            self._callers[file, line, column] = (int(match.group(4)), int(match.group(5)), int(match.group(6)))
        if line == 0:
            return  # generated code: belongs to the previous line
        position = (file, line, column)
        if match.group(4) or position not in self._known:
            self._known[position] = Location(self._files.get(file, ""), line, self._student_line(position))
        self.here = self._known[position]

    def _student_line(self, position: tuple[int, int, int]) -> int | None:
        seen = set()
        while position[0] not in self._student:
            if position in seen or position not in self._callers:
                return self.here.student_line if self.here else None
            seen.add(position)
            position = self._callers[position]
        return position[1]


class LocationsOfLines:
    """The positions of the lines of a PTX text, without reading what else it says."""

    def __init__(self, ptx: str, student_file: str) -> None:
        locations = Locations(ptx, student_file)
        self._lines: list[int] = []
        self._found: list[Location | None] = []
        for number, raw in enumerate(ptx.split("\n"), 1):
            line = raw.lstrip()
            if line.startswith((".loc\t", ".loc ")):
                locations.move(line)
            elif HEADER.match(line):
                locations.here = None
            else:
                continue
            self._lines.append(number)
            self._found.append(locations.here)

    def at(self, line: int) -> Location | None:
        """The position of a line of the PTX, counted from 1."""
        index = bisect_right(self._lines, line) - 1
        return self._found[index] if index >= 0 else None
