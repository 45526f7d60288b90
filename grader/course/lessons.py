"""Lessons as sections: their headings, the names that find them, and their text without anchors and comments."""

from __future__ import annotations

import os
import re
from collections.abc import Sequence
from difflib import SequenceMatcher
from pathlib import Path

from grader.course.catalog import Module
from grader.dataclass import dataclass

CANDIDATES = 5
_HEADING = re.compile(r"(#{1,6}) (.+?) *$")
_FENCE = re.compile(r" *(```|~~~)")
_ANCHOR = re.compile(r'<a id="([\w-]+)"></a> *$')
_COMMENT = re.compile(r"<!--.*?-->", re.DOTALL)
_FOLDED = re.compile(r"<details>\s*<summary>(.*?)</summary>(.*?)</details>", re.DOTALL)
_SECTION_LINK = re.compile(
    r"(?<!!)\[(?P<words>[^\]\[]+)\]\((?P<page>(?:\.\./)*(?:(?P<module>\d\d)_\w+/)?(?:deeper/)?[\w.]*\.md)?#(?P<to>[\w-]+)\)"
)
_FILE_LINK = re.compile(
    r"(?<!!)\[(?P<words>[^\]\[]+)\]\((?P<up>(?:\.\./)+)(?P<path>(?P<module>\d\d_\w+/(?P<core>lesson\.)?)?[\w./-]+)(?:#(?P<to>[\w-]+))?\)"
)
_LOW = re.compile(r"<sub>(.*?)</sub>")
_LOWERED = str.maketrans("0123456789+−ijt", "₀₁₂₃₄₅₆₇₈₉₊₋ᵢⱼₜ")  # other letters stay on the line


@dataclass(frozen=True)
class Section:
    """A section of a lesson. level: of its heading; anchor: the mark above it, "" for none; lines: [first, end) of the
    section with its subsections."""

    title: str
    level: int
    anchor: str
    lines: tuple[int, int]

    @property
    def names(self) -> set[str]:
        """What may follow the `#`."""
        return {name for name in (self.anchor.lower(), slug(self.title)) if name}


class UnknownSection(Exception):
    """A lesson has no such section. near: similar names, nearest first."""

    def __init__(self, near: Sequence[str]) -> None:
        super().__init__()
        self.near = tuple(near)


def slug(title: str) -> str:
    """A heading as written after a `#`: `Why two barriers` -> why-two-barriers."""
    return re.sub(r"[^\w]+", "-", title.lower()).strip("-")


def pages(folder: Path, lang: str) -> list[Path]:
    """The pages of a module's folder in one language: the lesson's core first, then those that go deeper, by name."""
    return [folder / f"lesson.{lang}.md", *sorted((folder / "deeper").glob(f"*.{lang}.md"))]


def lesson_text(module: Module, lang: str) -> str:
    """The lesson followed by its deeper pages. Raises OSError."""
    return "\n".join(path.read_text("utf-8") for path in pages(module.lesson_path(lang).parent, lang))


def sections(text: str) -> list[Section]:
    """All sections of a lesson, in its order."""
    lines, heads, fenced = text.split("\n"), [], False
    for number, line in enumerate(lines):
        fenced ^= bool(_FENCE.match(line))
        if not fenced and (found := _HEADING.match(line)):
            anchor = _ANCHOR.match(lines[number - 1]) if number else None
            heads.append((number, len(found[1]), found[2], anchor[1] if anchor else ""))
    found_sections = []
    for place, (at, level, title, mark) in enumerate(heads):
        end = next((later for later, other, *_ in heads[place + 1 :] if other <= level), len(lines))
        found_sections.append(Section(title, level, mark, (at, end)))
    return found_sections


def built_page(root: Path, module: str, lang: str, page: Path | None = None) -> Path:
    """Where `make site` writes a page of a module, the lesson's core by default."""
    folder = root / "build" / "site" / lang / "modules" / module
    if page is None or page.parent.name != "deeper":
        return folder / "lesson.html"
    return folder / "deeper" / f"{page.name.split('.')[0]}.html"


def section_of(text: str, name: str) -> str:
    """The text of the section of that name. Raises UnknownSection."""
    wanted, found = slug(name), sections(text)
    exact = [section for section in found if wanted in section.names]
    part = [section for section in found if any(wanted in each for each in section.names)] if wanted else []
    if exact or len(part) == 1:
        first, end = (exact or part)[0].lines
        return "\n".join(text.split("\n")[first:end])
    near = sorted(part or found, key=lambda each: -max(SequenceMatcher(None, wanted, n).ratio() for n in each.names))
    raise UnknownSection([each.anchor or slug(each.title) for each in near[:CANDIDATES]])


def readable(text: str, folder: Path, folded: str | None, module: str = "") -> str:
    """The Markdown of a lesson for a terminal: no comments and anchors, figures and other files as their paths, links
    to sections and lessons as the command that shows them.

    folded: replaces what the page folds away (with its heading for `{summary}`); None: show everything. module: its
    two digits.
    """
    text = re.sub(r'<a id="[\w-]+"></a>', "", _COMMENT.sub("", text))
    text = _LOW.sub(lambda found: found[1].translate(_LOWERED), text)

    def fold(found: re.Match[str]) -> str:
        summary = found[1].strip()
        return f"*{folded.format(summary=summary)}*" if folded is not None else f"**{summary}**\n{found[2]}"

    text = _FOLDED.sub(fold, text)

    def command(at: re.Match[str]) -> str:
        if not at["page"]:
            return at["words"]
        return f"{at['words']} (`grader lesson {at['module'] or module}#{at['to']}`)"

    def place(at: re.Match[str]) -> str:
        if at["core"]:
            return f"{at['words']} (`grader lesson {at['module'][:2]}`)"
        own = at["up"] == "../" and (folder / at["path"]).is_file()  # of the module, from a deeper page
        up = "." if own else ".." if at["module"] else "../.."
        section = f", `#{at['to']}`" if at["to"] else ""
        return f"{at['words']} (`{Path(os.path.normpath(folder / up / at['path'])).as_posix()}`{section})"

    text = _FILE_LINK.sub(place, _SECTION_LINK.sub(command, text))
    return re.sub(r"!\[([^\]]*)\]\(([^)\s]+)\)", lambda at: f"▸ {at[1]}: `{_figure(folder, at[2])}`", text)


def _figure(folder: Path, path: str) -> str:
    """A figure's path from the course's folder; deeper pages stand one folder below the lesson."""
    return (folder / path.removeprefix("../")).as_posix()


def page_with(folder: Path, lang: str, name: str) -> Path:
    """The page of a module's folder that has the section of that name, else its core. Raises OSError."""
    core, *deeper = pages(folder, lang)
    return next((page for page in deeper if page_anchor(page.read_text("utf-8"), name)), core)


def page_anchor(text: str, name: str) -> str:
    """The anchor of the section of that name on the lesson's page, "" for none."""
    wanted = slug(name)
    return next((s.anchor for s in sections(text) if wanted and wanted in s.names), "")
