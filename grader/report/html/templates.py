"""The templates of pages: every text is escaped, and invisible characters are spelt out."""

from __future__ import annotations

import os
import sys
from importlib.resources import files
from pathlib import Path

from jinja2 import BytecodeCache, Environment, FileSystemBytecodeCache, PackageLoader, StrictUndefined

from grader.report.html.embedding import policy_of
from grader.report.html.visible import visible
from grader.report.values import points_text


def environment(package: str, **helpers: object) -> Environment:
    """The templates in a package's folder `templates`. helpers: their globals besides `points` and `policy_of`."""
    made = Environment(loader=PackageLoader(package), autoescape=True, undefined=StrictUndefined, finalize=visible,
                       trim_blocks=True, lstrip_blocks=True, bytecode_cache=_cache(package))  # fmt: skip
    made.globals.update(helpers, points=points_text, policy_of=policy_of)
    return made


def _cache(package: str) -> BytecodeCache | None:
    """A cache of compiled templates beside them, as Python does for modules: compiling takes longer than rendering.

    None where nothing may be written.
    """
    folder = Path(str(files(package))) / "templates" / "__pycache__"
    try:
        folder.mkdir(exist_ok=True)
    except OSError:
        return None
    if sys.dont_write_bytecode or not os.access(folder, os.W_OK):
        return None
    return FileSystemBytecodeCache(str(folder))
