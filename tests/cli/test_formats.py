"""`grader check --format`: the same verdicts for programs that read JUnit, GitHub's annotations or JSON."""

from __future__ import annotations

import json
from pathlib import Path
from xml.etree import ElementTree

import pytest

from tests.cli.conftest import MODULE, Grader

FILE = f"exercises/{MODULE}/choose_padding.cu"


def test_junit_has_a_suite_for_each_exercise_and_a_case_for_each_check(course: Path, grader: Grader) -> None:
    done = grader("check", "06", "--format", "junit")
    root = ElementTree.fromstring(done.out)
    suites = {suite.get("name"): suite for suite in root}
    assert list(suites) == [f"{MODULE}/{name}" for name in ("sgemm_tiled", "transpose_tiled", "choose_padding")]
    padding = suites[f"{MODULE}/choose_padding"]
    assert (padding.get("failures"), padding.get("errors"), padding.get("file")) == ("1", "0", FILE)
    case = next(case for case in padding if case.get("name") == "shared_wavefronts")
    assert case.get("line") == "39"
    failure = case.find("failure")
    assert failure is not None and "allowed are" in str(failure.get("message"))
    assert f"{FILE}:39: " in str(failure.text)
    skipped = next(case for case in suites[f"{MODULE}/sgemm_tiled"] if case.get("name") == "speed").find("skipped")
    assert skipped is not None and skipped.get("message")
    values = {p.get("name"): p.get("value") for p in root.iter("property")}
    assert json.loads(str(values["target"])) and "'" not in "".join(map(str, values.values()))
    assert done.status == 1


def test_github_gets_annotations_on_the_lines_and_nothing_else(course: Path, grader: Grader) -> None:
    done = grader("check", "06/choose_padding", "--format", "github")
    lines = done.out.splitlines()
    assert lines[0].startswith(f"::error file={FILE},line=39,title={MODULE}/choose_padding%3A shared_wavefronts::")
    assert all(line.startswith(("::error ", "::warning ", "::notice ")) for line in lines)
    assert "%0A" in lines[0] and "(3 %25)" in lines[0]


def test_editors_get_lines_as_compilers_write_them(course: Path, grader: Grader) -> None:
    done = grader("check", "06/choose_padding", "--format", "gcc")
    lines = done.out.splitlines()
    assert lines[0].startswith(f"{FILE}:39: error: {MODULE}/choose_padding: shared_wavefronts: ")
    assert "(3 %)" in lines[0] and all(line.startswith(f"{FILE}:") for line in lines)


def test_a_submission_cannot_speak_to_the_workflow(course: Path, grader: Grader) -> None:
    kernel = course / FILE
    head = 'extern "C" __global__ void choose_padding(const float* in, float* out, int n)'
    kernel.write_text(f"{head}\n{{ ::warning file=x::y%0A \x1b[2J }}\n", "utf-8")
    done = grader("check", "06/choose_padding", "--format", "github")
    assert done.status == 1 and "\x1b" not in done.out
    assert all(line.startswith(f"::error file={FILE},line=") for line in done.out.splitlines())


def test_a_solution_has_nothing_to_annotate(course: Path, grader: Grader) -> None:
    done = grader("check", "06/transpose_tiled", "--solution", "--format", "github")
    assert (done.status, done.out.strip()) == (0, "")


def test_json_is_what_the_option_json_writes(course: Path, grader: Grader) -> None:
    by_format, by_option = (grader("check", "06/choose_padding", *a) for a in (["--format", "json"], ["--json", "-"]))
    assert by_format.json == by_option.json


def test_a_file_of_json_and_a_format_go_together(course: Path, grader: Grader) -> None:
    done = grader("check", "06/choose_padding", "--format", "junit", "--json", "report.json")
    assert ElementTree.fromstring(done.out) is not None
    assert json.loads((course / "report.json").read_text("utf-8"))["exercise"] == f"{MODULE}/choose_padding"
    both = grader("check", "06/choose_padding", "--format", "junit", "--json", "-")
    assert both.status == 2


@pytest.mark.parametrize("form", ["junit", "github", "gcc"])
def test_what_the_grader_could_not_judge_is_told_too(course: Path, grader: Grader, form: str) -> None:
    (course / FILE).unlink()
    done = grader("check", "06/choose_padding", "--format", form)
    assert done.status == 2 and "choose_padding" in done.out
    if form == "junit":
        assert ElementTree.fromstring(done.out).find(".//error") is not None
