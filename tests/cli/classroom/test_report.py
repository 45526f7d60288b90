"""`grader class report`: from a class that was graded to its pages."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest

from tests.cli.conftest import MODULE, REPOSITORY, Grader
from tests.kernels import wrong_text

SOLUTIONS = REPOSITORY / "solutions" / MODULE
WRONG = REPOSITORY / "tests" / "submissions" / MODULE


@pytest.fixture
def graded(tmp_path: Path, course: Path, process: Grader) -> Path:
    """Mina solved one exercise and has a race in another; Omar has Mina's race in disguise; Bo has nothing."""
    folder = tmp_path / "class"
    race = wrong_text(MODULE, "sgemm_tiled", "no_shared_memory")
    for student, text in (("mina", race), ("omar", re.sub(r"\bcol\b", "column", race))):
        (folder / "in" / student).mkdir(parents=True)
        (folder / "in" / student / "sgemm_tiled.cu").write_text(text, "utf-8")
    shutil.copy(SOLUTIONS / "transpose_tiled.cu", folder / "in" / "mina")
    (folder / "in" / "omar" / "transpose_tiled.cu").write_text("this is no kernel;\n", "utf-8")
    (folder / "roster.csv").write_text("id,name,section\nmina,Mina,A\nomar,Omar,B\nbo,,A\n", "utf-8")
    done = process("class", "grade", str(folder / "in"), "--roster", str(folder / "roster.csv"), "--out",
                   str(folder / "out"))  # fmt: skip
    assert done.status == 0, done.err
    return folder


def read(folder: Path, page: str) -> str:
    return (folder / "out" / "report" / page).read_text("utf-8")


def test_a_graded_class_has_a_report(graded: Path, process: Grader) -> None:
    done = process("class", "report", str(graded / "out"), env={"COLUMNS": "200"})
    assert done.status == 0 and "Traceback" not in done.err
    assert "Near-identical kernels: 1." in done.out and "Pages to be sent to 3 students" in done.out
    pages = sorted(p.relative_to(graded / "out" / "report").as_posix() for p in (graded / "out" / "report").rglob("*"))
    assert pages == ["class.html", "students", "students/bo.html", "students/mina.html", "students/omar.html"]
    assert "no kernel" in read(graded, "students/omar.html") and "no kernel" not in read(graded, "students/mina.html")
    assert "lesson.en.md" in read(graded, "students/omar.html"), "where to read comes from the course that graded"
    assert "nothing" in read(graded, "students/bo.html")


@pytest.mark.slow
def test_nothing_of_a_solution_is_on_the_page_of_who_did_not_write_it(graded: Path, process: Grader) -> None:
    process("class", "report", str(graded / "out"))
    page = read(graded, "students/omar.html").replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&")
    for solution in SOLUTIONS.glob("*.cu"):
        skeleton = (REPOSITORY / "exercises" / MODULE / solution.name).read_text("utf-8")
        handed_in = graded / "in" / "omar" / solution.name
        own = skeleton + (handed_in.read_text("utf-8") if handed_in.is_file() else "")
        lines = {line.strip() for line in solution.read_text("utf-8").splitlines()}
        secret = lines - set(map(str.strip, own.splitlines()))
        assert len(secret) > 3
        assert not [line for line in secret if len(line) > 12 and line in page]


