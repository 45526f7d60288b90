"""YAML files as documents, and errors in them. The YAML library is imported when a file is read."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import field
from pathlib import Path
from typing import NamedTuple

from grader.dataclass import dataclass
from grader.texts import say

MAX_BYTES = 4 << 20

Value = None | bool | int | float | str | list["Value"] | dict[str, "Value"]


class Mark(NamedTuple):
    """A position in a file; both count from 1."""

    line: int
    column: int


class Problem(NamedTuple):
    """One error in a course file. line and column are 0 where it concerns the whole file."""

    path: Path
    line: int
    column: int
    message: str

    def __str__(self) -> str:
        place = f"{self.path}:{self.line}:{self.column}" if self.line else str(self.path)
        return f"{place}: {self.message}"


class CourseError(Exception):
    """Course files are broken. `problems`: at least one, in file order."""

    def __init__(self, problems: Sequence[Problem]) -> None:
        super().__init__("\n".join(map(str, problems)))
        self.problems = tuple(problems)


@dataclass
class Node:
    """One value with its position, and its children by key or index."""

    value: Value
    mark: Mark
    children: dict[str | int, Node] = field(default_factory=dict)
    keys: dict[str, Mark] = field(default_factory=dict)
    size: int = 1  # values in this subtree, itself included
    height: int = 1


@dataclass(frozen=True)
class Document:
    """A YAML file as plain data together with its marks."""

    path: Path
    data: Value
    root: Node

    def mark(self, location: Sequence[str | int], of_key: bool = False) -> Mark:
        """Where the value at `location` starts (its key, if `of_key`), or its nearest parent."""
        node = self.root
        for step, name in enumerate(location):
            if of_key and step == len(location) - 1 and name in node.keys:
                return node.keys[str(name)]
            if name not in node.children:
                break
            node = node.children[name]
        return node.mark

    def problem(self, location: Sequence[str | int], message: str, of_key: bool = False) -> Problem:
        """A problem at `location`."""
        return Problem(self.path, *self.mark(location, of_key), message)


def load(path: Path, lang: str = "en") -> Document:
    """Read a YAML file. Raises CourseError, with messages in `lang`, if it cannot be read or is not plain YAML."""
    try:
        with path.open("rb") as file:
            content = file.read(MAX_BYTES + 1)
    except OSError as error:
        message = say("course.yaml.unreadable", lang, reason=error.strerror or error)
        raise CourseError([Problem(path, 0, 0, message)]) from None
    if len(content) > MAX_BYTES:
        raise CourseError([Problem(path, 0, 0, say("course.yaml.too_large", lang, limit=MAX_BYTES >> 20))])
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        before = content[: error.start].decode("utf-8-sig")
        raise CourseError([Problem(path, *end_of(before), say("course.yaml.not_utf8", lang))]) from None
    from grader.course.yaml_marks import parse

    return parse(text, path, lang)


def end_of(text: str) -> Mark:
    """The position after the end of a text."""
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    return Mark(len(lines), len(lines[-1]) + 1)
