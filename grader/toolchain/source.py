"""A student's file as text: what is accepted (BOM, CRLF, CP949) and what is refused before compiling."""

from __future__ import annotations

from pathlib import Path

MAX_SOURCE_BYTES = 1 << 20
_TEXT_CONTROLS = frozenset("\t\n\v\f\r")


class SourceError(Exception):
    """A file that cannot be a CUDA source.

    kind: "missing", "unreadable", "too_large", "utf16", "not_text" or "empty".
    """

    def __init__(self, kind: str, message: str) -> None:
        super().__init__(message)
        self.kind = kind


def read_source(path: str | Path) -> str:
    """The text of a source file, without byte order mark and with `\\n` line ends.

    UTF-8, or else CP949 (which Korean editors on Windows still write). Raises SourceError.
    """
    return decode_source(read_source_bytes(Path(path)), path)


def read_source_bytes(path: Path) -> bytes:
    """The bytes of a source file, of a larger one than is accepted only the beginning.

    Raises SourceError; a pipe or a device, which might never end, is no file.
    """
    try:
        if not path.is_file():
            raise SourceError("missing", f"there is no file {path}")
        with path.open("rb") as stream:
            return stream.read(MAX_SOURCE_BYTES + 1)
    except OSError as error:
        raise SourceError("unreadable", f"{path} cannot be read: {error.strerror}") from error


def normalise(source: str) -> str:
    """The source without byte order mark and with `\\n` line ends: NVRTC takes a lone `\\r` for a blank."""
    return source.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")


def decode_source(data: bytes, path: str | Path) -> str:
    """The text of a source file whose bytes are at hand, as `read_source` gives it. Raises SourceError."""
    if len(data) > MAX_SOURCE_BYTES:
        raise SourceError("too_large", f"{path} is larger than 1 MiB: a kernel is a few kilobytes")
    if _is_utf16(data):
        raise SourceError("utf16", f"{path} is UTF-16: save it as UTF-8")
    text = _as_text(data, "utf-8-sig")
    if text is None:
        text = _as_text(data, "cp949")
    if text is None:
        raise SourceError("not_text", f"{path} is not a text file")
    if not text.strip():
        raise SourceError("empty", f"{path} is empty")
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
