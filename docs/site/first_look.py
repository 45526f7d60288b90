"""What the site's first page shows before anything else: a kernel that fails, the sentence that it is told, and why.

The kernel is graded while the site is built, so that nothing here can differ from what a student would see.
"""

from __future__ import annotations

from collections.abc import Mapping

from grader.course.catalog import Course
from grader.grading.grade import Devices
from grader.grading.submissions import grade_data
from grader.sandbox.session import Session
from grader.verdicts import Status

EXERCISE, WRONG = "06_shared_memory_tiling/transpose_tiled", "unpadded_tile"
CHECK = "shared_excess"
BEFORE, AFTER = 2, 1  # lines shown around the one that is told
BANKS = "docs/figures/lab_tile.{lang}.svg"


def first_look(course: Course, lang: str, say: Mapping[str, str]) -> str:
    """The top of the first page, as Markdown; it leads to the first lesson."""
    exercise = course.named(EXERCISE)
    assert exercise is not None
    kernel = exercise.kernel(exercise.wrong_dir / f"{WRONG}.cu")
    report = grade_data(course, exercise, exercise.source_path.name, kernel, Devices(Session), lang).report
    failed = next(check for check in report.checks if check.id == CHECK and check.status is Status.FAIL)
    note, lines = failed.lines[0], report.source.split("\n")
    shown = lines[note.line - 1 - BEFORE : note.line + AFTER]
    code = "\n".join(("→ " if at == BEFORE else "  ") + line for at, line in enumerate(shown))
    return "\n\n".join([
        f"```text\n{code}\n```",
        f"**{CHECK}: FAIL.** {say['line'].format(number=note.line)} {note.message}",
        f"**[{say['begin']}](modules/{course.modules[0].name}/lesson.md)**",
        f"![{say['banks_alt']}]({BANKS.format(lang=lang)})",
    ])  # fmt: skip
