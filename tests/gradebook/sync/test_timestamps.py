"""When a submission was handed in, as files say it that anybody may have written."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import pytest

pytest.importorskip("nbgrader")

from grader.gradebook.sync.course_folder import timestamp_in


def test_a_time_is_read(tmp_path: Path) -> None:
    assert timestamp_in(tmp_path) is None
    (tmp_path / "timestamp.txt").write_text("2026-11-21 10:00:00.5 UTC\n")
    found = timestamp_in(tmp_path)
    assert found is not None and found.replace(tzinfo=UTC) == datetime(2026, 11, 21, 10, 0, 0, 500_000, UTC)


@pytest.mark.parametrize(
    "said",
    ["no time", "1  " + "{" * 300, "9" * 100, "1" + "0" * 30 + " 1 1", "1e999999 UTC", "::::::::::" * 9, "9" * 100_000,
     "1 " + "a" * 97, "\0", "0.1.2.3.4e99999"],
)  # fmt: skip
def test_what_is_no_time_is_told(tmp_path: Path, said: str) -> None:
    (tmp_path / "timestamp.txt").write_text(said)
    with pytest.raises(ValueError, match=r"."):
        timestamp_in(tmp_path)
