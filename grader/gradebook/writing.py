"""Writes an export atomically: a file that is replaced, or a new folder."""

from __future__ import annotations

import os
import shutil
import tempfile
from pathlib import Path

from grader.files import write_atomically
from grader.gradebook.errors import ExportError
from grader.gradebook.exports.options import Files


def write(path: Path, content: bytes | Files) -> None:
    """Write a file, or a folder of files that must be missing or empty. Raises ExportError, OSError.

    Exports are never mixed in one folder: somebody may have left the class since the last one.
    """
    if isinstance(content, bytes):
        write_atomically(path, content)
        return
    if path.exists() and (not path.is_dir() or any(path.iterdir())):
        raise ExportError("folder_exists", path=path)
    path.parent.mkdir(parents=True, exist_ok=True)
    made = Path(tempfile.mkdtemp(dir=path.parent, prefix=f".{path.name}."))
    try:
        for name, data in content.items():
            write_atomically(made / name, data)
        made.chmod(0o755)
        os.replace(made, path)
    except BaseException:
        shutil.rmtree(made, ignore_errors=True)
        raise
