"""Reads the source files that people name on the command line."""

from __future__ import annotations

from pathlib import Path

from grader.files import require_file
from grader.texts import say


def read_given(path: Path, lang: str) -> str:
    """The text of a source file. Raises Failure if it cannot be read, BadSource for its content."""
    from grader.toolchain.source import SourceError, read_source

    require_file(path)
    try:
        return read_source(path)
    except SourceError as error:
        raise BadSource(error.kind, say(f"compile.file_{error.kind}", lang, file=path.name)) from None


class BadSource(Exception):
    """The file can be read but is not CUDA source: the student's fault."""

    def __init__(self, kind: str, message: str) -> None:
        super().__init__(message)
        self.kind = kind
        self.message = message
