"""Results of earlier searches: a file for each variant and device, in a folder beside the course.

Each is named after everything that it depends on, so that concurrent searches lose nothing, a stopped one goes on where
it was, and whatever has changed is done again. A damaged file costs one variant.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from grader import __version__
from grader.course.state import FOLDER
from grader.files import write_atomically
from grader.grading.tuning.outcome import Raced, Weighed
from grader.toolchain.versions import installed

if TYPE_CHECKING:
    from grader.course.models import Case, ExerciseSpec

TUNED = FOLDER / "tuned"  # MODULE/EXERCISE/DIGEST.json
_KEPT = 5000  # files of an exercise
_MOST_BYTES = 1 << 16

ResultT = TypeVar("ResultT", Weighed, Raced)


def digest(spec: ExerciseSpec, text: str, case: Case, device: str) -> str:
    """The name under which a result is kept: of the source, the compiler's options and version, the launch, the case
    and the device ("emulated sm_90", or a GPU with its driver), in hexadecimal.
    """
    parts = {
        "source": text, "kernel": spec.kernel, "problem": spec.problem, "fmad": spec.compile.fmad,
        "defines": sorted(spec.compile.defines.items()), "grid": spec.grid(case), "block": spec.block(case),
        "shared": spec.launch.shared, "case": repr(case), "device": device, "compiler": installed("nvidia-cuda-nvrtc"),
        "grader": __version__,
    }  # fmt: skip
    return hashlib.sha256(json.dumps(parts, sort_keys=True).encode("utf-8", "surrogatepass")).hexdigest()


class Shelf:
    """The kept results of one exercise. fresh: nothing is taken from it, but results are kept all the same.

    refused: why a result could not be kept; the search goes on without.
    """

    def __init__(self, root: Path, exercise: str, fresh: bool = False) -> None:
        self._folder = root / TUNED / exercise
        self._fresh = fresh
        self.refused: OSError | None = None

    def take(self, kind: type[ResultT], name: str) -> ResultT | None:
        """The result of this name, if it is kept and can be read."""
        path = self._folder / f"{name}.json"
        if self._fresh:
            return None
        try:
            if path.is_symlink() or path.stat().st_size > _MOST_BYTES:
                return None
            found = kind.model_validate(json.loads(path.read_bytes()))
        except (OSError, ValueError, RecursionError):  # pydantic's ValidationError is a ValueError
            return None
        with suppress(OSError):
            os.utime(path)
        return found

    def put(self, name: str, result: Weighed | Raced) -> None:
        """Keep a result, if that is possible."""
        try:
            write_atomically(self._folder / f"{name}.json", json.dumps(as_json(result), ensure_ascii=False))
        except OSError as error:
            self.refused = error

    def tidy(self) -> None:
        """Drop the results that were used longest ago, beyond as many as are kept."""
        found: list[tuple[int, Path]] = []
        with suppress(OSError):
            for path in self._folder.glob("*.json"):
                with suppress(OSError):
                    found.append((path.lstat().st_mtime_ns, path))
        for _, path in sorted(found, reverse=True)[_KEPT:]:
            with suppress(OSError):
                path.unlink()


def as_json(result: Weighed | Raced) -> Mapping[str, object]:
    """The result as plain data."""
    return asdict(result)
