"""A student's file as text: accepts BOM, CRLF and CP949, refuses what cannot be source code."""

from __future__ import annotations

from pathlib import Path

MAX_SOURCE_BYTES = 1 << 20
_TEXT_CONTROLS = frozenset("\t\n\v\f\r")


class SourceError(Exception):
    """A file that cannot be a CUDA source.

    kind: "missing", "unreadable", "too_large", "utf16", "not_text" or "empty"; its text is `compile.file_<kind>`.
    """

    def __init__(self, kind: str, path: str | Path) -> None:
        super().__init__(f"{path}: {kind}")
        self.kind = kind


def read_source(path: str | Path) -> str:
    """The text of a source file, without byte order mark and with `\\n` line ends.

    UTF-8, else CP949, the legacy encoding of Korean Windows. Raises SourceError.
    """
    return decode_source(read_source_bytes(Path(path)), path)


def read_source_bytes(path: Path) -> bytes:
    """The bytes of a source file, at most one more than is accepted.

    Raises SourceError, also for a pipe or a device, which might never end.
    """
    try:
        if not path.is_file():
            raise SourceError("missing", path)
        with path.open("rb") as stream:
            return stream.read(MAX_SOURCE_BYTES + 1)
    except OSError as error:
        raise SourceError("unreadable", path) from error


def normalise(source: str) -> str:
    """The source without byte order mark and with `\\n` line ends; NVRTC treats a lone `\\r` as a blank."""
    return source.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")


def decode_source(data: bytes, path: str | Path) -> str:
    """The text of a source file from its bytes, as `read_source` returns it. Raises SourceError."""
    if len(data) > MAX_SOURCE_BYTES:
        raise SourceError("too_large", path)
    if _is_utf16(data):
        raise SourceError("utf16", path)
    text = next((t for encoding in ("utf-8-sig", "cp949") if (t := _as_text(data, encoding)) is not None), None)
    if text is None:
        raise SourceError("not_text", path)
    if not text.strip():
        raise SourceError("empty", path)
    return normalise(text)


def _is_utf16(data: bytes) -> bool:
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        return True
    half_zero = any(data[parity::2].count(0) > len(data) // 4 for parity in (0, 1))
    return half_zero and any(_as_text(data, encoding) is not None for encoding in ("utf-16-le", "utf-16-be"))


def _as_text(data: bytes, encoding: str) -> str | None:
    try:
        text = data.decode(encoding)
    except UnicodeDecodeError:
        return None
    return text if all((c >= " " and c != "\x7f") or c in _TEXT_CONTROLS for c in set(text)) else None
