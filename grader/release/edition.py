"""Makes a student edition in an empty folder: everything students need, nothing that gives answers away."""

from __future__ import annotations

import re
import shutil
from collections.abc import Callable, Iterator
from importlib import metadata, resources
from pathlib import Path

from jinja2 import Environment, PackageLoader, StrictUndefined

import grader
from grader import __version__
from grader.course.begun import FILE as HANDED_OUT
from grader.course.begun import note_handed_out
from grader.course.catalog import COURSE_FILE, Course, Exercise
from grader.course.kit import SUFFIX as KIT
from grader.course.kit import make_kit, write_kit
from grader.course.skeleton import render_skeleton
from grader.dataclass import dataclass
from grader.failure import Keyed
from grader.release.exercise_text import NotUnderstood, for_students
from grader.release.leaks import leaks
from grader.release.manifest import FILE, manifest_of
from grader.release.quizzes import write_quizzes
from grader.release.references import images, referenced

LESSONS = ("lesson.*.md", "deeper/*.md", "figures/*", "*.ipynb", "*.py")
_COPIED = (HANDED_OUT, "LICENSE", "LICENSE-lessons.md", ".editorconfig", ".devcontainer/*", ".vscode/*")
_DOCS = ("emulator*.md", "gpu*.md", "quizzes*.md", "lab*.md", "figures/*.svg")
_TEMPLATES = {
    "README.md.j2": "README.md", "README.ko.md.j2": "README.ko.md", "pyproject.toml.j2": "pyproject.toml",
    "Makefile.j2": "Makefile", "gitignore.j2": ".gitignore",
}  # fmt: skip
_AS_THEY_ARE = {name: f".github/workflows/{name}" for name in ("grade.yml", "update.yml")}
_LINK = re.compile(r"(?<!!)\[(?P<words>[^\]\n]+)\]\((?P<to>[^)#\s]+)(?:#[^)\s]*)?\)")
_SOLUTIONS_NEVER = re.compile(r"^solutions:.*$", re.M)
_DIST = "warplings"

Progress = Callable[[str], None]


class NotReleasable(Keyed):
    """The course cannot be released. key and details: of a message in the area `release`."""


@dataclass(frozen=True)
class Plan:
    """What to make. counts: graded and practice variants of each quiz, for the whole class."""

    course: Course
    course_key: bytes
    counts: tuple[int, int]


def make_edition(plan: Plan, folder: Path, progress: Progress = lambda _: None) -> None:
    """Make the edition in `folder`, which must be empty. progress: called with the name of each step.

    Raises NotReleasable, and whatever reading the course raises.
    """
    course = plan.course
    course.validate()
    note_handed_out(course)  # so that this skeleton counts as not begun next year, too
    _copy_course(course, folder)
    needed = referenced(course)
    for exercise in course.exercises:
        progress(exercise.id)
        _write_exercise(exercise, folder, exercise.id in needed)
    progress("quiz")
    write_quizzes(course, folder, plan.course_key, plan.counts)
    _copy_grader(folder)
    _write_templates(course, folder)
    _unlink(folder)
    if found := leaks(folder, course.root):
        raise NotReleasable("leaks", lines="\n".join(f"  {leak.path}: {leak.what}" for leak in found))
    (folder / FILE).write_text(manifest_of(folder).model_dump_json(indent=1) + "\n", "utf-8")


def _copy_course(course: Course, folder: Path) -> None:
    text = (course.root / COURSE_FILE).read_text("utf-8")
    _write(folder / COURSE_FILE, _SOLUTIONS_NEVER.sub("solutions: never", text))
    patterns = [*_COPIED, *(f"docs/{pattern}" for pattern in _DOCS)]
    patterns += [f"modules/{module.name}/{pattern}" for module in course.modules for pattern in LESSONS]
    for path in sorted(path for pattern in patterns for path in course.root.glob(pattern) if path.is_file()):
        target = folder / path.relative_to(course.root)
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(path, target)


def _unlink(folder: Path) -> None:
    """Replace links to files that only the course's own repository has by their text."""
    for path in sorted((folder / "docs").glob("*.md")):

        def kept(link: re.Match[str], beside: Path = path.parent) -> str:
            return link[0] if "://" in link["to"] or (beside / link["to"]).exists() else link["words"]

        path.write_text(_LINK.sub(kept, path.read_text("utf-8")), "utf-8")


def _write_exercise(exercise: Exercise, folder: Path, as_reference: bool) -> None:
    try:
        text = for_students(exercise.spec_path.read_text("utf-8"))
    except NotUnderstood:
        raise NotReleasable("exercise", path=exercise.spec_path) from None
    try:
        solution = exercise.solution_path.read_text("utf-8-sig")
    except FileNotFoundError:
        raise NotReleasable("no_solution", path=exercise.solution_path) from None
    skeleton = render_skeleton(solution, exercise.solution_path)
    target = folder / exercise.spec_path.relative_to(exercise.root)
    _write(target, text)
    _write(target.with_suffix(".cu"), skeleton)
    code = images(exercise) if as_reference else {}
    write_kit(target.with_suffix(KIT), make_kit(skeleton, exercise.spec.hints, exercise.private_cases, code))


def _copy_grader(folder: Path) -> None:
    package = Path(str(resources.files(grader)))
    shutil.copytree(package, folder / "grader", ignore=shutil.ignore_patterns("__pycache__", "*.pyc"))


def _write_templates(course: Course, folder: Path) -> None:
    """Write the files that are specific to editions."""
    templates = Environment(loader=PackageLoader("grader.release", "files"), undefined=StrictUndefined,
                            keep_trailing_newline=True, trim_blocks=True)  # fmt: skip
    for name, target in _TEMPLATES.items():
        text = templates.get_template(name).render(
            course=course, version=__version__, requirements=list(_pinned()), gpu=list(_required("gpu")),
            private=sum(exercise.private_cases for exercise in course.exercises),
        )  # fmt: skip
        _write(folder / target, text)
    for name, target in _AS_THEY_ARE.items():
        _write(folder / target, (resources.files("grader.release") / "files" / name).read_text("utf-8"))


def _pinned() -> Iterator[str]:
    """The grader's requirements, pinned to the versions installed here."""
    for requirement in metadata.requires(_DIST) or ():
        if "extra ==" not in requirement:
            name = re.match(r"[A-Za-z0-9._-]+", requirement)
            assert name is not None
            marker = requirement.partition(";")[2].strip()
            yield f"{name[0]}=={metadata.version(name[0])}" + (f"; {marker}" if marker else "")


def _required(extra: str) -> Iterator[str]:
    """The requirements of an extra, as declared."""
    for requirement in metadata.requires(_DIST) or ():
        need, _, marker = requirement.partition(";")
        wanted = re.sub(rf"""\s*(?:and\s+)?extra == ["']{extra}["']""", "", marker)
        if wanted != marker:
            yield need.strip() + (f"; {wanted.strip()}" if wanted.strip() else "")


def _write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, "utf-8", newline="")
