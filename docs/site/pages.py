"""The Markdown of the site: lessons and documents as they stand in the repository, and pages made for the site alone.

The tree is that of the repository, so that a link which works there works here: `lesson.en.md` and `lesson.ko.md`
become `lesson.md` of one language each, links to pages lead to pages, and those to other files of the repository to
where it is published.
"""

from __future__ import annotations

import os
import posixpath
import re
import shutil
import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path

import yaml
from first_look import first_look
from lab import with_experiments
from practice import practice_page

from grader.course.catalog import Course, Exercise, Module, open_course
from grader.course.lessons import pages
from grader.course.restart import pristine
from grader.grading.opening import problem_cases
from grader.report.values import points_text

HERE = Path(__file__).resolve().parent
LAB = "lab"
DOCUMENTS = ("emulator", "gpu", "tune", "quizzes", "instructor", "ci", "gradebook", "nbgrader")
_DECISIONS = ("1-nvrtc-pinned", "2-counting", "3-sandbox-wire", "4-lazy-imports", "5-private-cases")
_OF_ENGINEERS = ("docs/architecture", "docs/testing", *(f"docs/decisions/{name}" for name in _DECISIONS), "CHANGELOG")
ENGLISH_ONLY = ("docs/contributing.md", "CONTRIBUTING.md", "SECURITY.md", "LICENSE-lessons.md",
                *(f"{name}.md" for name in _OF_ENGINEERS))  # fmt: skip
_LINK = re.compile(r"(?P<head>!?\[(?:[^\]\[`]|`[^`]*`|\[[^\]]*\])*\]\()(?P<to>[^)\s]+)(?P<tail>\))")
_LANGUAGE_LINK = re.compile(r"^\[(?:한국어|English)\]\([^)]*\)\n\n?", re.M)
Words = Mapping[str, str]


def words(lang: str) -> Words:
    """The site's own words."""
    found: dict[str, dict[str, str]] = tomllib.loads((HERE / "words.toml").read_text("utf-8"))
    return found[lang]


def write_sources(root: Path, out: Path, lang: str) -> None:
    """Write every page of one language, and the figures, into `out`."""
    course = open_course(root, problem_cases(), lang)
    texts = dict(_all_pages(course, lang))
    for name, text in texts.items():
        path = out / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(_for_the_site(text, name, lang, root, texts), "utf-8")
    for figure in [*root.glob("modules/*/figures/*.svg"), *root.glob("docs/figures/*.svg")]:
        target = out / figure.relative_to(root)
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(figure, target)


def _all_pages(course: Course, lang: str) -> Iterator[tuple[str, str]]:
    say = words(lang)
    yield "index.md", _index(course, lang, say)
    for module in course.modules:
        yield from _module_pages(course, module, lang, say)
    for name in (LAB, *DOCUMENTS):
        own = course.root / "docs" / (f"{name}.ko.md" if lang == "ko" else f"{name}.md")
        text = own.read_text("utf-8")
        yield f"docs/{name}.md", with_experiments(text, say) if name == LAB else text
    for name in ENGLISH_ONLY:
        yield name, (course.root / name).read_text("utf-8")
    yield "glossary.md", _glossary(course.root, say)


def _module_pages(course: Course, module: Module, lang: str, say: Words) -> Iterator[tuple[str, str]]:
    folder = f"modules/{module.name}"
    core, *deeper = pages(course.root / folder, lang)
    yield f"{folder}/lesson.md", core.read_text("utf-8")
    for page in deeper:
        yield f"{folder}/deeper/{page.name.split('.')[0]}.md", page.read_text("utf-8")
    if module.quiz_path.exists():
        yield f"{folder}/practice.md", practice_page(module, lang, say)
    for exercise in module.exercises:
        yield f"exercises/{exercise.id}.md", _exercise(exercise, lang, say)


def _index(course: Course, lang: str, say: Words) -> str:
    check = f"![{say['check_alt']}](docs/figures/check.svg)"
    ladder = f"![{say['ladder_alt']}](docs/figures/ladder.{lang}.svg)"
    title, modules = f"# {course.spec.title.in_language(lang)}", _modules(course, lang, say)
    parts = [title, say["lead"], first_look(course, lang, say), say["start"], say["how"], modules, check, ladder]
    for module in course.modules:
        entries = [f"modules/{module.name}/lesson"]
        entries += [f"exercises/{exercise.id}" for exercise in module.exercises]
        if module.quiz_path.exists():
            entries.append(f"modules/{module.name}/practice")
        entries += _deeper(course, module, lang)
        parts.append(_toctree(f"{module.number} {module.spec.title.in_language(lang)}", entries))
    parts.append(_toctree(say["tools"], [f"docs/{LAB}", "glossary"]))
    parts.append(_toctree(say["documents"], [f"docs/{name}" for name in DOCUMENTS]))
    parts.append(_toctree(say["project"], ["CONTRIBUTING", "docs/contributing", *_OF_ENGINEERS, "SECURITY",
                                            "LICENSE-lessons"]))
    return "\n\n".join(parts) + "\n"


