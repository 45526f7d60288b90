"""Files that are hardly sources, and sources that no person writes."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.bad_input.conftest import Grader
from tests.bad_input.contract import assert_profile, assert_report, assert_well_behaved
from tests.bad_input.sources import BOMBS, GOOD, NO_SOURCE, STRANGE
from tests.bad_input.watching import REPOSITORY, answered, run_grader


@pytest.mark.parametrize("name", GOOD)
def test_text_is_accepted_in_whatever_form_editors_write_it(name: str, tmp_path: Path) -> None:
    file = tmp_path / "kernel.cu"
    file.write_bytes(GOOD[name])
    run = answered("check", "06/sgemm_tiled", "--file", file, "--json", "-", folder=REPOSITORY)
    assert_well_behaved(run)
    assert_report(run.json())
    assert run.status == 0


@pytest.mark.parametrize("name", NO_SOURCE)
def test_a_file_that_is_no_source_is_the_students_fault(name: str, here: Path, grader: Grader) -> None:
    content, says = NO_SOURCE[name]
    Path("kernel.cu").write_bytes(content)
    done = grader("check", "06/sgemm_tiled", "--file", "kernel.cu", "--json", "-")
    assert_report(done.json)
    assert done.status == 1
    first = done.json["checks"][0]
    assert (first["id"], first["status"]) == ("compiles", "fail")
    assert says in first["message"]
    assert "kernel.cu" in first["message"]
    for lang in ("en", "ko"):
        shown = grader("check", "06/sgemm_tiled", "--file", "kernel.cu", "--lang", lang)
        assert shown.status == 1
        assert "kernel.cu" in shown.out


@pytest.mark.parametrize("name", NO_SOURCE)
def test_a_profile_of_no_source_is_the_same_fault(name: str, here: Path, grader: Grader) -> None:
    content, says = NO_SOURCE[name]
    Path("kernel.cu").write_bytes(content)
    launch = ("--kernel", "k", "--grid", "1", "--block", "32")
    done = grader("profile", "kernel.cu", *launch, "--json", "-")
    assert done.status == 1
    assert_profile(done.json)
    assert done.json["error"]["kind"] == "compile_error"
    assert says in done.json["error"]["message"]


@pytest.mark.parametrize("name", STRANGE)
def test_a_strange_source_gets_a_short_answer(name: str, tmp_path: Path) -> None:
    source, status, says = STRANGE[name]
    file = tmp_path / "kernel.cu"
    file.write_text(source, "utf-8")
    run = answered("check", "06/sgemm_tiled", "--file", file, "--json", "-", folder=REPOSITORY)
    assert_well_behaved(run)
    document = run.json()
    assert_report(document, source.count("\n") + 1)
    assert run.status == status
    message = next(check["message"] for check in document["checks"] if check["status"] == "fail")
    assert says in message
    assert len(message) < 2000


def test_a_line_of_a_megabyte_does_not_flood_the_terminal(tmp_path: Path) -> None:
    file = tmp_path / "kernel.cu"
    file.write_text(STRANGE["name_of_100_kilobytes"][0], "utf-8")
    run = answered("check", "06/sgemm_tiled", "--file", file, folder=REPOSITORY)
    assert_well_behaved(run)
    assert len(run.stdout) < 6000


@pytest.mark.slow
@pytest.mark.parametrize("name", BOMBS)
def test_work_without_end_ends_within_the_limits(name: str, tmp_path: Path) -> None:
    file = tmp_path / "kernel.cu"
    file.write_text(BOMBS[name], "utf-8")
    run = run_grader("check", "06/sgemm_tiled", "--file", file, "--json", "-", folder=REPOSITORY)
    assert_well_behaved(run)
    document = run.json()
    assert_report(document, BOMBS[name].count("\n") + 1)
    assert run.status == 1
    assert "error" not in document