@pytest.mark.slow
def test_of_a_private_case_no_line_and_no_size_is_on_the_page_of_the_student(tmp_path: Path, grader: Grader) -> None:
    """A kernel that stops at a line of its choice for each size would read the sizes from its page."""
    kernel = (SOLUTIONS / "sgemm_tiled.cu").read_text("utf-8")
    start = "float sum = 0.0f;"
    assert start in kernel
    spy = "\n".join(f'if (M == {size}) asm("trap;");' for size in range(1, 200) if size not in (1, 7, 20, 48, 64, 65))
    (tmp_path / "in" / "mina").mkdir(parents=True)
    (tmp_path / "in" / "mina" / "sgemm_tiled.cu").write_text(kernel.replace(start, f"{start}\n{spy}"), "utf-8")
    (tmp_path / "roster.csv").write_text("id,name\nmina,Mina\n", "utf-8")
    out = tmp_path / "out"
    assert grader("class", "grade", str(tmp_path / "in"), "--roster", str(tmp_path / "roster.csv"), "--out", str(out),
                  "--only", "06/sgemm_tiled").status == 0  # fmt: skip
    assert grader("class", "report", str(out)).status == 0
    told = (out / "results" / "mina" / MODULE / "sgemm_tiled.json").read_text("utf-8")
    page = (out / "report" / "students" / "mina.html").read_text("utf-8")
    line = re.search(r"line (\d+)", told[told.index('"instructor"') :])
    assert line, "the instructor is told the line"
    assert "Nothing more is told of private cases" in page
    prose = re.sub(r"<code>.*?</code>", "", page, flags=re.S)
    assert not re.search(rf"line {line[1]}|trap|\bM=\d", prose)


@pytest.mark.slow
def test_the_report_needs_no_course(
    graded: Path, process: Grader, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    monkeypatch.chdir(elsewhere)
    done = process("class", "report", str(graded / "out"), "--out", "pages", "--lang", "ko")
    assert done.status == 0 and "거의 같은 커널: 1쌍" in done.out
    assert 'lang="ko"' in (elsewhere / "pages" / "class.html").read_text("utf-8")
    assert not (graded / "out" / "report").exists()


@pytest.mark.slow
def test_grading_again_leaves_the_report_and_its_results_alone(graded: Path, process: Grader) -> None:
    process("class", "report", str(graded / "out"))
    before = read(graded, "class.html")
    done = process("class", "grade", str(graded / "in"), "--roster", str(graded / "roster.csv"), "--out",
                   str(graded / "out"), "--json", "-")  # fmt: skip
    assert done.json["graded"] == 0
    process("class", "report", str(graded / "out"))
    assert read(graded, "class.html") == before


@pytest.mark.slow
def test_a_damaged_result_is_named_and_the_rest_is_reported(graded: Path, process: Grader) -> None:
    damaged = graded / "out" / "results" / "mina" / MODULE / "sgemm_tiled.json"
    damaged.write_text("{", "utf-8")
    done = process("class", "report", str(graded / "out"), env={"COLUMNS": "200"})
    assert done.status == 2 and "cannot be read: 1" in done.err and str(damaged) in done.err
    assert "cannot be read" in read(graded, "students/mina.html")
    assert "cannot be read" not in read(graded, "students/omar.html")


@pytest.mark.parametrize(
    ("content", "said"),
    [(None, "holds no results"), ("{", "another version"), ('{"version": 2}', "another version"), ("[]", "another")],
)
def test_without_a_summary_the_reason_is_told(tmp_path: Path, grader: Grader, content: str | None, said: str) -> None:
    if content is not None:
        (tmp_path / "class.json").write_text(content, "utf-8")
    done = grader("class", "report", str(tmp_path))
    assert done.status == 2 and said in done.err
    assert list(tmp_path.rglob("*.html")) == []


def test_a_folder_that_is_none_is_told(tmp_path: Path, grader: Grader) -> None:
    done = grader("class", "report", str(tmp_path / "nowhere"), "--lang", "ko")
    assert done.status == 2 and "채점 결과가 없습니다" in done.err


@pytest.mark.slow
def test_pages_that_cannot_be_written_are_told(graded: Path, grader: Grader) -> None:
    (graded / "file").write_text("", "utf-8")
    done = grader("class", "report", str(graded / "out"), "--out", str(graded / "file"))
    assert done.status == 2 and str(graded / "file") in done.err


@pytest.mark.slow
def test_results_of_before_there_were_reports_are_reported_without_comparison(graded: Path, process: Grader) -> None:
    (graded / "out" / "course.json").unlink()
    done = process("class", "report", str(graded / "out"))
    assert done.status == 0 and "were not compared" in done.err
