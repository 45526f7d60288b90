"""Writes files in nbgrader's folders atomically, and only if they have changed."""

from __future__ import annotations

import os
import stat
from pathlib import Path

_READ = os.O_RDONLY | sum(getattr(os, name, 0) for name in ("O_CLOEXEC", "O_NOFOLLOW", "O_NONBLOCK"))
MOST_BYTES = 16 << 20  # of one file that a student handed in


def put(path: Path, content: bytes) -> bool:
    """Write `content` to `path` atomically; returns whether it changed. Raises OSError.

    The temporary file has a fixed name, so that killed runs leave at most one behind. A link is replaced, not followed.
    """
    if read(path) == content:
        return False
    path.parent.mkdir(parents=True, exist_ok=True)
    part = path.with_name(f".{path.name}.part")
    part.unlink(missing_ok=True)
    part.write_bytes(content)
    part.replace(path)
    return True


def read(path: Path) -> bytes | None:
    """The content of a regular file; None if it is missing, a link, not a file or too large. Raises OSError."""
    try:
        descriptor = os.open(path, _READ)
    except FileNotFoundError:
        return None
    except OSError:
        if path.is_symlink():
            return None
        raise
    try:
        if not stat.S_ISREG(os.fstat(descriptor).st_mode):
            return None
        with open(descriptor, "rb", closefd=False) as file:
            content = file.read(MOST_BYTES + 1)
    finally:
        os.close(descriptor)
    return None if len(content) > MOST_BYTES else content


def text_of(text: str) -> str:
    """Untrusted text for a notebook: control characters become visible, line ends newlines.

    What UTF-8 cannot encode becomes a question mark.
    """
    lines = text.replace("\r\n", "\n").replace("\r", "\n").translate(_SHOWN)
    return lines.encode("utf-8", "replace").decode("utf-8")


# U+2400 and following are pictures of the control characters. U+2028 and U+2029 end a line for some readers; the others
# change the direction of writing, with which code could be disguised.
_PICTURES = {code: 0x2400 + code for code in range(32) if code not in (0x09, 0x0A)} | {0x7F: 0x2421}
_UNSEEN = (*range(0x80, 0xA0), 0x2028, 0x2029, *range(0x202A, 0x202F), *range(0x2066, 0x206A))
_SHOWN = _PICTURES | dict.fromkeys(_UNSEEN, 0xFFFD)
