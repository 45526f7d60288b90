"""The manifest of an edition: the digest of each file as released."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from pathlib import Path
from typing import Literal

from pydantic import BaseModel, ValidationError

from grader import __version__

FILE = "edition.json"


class Manifest(BaseModel, extra="forbid", frozen=True):
    """files: SHA-256 by path, with slashes."""

    version: Literal[1] = 1
    grader_version: str
    files: Mapping[str, str]


class NoEdition(Exception):
    """The folder is not a student edition, or not one that this grader can read."""


def manifest_of(edition: Path) -> Manifest:
    """The manifest of a folder's current files."""
    paths = sorted(path for path in edition.rglob("*") if path.is_file() and path.name != FILE)
    return Manifest(grader_version=__version__, files={p.relative_to(edition).as_posix(): sha256(p) for p in paths})


def read_manifest(edition: Path) -> Manifest:
    """The manifest of an edition. Raises NoEdition."""
    try:
        return Manifest.model_validate_json((edition / FILE).read_bytes())
    except (OSError, ValidationError) as error:
        raise NoEdition(str(error).partition("\n")[0]) from None


def sha256(path: Path) -> str:
    """SHA-256 of a file in hexadecimal. Raises OSError."""
    return hashlib.sha256(path.read_bytes()).hexdigest()
