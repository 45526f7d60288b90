"""`--json FILE`: there is a whole document or what was there before, on a full disk too."""

from __future__ import annotations

import json
import os
import resource
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from grader.cli.output import write_json
from grader.failure import Failure

DOCUMENT = {"checks": list(range(1000))}


@contextmanager
def no_room() -> Iterator[None]:
    """No file may grow beyond a few bytes, as on a disk that is nearly full."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (64, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


@pytest.mark.parametrize("before", [None, '{"old": 1}\n'])
def test_a_full_disk_leaves_what_was_there(tmp_path: Path, before: str | None) -> None:
    out = tmp_path / "out.json"
    if before is not None:
        out.write_text(before, "utf-8")
    with no_room(), pytest.raises(Failure) as failed:
        write_json(DOCUMENT, str(out))
    assert failed.value.kind == "unwritable_file"
    assert [path.name for path in tmp_path.iterdir()] == ([] if before is None else ["out.json"])
    assert before is None or out.read_text("utf-8") == before


def test_a_link_stays_a_link_and_a_pipe_a_pipe(tmp_path: Path) -> None:
    real, link, pipe = tmp_path / "real.json", tmp_path / "link.json", tmp_path / "pipe"
    real.write_text("{}", "utf-8")
    link.symlink_to(real)
    write_json(DOCUMENT, str(link))
    assert link.is_symlink() and json.loads(real.read_text("utf-8")) == DOCUMENT
    os.mkfifo(pipe)
    read: list[str] = []
    reader = threading.Thread(target=lambda: read.append(pipe.read_text("utf-8")))
    reader.start()
    write_json(DOCUMENT, str(pipe))
    reader.join()
    assert json.loads(read[0]) == DOCUMENT
