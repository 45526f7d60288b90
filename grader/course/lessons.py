"""Lessons as sections: their headings, the names that find them, and their text without anchors and comments."""

from __future__ import annotations

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


def lesson_text(module: Module, lang: str) -> str:
    """The lesson followed by its deeper sections. Raises OSError."""
    deeper = sorted((module.lesson_path(lang).parent / "deeper").glob(f"*.{lang}.md"))
    return "\n".join(path.read_text("utf-8") for path in (module.lesson_path(lang), *deeper))


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


def built_page(root: Path, module: str, lang: str) -> Path:
    """Where `make site` writes the page of a module's lesson."""
    return root / "build" / "site" / lang / "modules" / module / "lesson.html"


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


def readable(text: str, folder: Path, folded: str | None) -> str:
    """The Markdown of a lesson for a terminal: no comments and anchors, figures as links to their files.

    folded: replaces what the page folds away (with its heading for `{summary}`); None: show everything.
    """
    text = re.sub(r'<a id="[\w-]+"></a>', "", _COMMENT.sub("", text))
    text = _LOW.sub(lambda found: found[1].translate(_LOWERED), text)

    def fold(found: re.Match[str]) -> str:
        summary = found[1].strip()
        return f"*{folded.format(summary=summary)}*" if folded is not None else f"**{summary}**\n{found[2]}"

    text = _FOLDED.sub(fold, text)
    return re.sub(r"!\[([^\]]*)\]\(([^)\s]+)\)", lambda at: f"▸ {at[1]}: `{(folder / at[2]).as_posix()}`", text)


def page_anchor(text: str, name: str) -> str:
    """The anchor of the section of that name on the lesson's page, "" for none."""
    wanted = slug(name)
    return next((s.anchor for s in sections(text) if wanted and wanted in s.names), "")
