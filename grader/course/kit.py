"""What a student edition has of an exercise in place of its solution: one file beside the exercise file.

It holds the skeleton, to begin again with; the hints, which are shown one at a time; how many private cases the
instructor's grading has; and the kernel that speed is measured against, as machine code.
"""

from __future__ import annotations

import base64
import gzip
import json
import zlib
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError, model_validator

from grader.course.models import Hints
from grader.course.veil import unveiled, veiled
from grader.course.yaml_marks import CourseError, Problem
from grader.texts import say

SUFFIX = ".kit"
_MOST_BYTES = 16 << 20
_VEIL = b"hints"


class Kit(BaseModel):
    """references: machine code in base 85, by architecture; none where speed is not measured against this kernel."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    version: Literal[1] = 1
    skeleton: str
    hints: str
    private_cases: Annotated[int, Field(ge=0)] = 0
    references: dict[str, str] = {}

    def open_hints(self) -> dict[str, object]:
        """The hints as an exercise file has them."""
        found: dict[str, object] = json.loads(unveiled(self.hints, _VEIL))
        return found

    @model_validator(mode="after")
    def _opens(self) -> Kit:
        try:
            if not isinstance(self.open_hints(), dict):
                raise ValueError("hints")
        except RecursionError:
            raise ValueError("hints") from None
        self.images()
        return self

    def images(self) -> dict[str, bytes]:
        """Machine code by architecture."""
        return {arch: base64.b85decode(text) for arch, text in self.references.items()}


def make_kit(skeleton: str, hints: Hints, private_cases: int, images: Mapping[str, bytes]) -> Kit:
    """The kit of an exercise."""
    references = {arch: base64.b85encode(image).decode() for arch, image in sorted(images.items())}
    text = json.dumps(hints.model_dump(mode="json"), ensure_ascii=False).encode()
    return Kit(skeleton=skeleton, hints=veiled(text, _VEIL), private_cases=private_cases, references=references)


def write_kit(path: Path, kit: Kit) -> None:
    """Write a kit; the same kit always gives the same bytes. Raises OSError."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(gzip.compress(kit.model_dump_json(exclude_defaults=True).encode(), mtime=0))


def read_kit(path: Path, lang: str = "en") -> Kit | None:
    """Read a kit; None if there is none. Raises CourseError for one that is damaged."""
    try:
        with gzip.open(path) as file:
            return Kit.model_validate_json(file.read(_MOST_BYTES))
    except FileNotFoundError:
        return None
    except (OSError, EOFError, zlib.error, ValidationError) as error:
        message = say("course.rule.bad_kit", lang, reason=str(error).partition("\n")[0])
        raise CourseError([Problem(path, 0, 0, message)]) from None
