"""Students who edit all that their edition came with: the instructor's grading must be unmoved."""

from __future__ import annotations

import gzip
from collections.abc import Mapping
from pathlib import Path

from tests.attacks.categories.sources import instead
from tests.attacks.categories.trees import PLACE, WRONG_SCORE, scored
from tests.attacks.model import Attack, Kind, Make

_WRONG = instead("c[i] = 0;")
_CODE = "import os, sys\nprint('{\"score\": 100}')\nopen(os.path.expanduser('~/was-here'), 'w')\nsys.exit(0)\n"
_EASY = (
    "title: {ko: x, en: x}\nkernel: vector_add\nproblem: vector_add\nlaunch: {block: [256], tile: {n: 256}}\n"
    "cases: [{n: 0}]\nchecks: {correctness: {points: 100000}}\n"
)
_COURSE = "title: {ko: x, en: x}\ngate: {share: 0, mode: advise}\nmodules: [{name: 00_first_kernel, title: {ko: x, en: x}}]\n"


def _edited(name: str, files: Mapping[str, str | bytes]) -> Attack:
    def make(path: Path) -> None:
        for place, content in {PLACE: _WRONG, **files}.items():
            target = path / place
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(content if isinstance(content, bytes) else content.encode())

    made: Make = make
    return Attack(name, "edited editions", Kind.EDITION, made, scored(WRONG_SCORE))


_SPEC = PLACE.replace(".cu", ".yaml")

ATTACKS = [
    _edited("exercise_without_cases", {_SPEC: _EASY}),
    _edited("exercise_that_is_a_bomb", {_SPEC: "a: &a [x]\n" + "".join(f"a{n}: &a{n} [*a, *a]\n" for n in range(99))}),
    _edited("private_cases_of_ones_own", {"solutions/00_first_kernel/vector_add.private.yaml": "cases: [{n: 0}]\n"}),
    _edited("solution_that_is_wrong_too", {"solutions/00_first_kernel/vector_add.cu": _WRONG}),
    _edited("course_without_gates", {"course.yaml": _COURSE}),
    _edited("grader_that_gives_full_points", {
        "grader/__init__.py": _CODE, "grader/__main__.py": _CODE, "grader/checks/__init__.py": _CODE,
        "grader/grading/grade.py": _CODE, "grader/sandbox/child.py": _CODE}),
    _edited("modules_that_python_loads_by_itself", {
        "sitecustomize.py": _CODE, "usercustomize.py": _CODE, "numpy.py": _CODE, "json.py": _CODE, "x.pth": "import x\n"}),
    _edited("settings_of_tools", {
        "conftest.py": _CODE, "pyproject.toml": "[tool.pytest.ini_options]\naddopts = '-p x'\n", "Makefile": "all:\n\tfalse\n",
        ".env": "WARPLINGS_SANDBOX=limits\n", ".git/hooks/post-checkout": _CODE, "nbgrader_config.py": _CODE}),
    _edited("kit_of_ones_own", {PLACE.replace(".cu", ".kit"): gzip.compress(b'{"skeleton": "x", "private": 0}')}),
    _edited("sealed_quiz_of_ones_own", {"modules/00_first_kernel/sealed.quiz": gzip.compress(b"{}" * 1000)}),
    _edited("quiz_of_ones_own", {"modules/00_first_kernel/quiz.yaml": "items: []\n"}),
    _edited("progress_that_was_never_made", {".warplings/progress.json": '{"00_first_kernel/vector_add": "passed"}'}),
    _edited("key_of_ones_own", {".warplings/key": "0" * 64}),
]
