"""A student edition's substitute for an exercise's solution: one file beside the exercise file.

It holds the skeleton, for `grader reset`; the hints, which are shown one at a time; the number of private cases in the
instructor's grading; and the kernel that speed is measured against, as machine code.
"""

from __future__ import annotations

import base64
import gzip
import json
import zlib
from collections.abc import Mapping
from dataclasses import field
from pathlib import Path
from typing import Annotated, Literal

from grader.course.documents import CourseError, Problem
from grader.course.models import Hints
from grader.course.veil import unveiled, veiled
from grader.records import Limit, Record
from grader.texts import say

SUFFIX = ".kit"
_MOST_BYTES = 16 << 20
_VEIL = b"hints"


class Kit(Record):
    """references: machine code in base 85, by architecture; none where speed is not measured against this kernel."""

    version: Literal[1] = 1
    skeleton: str
    hints: str
    private_cases: Annotated[int, Limit(ge=0)] = 0
    references: dict[str, str] = field(default_factory=dict)

    def open_hints(self) -> dict[str, object]:
        """The hints as an exercise file has them."""
        found: dict[str, object] = json.loads(unveiled(self.hints, _VEIL))
        return found

    def _consistent(self) -> None:
        try:
            if not isinstance(self.open_hints(), dict):
                raise ValueError("hints")
        except RecursionError:
            raise ValueError("hints") from None
        self.images()

    def images(self) -> dict[str, bytes]:
        """Machine code by architecture."""
        return {arch: base64.b85decode(text) for arch, text in self.references.items()}


def make_kit(skeleton: str, hints: Hints, private_cases: int, images: Mapping[str, bytes]) -> Kit:
    """The kit of an exercise."""
    references = {arch: base64.b85encode(image).decode() for arch, image in sorted(images.items())}
    text = json.dumps(dict(hints.items()), ensure_ascii=False).encode()
    return Kit(skeleton=skeleton, hints=veiled(text, _VEIL), private_cases=private_cases, references=references)


def as_json(kit: Kit) -> str:
    """A kit as JSON, as in its file."""
    return json.dumps({name: value for name, value in kit.items() if value}, ensure_ascii=False)


def write_kit(path: Path, kit: Kit) -> None:
    """Write a kit; the same kit always gives the same bytes. Raises OSError."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(gzip.compress(as_json(kit).encode(), mtime=0))


def read_kit(path: Path, lang: str = "en") -> Kit | None:
    """Read a kit; None if there is none. Raises CourseError for one that is damaged."""
    try:
        with gzip.open(path) as file:
            return Kit.model_validate(json.loads(file.read(_MOST_BYTES)))
    except FileNotFoundError:
        return None
    except (OSError, EOFError, zlib.error, ValueError, RecursionError) as error:  # those of pydantic are ValueErrors
        message = say("course.rule.bad_kit", lang, reason=str(error).partition("\n")[0])
        raise CourseError([Problem(path, 0, 0, message)]) from None
