"""What `grader new` writes: every file of an exercise, complete except for what only its author knows.

Those places are marked `TODO(author)`; `grader selftest` fails as long as there is one.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import MISSING, fields
from pathlib import Path

from grader.course.catalog import COURSE_FILE, Exercise
from grader.course.documents import Document
from grader.dataclass import dataclass
from grader.records import Record

MARK = "TODO(author)"
_SIZES = ((64, 64, 64, 64), (65, 33, 47, 29), (1, 1, 1, 1))  # whole blocks, ragged and not square, the smallest
_LENGTHS = (1024, 1000, 1)
_HEADERS = {"__half": "cuda_fp16.h", "__nv_bfloat16": "cuda_bf16.h"}
_LONG, _SIDE = 256, 16  # threads of a block along its only axis, along each of two


@dataclass(frozen=True)
class Family:
    """What an exercise takes from its problem family. signature: the kernel's parameters, as in C."""

    name: str
    signature: tuple[str, ...]
    case_model: type[Record]

    @property
    def dimensions(self) -> tuple[str, ...]:
        """Names of the sizes of a case."""
        return getattr(self.case_model, "DIMENSIONS", ())

    @property
    def examples(self) -> tuple[str, ...]:
        """Cases as they stand in an exercise file, of a family whose sizes hang on each other."""
        return getattr(self.case_model, "EXAMPLES", ())


def exercise_files(module: str, name: str, family: Family) -> dict[str, str]:
    """Texts of the new files by their path from the course's folder."""
    own = f"{module}/{name}"
    return {
        f"solutions/{own}.cu": _solution(name, family),
        f"exercises/{own}.yaml": _spec(name, family),
        f"tests/submissions/{own}/wrong/writes_nothing.cu": _writes_nothing(name, family),
    }


def with_exercise(text: str, course: Document, module: str, name: str) -> str:
    """The text of `course.yaml` with the exercise at the end of its module, and with the module if it is new."""
    data = course.data
    assert isinstance(data, dict)
    modules = data["modules"]
    assert isinstance(modules, list)
    names = [spec["name"] for spec in modules if isinstance(spec, dict)]
    if module not in names:
        words = module[3:].replace("_", " ").capitalize()
        return f"{text.rstrip()}\n{_MODULE.format(module=module, words=words, mark=MARK, name=name)}"
    index = names.index(module)
    there = modules[index]
    assert isinstance(there, dict)
    exercises = there.get("exercises")
    if not isinstance(exercises, list) or not exercises:
        return text  # the module takes all exercises in its folder
    last = course.mark(("modules", index, "exercises", len(exercises) - 1))
    lines = text.splitlines(keepends=True)
    line = lines[last.line - 1]
    if not line[: last.column - 1].strip().startswith("-"):
        raise ValueError(f"{course.path}:{last.line}:{last.column}")  # a list in one line, [a, b]
    lines.insert(last.line, f"{line[: last.column - 1]}{name}\n")
    return "".join(lines)


def unfinished(exercise: Exercise) -> Iterator[tuple[Path, int]]:
    """Every place in the exercise's files and in `course.yaml` that its author has yet to write."""
    kept = (p for folder in (exercise.wrong_dir, exercise.cheat_dir) for p in sorted(folder.glob("*.cu")))
    for path in (exercise.root / COURSE_FILE, exercise.spec_path, exercise.solution_path, *kept):
        if path.is_file():
            lines = path.read_text("utf-8", errors="replace").splitlines()
            yield from ((path, number) for number, line in enumerate(lines, 1) if MARK in line)


def _kernel(name: str, family: Family, body: Sequence[str]) -> str:
    """The kernel, under the headers that declare its parameters' types."""
    headers = [header for kind, header in _HEADERS.items() if any(kind in p for p in family.signature)]
    head = f'extern "C" __global__ void {name}('
    room = 120 - len(head)
    rows = [""]
    for i, parameter in enumerate(family.signature):
        piece = parameter + (")" if i == len(family.signature) - 1 else ", ")
        if rows[-1] and len(rows[-1]) + len(piece.rstrip()) > room:
            rows.append("")
        rows[-1] += piece
    parameters = f"\n{' ' * len(head)}".join(row.rstrip() for row in rows)
    includes = [*(f"#include <{header}>" for header in headers), *[""] * bool(headers)]
    return "\n".join([*includes, f"{head}{parameters}", "{", *(f"    {line}" for line in body), "}", ""])


def _solution(name: str, family: Family) -> str:
    body = (
        f"// TODO(1): {MARK} what the student writes here, in one sentence. (about 3 lines)",
        "// BEGIN SOLUTION",
        f"// {MARK} the version that you would show in a lecture",
        "// END SOLUTION",
    )
    return f"// {MARK} what the kernel computes, and what this exercise is about.\n\n{_kernel(name, family, body)}"


def _writes_nothing(name: str, family: Family) -> str:
    return f"// expect: correctness\n// Nothing is written.\n\n{_kernel(name, family, ())}"


def _spec(name: str, family: Family) -> str:
    hints = "\n".join(f"  {lang}:\n" + "\n".join(f"    - {MARK} {what}" for what in ("the idea", "the API", "the line"))
                      for lang in ("ko", "en"))  # fmt: skip
    cases = "\n".join(f"  - {case}" for case in _cases(family))
    return _EXERCISE.format(mark=MARK, name=name, problem=family.name, launch=_launch(family), hints=hints, cases=cases)


def _launch(family: Family) -> str:
    """Blocks along the only dimension, or along the second (x) and the first (y)."""
    sizes = family.dimensions
    if len(sizes) < 2:
        return f"{{block: [{_LONG}], tile: {{{''.join(sizes)}: {_LONG}}}}}"
    return f"{{block: [{_SIDE}, {_SIDE}], tile: {{{sizes[1]}: {_SIDE}, {sizes[0]}: {_SIDE}}}}}"


def _cases(family: Family) -> Iterator[str]:
    """Cases for the family, the first in whole blocks, with launch and a block's share where the model wants them."""
    counted = "    # the one that is counted"
    if family.examples:
        yield from (f"{{{case}}}{counted * (number == 0)}" for number, case in enumerate(family.examples))
        return
    sizes = family.dimensions
    choices = [dict.fromkeys(sizes, n) for n in _LENGTHS] if len(sizes) < 2 else [
        dict(zip(sizes, row, strict=False)) for row in _SIZES
    ]  # fmt: skip
    required = {field.name for field in fields(family.case_model) if field.default is MISSING}
    wanted = required & {"grid", "block", "chunk", "radius", "zoom", "bit", "shift"}
    for number, case in enumerate(choices):
        launch = {"grid": [-(-max(case.values()) // _LONG)], "block": [_LONG], "chunk": _LONG,
                  "radius": 1, "zoom": 1.5, "bit": 0, "shift": 0}  # fmt: skip
        given = case | {key: launch[key] for key in sorted(wanted, reverse=True)}
        shown = ", ".join(f"{key}: {value}" for key, value in given.items())
        yield f"{{{shown}}}" + counted * (number == 0)


_MODULE = """\
  - name: {module}
    title:
      ko: {mark}
      en: {words}
    exercises:
      - {name}
"""

_EXERCISE = """\
# {mark} where the counts below come from, derived for the first case.
title: {{ko: {mark}, en: {mark}}}
kernel: {name}
problem: {problem}
launch: {launch}
starter_fails: correctness
hints:
{hints}
cases:
{cases}
checks:
  correctness: {{points: 60}}
  hazards: {{points: 20}}
  global_sectors: {{points: 20, at_most: 0}}    # `grader calibrate` writes the number
"""