def _deeper(course: Course, module: Module, lang: str) -> list[str]:
    found = pages(course.root / "modules" / module.name, lang)[1:]
    return [f"modules/{module.name}/deeper/{page.name.split('.')[0]}" for page in found]


def _modules(course: Course, lang: str, say: Words) -> str:
    """A row for each module: its lesson, its exercises, its practice."""
    rows = [f"| | {say['module']} | {say['exercises']} | {say['practice']} |", "|---|---|--:|---|"]
    for module in course.modules:
        folder, exercises = f"modules/{module.name}", module.exercises
        title = f"[{module.spec.title.in_language(lang)}]({folder}/lesson.md)"
        count = f"[{len(exercises)}](exercises/{exercises[0].id}.md)" if exercises else ""
        practice = f"[{say['practice_open']}]({folder}/practice.md)" if module.quiz_path.exists() else ""
        rows.append(f"| {module.number} | {title} | {count} | {practice} |")
    return "\n".join(rows)


def _toctree(caption: str, entries: list[str]) -> str:
    return "\n".join(["```{toctree}", ":hidden:", f":caption: {caption}", "", *entries, "```"])


def _exercise(exercise: Exercise, lang: str, say: Words) -> str:
    spec = exercise.spec
    rows = [f"| `{name}` | {points_text(rule.points)} |" for name, rule in spec.checks.items()]
    return "\n".join([
        f"# {spec.title.in_language(lang)}", "", f"`{exercise.module.number}/{exercise.name}`", "",
        say["exercise_how"].format(id=f"{exercise.module.number}/{exercise.name}", file=f"exercises/{exercise.id}.cu",
                                   lesson=f"../../modules/{exercise.module.name}/lesson.md"),
        "", f"| {say['check']} | {say['points']} |", "|---|--:|", *rows, "",
        f"## {say['skeleton']}", "", "```cuda", pristine(exercise, lang).rstrip(), "```", "",
    ])  # fmt: skip


def _glossary(root: Path, say: Words) -> str:
    terms = yaml.safe_load((root / "docs/glossary.yaml").read_text("utf-8"))
    rows = sorted((entry["en"], entry["ko"]) for entry in terms.values())
    table = ["| English | 한국어 |", "|---|---|", *(f"| {en} | {ko} |" for en, ko in rows)]
    return "\n".join([f"# {say['glossary']}", "", say["glossary_lead"], "", *table, ""])


def _for_the_site(text: str, name: str, lang: str, root: Path, texts: Mapping[str, str]) -> str:
    """A page with its links turned to what the site has, code left alone."""
    text = _LANGUAGE_LINK.sub("", text, count=1)
    pieces = re.split(r"(^(?:```|~~~).*?^(?:```|~~~)$)", text, flags=re.S | re.M)

    def turned(found: re.Match[str]) -> str:
        return found["head"] + _target(found["to"], name, lang, root, texts) + found["tail"]

    return "".join(piece if at % 2 else _LINK.sub(turned, piece) for at, piece in enumerate(pieces))


def _target(link: str, name: str, lang: str, root: Path, texts: Mapping[str, str]) -> str:
    if "://" in link or link.startswith(("#", "mailto:")):
        return link
    path, _, place = link.partition("#")
    here = posixpath.dirname(name)
    full = posixpath.normpath(posixpath.join(here, path))
    page = re.sub(r"\.(en|ko)\.md$", ".md", full)
    if page in ("README.md", "README.ko.md"):
        page = "index.md"
    if page in texts:
        return posixpath.relpath(page.removesuffix(".md") + ".html", here or ".") + (f"#{place}" if place else "")
    if full.endswith(".svg"):
        return link
    if not (root / full).exists():
        raise ValueError(f"{name}: {link}")
    kind = "tree" if (root / full).is_dir() else "blob"
    return f"{_repository()}/{kind}/main/{full}" + (f"#{place}" if place else "")


def _repository() -> str:
    """Where the repository is published: that of the workflow which builds the site."""
    server = os.environ.get("GITHUB_SERVER_URL", "https://github.com")
    return f"{server}/{os.environ.get('GITHUB_REPOSITORY', 'warplings/warplings')}"
