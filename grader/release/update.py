"""Updates a student's edition to a new version of the course without losing the student's work.

An unchanged file is replaced. Where the student changed a file that is theirs to change (kernels and texts), the new
version is put beside it as `NAME.new`; a changed file of the course is replaced and kept as `NAME.bak`. Nothing else in
the folder is touched. An interrupted update can simply be run again.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from enum import StrEnum
from pathlib import Path, PurePosixPath

from grader.dataclass import dataclass
from grader.files import backup_path
from grader.release.manifest import FILE, Manifest, NoEdition, read_manifest, sha256

_OWN_SUFFIXES = (".cu", ".md", ".ipynb")  # of files that students write in


class Change(StrEnum):
    """What happens to a file."""

    ADDED = "added"
    REPLACED = "replaced"
    BESIDE = "beside"  # the student's stays, the new one is NAME.new
    KEPT = "kept"  # the course's is replaced, the old one is NAME.bak
    REMOVED = "removed"
    LEFT = "left"  # gone from the new edition but changed, so it stays


@dataclass(frozen=True)
class Changed:
    """A file, by its path with slashes, and what happened to it."""

    path: str
    change: Change


def update_edition(fresh: Path, edition: Path) -> list[Changed]:
    """Update `edition` to the new edition in `fresh`. Raises NoEdition, OSError.

    The edition is untrusted: a link or a listed name that leads out of it stops the update.
    """
    before, now = read_manifest(edition), read_manifest(fresh)
    root = edition.resolve()
    for name in before.files.keys() | now.files.keys():
        if not (edition / name).parent.resolve().is_relative_to(root):
            raise NoEdition(f"{name!r} leads out of the folder")
    changed = [*_brought(fresh, edition, before, now), *_dropped(edition, before, now)]
    _copy(fresh / FILE, edition / FILE)
    return changed


def _brought(fresh: Path, edition: Path, before: Manifest, now: Manifest) -> Iterator[Changed]:
    for name, digest in now.files.items():
        source, target = fresh / name, edition / name
        there = _digest(target)
        if there == digest:
            continue
        if there is None and name in before.files and _is_own(name):
            continue  # the student deleted it; `grader reset` brings it back
        if there is None or there == before.files.get(name):
            _copy(source, target)
            yield Changed(name, Change.ADDED if there is None else Change.REPLACED)
        elif _is_own(name):
            if before.files.get(name) == digest:
                continue  # nothing new in it
            _copy(source, target.with_name(f"{target.name}.new"))
            yield Changed(name, Change.BESIDE)
        else:
            _copy(source, target, keep=True)
            yield Changed(name, Change.KEPT)


def _dropped(edition: Path, before: Manifest, now: Manifest) -> Iterator[Changed]:
    for name in sorted(before.files.keys() - now.files.keys()):
        there = _digest(edition / name)
        if there is None:
            continue
        if there == before.files[name]:
            (edition / name).unlink()
            yield Changed(name, Change.REMOVED)
        else:
            yield Changed(name, Change.LEFT)


def _is_own(name: str) -> bool:
    """Whether a file is one that students write in."""
    path = PurePosixPath(name)
    return path.suffix in _OWN_SUFFIXES and path.parts[0] != "grader"


def _digest(path: Path) -> str | None:
    """The digest of a file, None if there is none; for a link or a folder, a text that is no digest."""
    if path.is_symlink() or path.is_dir():
        return "no file"
    return sha256(path) if path.exists() else None


def _copy(source: Path, target: Path, *, keep: bool = False) -> None:
    """Copy a file over the target. keep: back the target up first, once the copy is on the disk."""
    target.parent.mkdir(parents=True, exist_ok=True)
    part = target.with_name(f".{target.name}.part")
    try:
        shutil.copyfile(source, part)
        if keep or (target.is_dir() and not target.is_symlink()):
            target.rename(backup_path(target))
        os.replace(part, target)
    except OSError:
        part.unlink(missing_ok=True)
        raise
