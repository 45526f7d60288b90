"""NVIDIA's tools: where they are, and how they are run with a time limit."""

from __future__ import annotations

import glob
import os
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

from grader.dataclass import dataclass
from grader.toolchain.headers import wheel_folders


@dataclass(frozen=True)
class Ran:
    """A tool's output, and whether it had to be stopped."""

    text: str
    timed_out: bool


def find_sanitizer() -> str | None:
    """compute-sanitizer from a CUDA toolkit, else from its wheel."""
    return _on_path("compute-sanitizer") or _in_wheel("compute-sanitizer")


def find_ncu() -> str | None:
    """ncu of Nsight Compute, from a CUDA toolkit or its own package; there is no wheel."""
    return _on_path("ncu") or next(iter(_newest("/opt/nvidia/nsight-compute/*/ncu")), None)


def run(command: Sequence[str], seconds: float, folder: Path) -> Ran:
    """Run a tool in `folder`, killed after `seconds`; its target, `replay`, ends when its parent is gone.

    Both stay in this process's group, so that killing the group ends them too.
    """
    child = subprocess.Popen(
        command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, cwd=folder,
        env=os.environ | {"TMPDIR": str(folder)},
    )  # fmt: skip
    try:
        text, timed_out = child.communicate(timeout=seconds)[0], False
    except subprocess.TimeoutExpired:
        child.kill()
        text, timed_out = child.communicate()[0], True
    return Ran(text.decode("utf-8", "replace"), timed_out)


def import_ncu_report(ncu: str) -> object:
    """The module that reads reports, from its wheel or from Nsight Compute. Raises ImportError."""
    try:
        import ncu_report
    except ImportError:
        home = Path(ncu).resolve().parent
        beside = [folder for folder in (home, *home.parents) if (folder / "extras" / "python").is_dir()]
        found = [str(folder / "extras" / "python") for folder in beside]
        found += _newest("/opt/nvidia/nsight-compute/*/extras/python")
        sys.path[:0] = found
        import ncu_report
    return ncu_report


def _on_path(name: str) -> str | None:
    toolkit = os.pathsep.join(filter(None, (os.environ.get("PATH"), "/usr/local/cuda/bin")))
    return shutil.which(name, path=toolkit)


def _in_wheel(name: str) -> str | None:
    for folder in wheel_folders():
        for place in (folder / "bin" / name, folder / name / name):
            if place.is_file():
                return str(place)
    return None


def _newest(pattern: str) -> list[str]:
    return sorted(glob.glob(pattern), reverse=True)
