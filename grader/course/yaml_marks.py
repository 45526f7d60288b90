"""Reads YAML and keeps the line and column of every key and value, so that later errors have a place.

Scalars follow the core schema of YAML 1.2 (`yes`, `on` and `12:30` are text, `010` is ten); keys are always
text. Duplicate keys, merge keys, tags and documents too large or too deep are refused.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path

import yaml

from grader.course.documents import CourseError, Document, Mark, Node, Problem, Value, end_of
from grader.texts import say

MAX_VALUES = 100_000  # after aliases are followed: a "billion laughs" file expands beyond any memory
MAX_DEPTH = 40

_Loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)  # libyaml's scanner is ten times faster


def parse(text: str, path: Path, lang: str = "en") -> Document:
    """YAML text as a document named `path`. Raises CourseError as `load` does."""
    try:
        root = _Builder(path, lang).build(text)
    except yaml.MarkedYAMLError as error:
        at = error.problem_mark or error.context_mark
        mark = Mark(at.line + 1, at.column + 1) if at else Mark(1, 1)
        reason = " ".join(filter(None, (error.context, error.problem)))
        raise CourseError([Problem(path, *mark, say("course.yaml.syntax", lang, reason=reason))]) from None
    except yaml.reader.ReaderError as error:
        # libyaml counts bytes, the Python scanner characters: the position is found in the text itself.
        bad = yaml.reader.Reader.NON_PRINTABLE.search(text)
        mark = end_of(text[: bad.start()]) if bad else Mark(1, 1)
        code = ord(bad[0]) if bad else error.character
        message = say("course.yaml.control_character", lang, code=f"U+{code:04X}")
        raise CourseError([Problem(path, *mark, message)]) from None
    return Document(path, root.value, root)


class _Builder:
    """Builds nodes from the parser's events, without recursion, so that no file can exhaust the stack."""

    def __init__(self, path: Path, lang: str) -> None:
        self.path = path
        self.lang = lang
        self.open: list[Node] = []  # open collections, outermost first
        self.pending: list[tuple[str, Mark] | None] = []  # for each, the key waiting for its value
        self.names: list[str | None] = []  # for each, its anchor
        self.anchors: dict[str, Node] = {}
        self.root: Node | None = None
        self.values = 0

    def build(self, text: str) -> Node:
        for event in yaml.parse(text, Loader=_Loader):
            if isinstance(event, yaml.ScalarEvent):
                self._add(self._scalar(event), event.anchor)
            elif isinstance(event, yaml.CollectionStartEvent):
                self._start(event)
            elif isinstance(event, yaml.CollectionEndEvent):
                self.pending.pop()
                self._add(self.open.pop(), self.names.pop())
            elif isinstance(event, yaml.AliasEvent):
                self._alias(event)
            elif isinstance(event, yaml.DocumentStartEvent) and self.root is not None:
                raise self._error("two_documents", _mark(event))
        return self.root or Node(None, Mark(1, 1))

    def _start(self, event: yaml.CollectionStartEvent) -> None:
        mark = _mark(event)
        if event.tag not in (None, "!"):
            raise self._error("tag", mark, tag=event.tag)
        if len(self.open) >= MAX_DEPTH:
            raise self._error("too_deep", mark, limit=MAX_DEPTH)
        if self._key_expected():
            raise self._error("key_not_text", mark)
        self.open.append(Node({} if isinstance(event, yaml.MappingStartEvent) else [], mark))
        self.pending.append(None)
        self.names.append(event.anchor)

    def _alias(self, event: yaml.AliasEvent) -> None:
        mark = _mark(event)
        if self._key_expected():
            raise self._error("key_not_text", mark)
        if event.anchor not in self.anchors:
            raise self._error("unknown_alias", mark, name=event.anchor)
        node = self.anchors[event.anchor]
        if len(self.open) + node.height > MAX_DEPTH:
            raise self._error("too_deep", mark, limit=MAX_DEPTH)
        self.values += node.size
        self._count(mark)
        self._add(node, None)

    def _scalar(self, event: yaml.ScalarEvent) -> Node:
        mark = _mark(event)
        if event.tag not in (None, "!", "tag:yaml.org,2002:str"):
            raise self._error("tag", mark, tag=event.tag)
        self.values += 1
        self._count(mark)
        plain = event.tag is None and event.style in (None, "")
        return Node(_plain(event.value) if plain and not self._key_expected() else event.value, mark)

    def _add(self, node: Node, anchor: str | None) -> None:
        if anchor is not None:
            self.anchors[anchor] = node
        if not self.open:
            self.root = node
            return
        parent = self.open[-1]
        if isinstance(parent.value, list):
            parent.children[len(parent.value)] = node
            parent.value.append(node.value)
        elif self._key_expected():
            self.pending[-1] = self._key(node, parent)
            return
        elif isinstance(parent.value, dict):
            key, mark = self.pending[-1] or ("", node.mark)
            parent.value[key] = node.value
            parent.children[key] = node
            parent.keys[key] = mark
            self.pending[-1] = None
        parent.size += node.size
        parent.height = max(parent.height, node.height + 1)

    def _key(self, node: Node, parent: Node) -> tuple[str, Mark]:
        key = str(node.value)
        if key == "<<":
            raise self._error("merge_key", node.mark)
        if key in parent.keys:
            raise self._error("duplicate_key", node.mark, key=key, line=parent.keys[key].line)
        return key, node.mark

    def _key_expected(self) -> bool:
        return bool(self.open) and isinstance(self.open[-1].value, dict) and self.pending[-1] is None

    def _count(self, mark: Mark) -> None:
        if self.values > MAX_VALUES:
            raise self._error("too_many", mark, limit=MAX_VALUES)

    def _error(self, kind: str, mark: Mark, **params: object) -> CourseError:
        message = say(f"course.yaml.{kind}", self.lang, **params)
        return CourseError([Problem(self.path, *mark, message)])


def _mark(event: yaml.Event) -> Mark:
    assert event.start_mark is not None
    return Mark(event.start_mark.line + 1, event.start_mark.column + 1)


# YAML 1.2.2, section 10.3.2 (core schema), first match wins.
_WORDS: Mapping[str, Value] = {
    **dict.fromkeys(("", "~", "null", "Null", "NULL"), None),
    **dict.fromkeys(("true", "True", "TRUE"), True),
    **dict.fromkeys(("false", "False", "FALSE"), False),
    **dict.fromkeys((".inf", ".Inf", ".INF", "+.inf", "+.Inf", "+.INF"), float("inf")),
    **dict.fromkeys(("-.inf", "-.Inf", "-.INF"), float("-inf")),
    **dict.fromkeys((".nan", ".NaN", ".NAN"), float("nan")),
}
# A longer number is a text: Python cannot print integers of more than 4,300 digits, so no record could hold it.
_INTEGER = re.compile(r"[-+]?[0-9]{1,400}|0o[0-7]{1,400}|0x[0-9a-fA-F]{1,400}")
_FLOAT = re.compile(r"[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?")


def _plain(text: str) -> Value:
    """The value of an unquoted scalar."""
    if text in _WORDS:
        return _WORDS[text]
    if _INTEGER.fullmatch(text):
        return int(text, 0 if text[:2] in ("0o", "0x") else 10)
    if _FLOAT.fullmatch(text):
        return float(text)
    return text
