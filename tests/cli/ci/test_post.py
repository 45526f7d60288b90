"""`grader ci post`: the summary, the result and the annotations, and every way to lie to it."""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from markdown_it import MarkdownIt

from tests.cli.ci.conftest import Repository
from tests.cli.conftest import MODULE, Grader

COMMIT = "a" * 40
Change = Callable[[dict[str, Any]], object]
GITHUB = {
    "GITHUB_SERVER_URL": "https://github.com", "GITHUB_REPOSITORY": "uni/kim", "GITHUB_SHA": COMMIT,
    "GITHUB_ACTOR": "kim", "GITHUB_REPOSITORY_OWNER": "uni",
}  # fmt: skip


@pytest.fixture(scope="session")
def graded(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where what the grading job leaves is kept for all tests; there once the first has had it made."""
    return tmp_path_factory.mktemp("graded") / "out"


@pytest.fixture
def found(grader: Grader, course: Path, graded: Path, request: pytest.FixtureRequest) -> Path:
    """What the grading job leaves."""
    if not graded.exists():
        repository: Repository = request.getfixturevalue("repository")
        arguments = ("--submission", str(repository.folder), "--since", repository.first, "--out", str(graded))
        assert grader("ci", "grade", *arguments).status == 0
        path = graded / "ci.json"
        path.write_text(json.dumps(json.loads(path.read_text("utf-8")) | {"commit": COMMIT}), "utf-8")
    return Path(shutil.copytree(graded, course / "out")).relative_to(course)


def test_the_summary_has_a_row_for_each_exercise_and_links(grader: Grader, found: Path) -> None:
    done = grader("ci", "post", "out", "--summary", "summary.md", env=GITHUB)
    assert done.status == 1 and done.out == ""  # an exercise fails
    text = Path("summary.md").read_text("utf-8")
    blob = f"https://github.com/uni/kim/blob/{COMMIT}"
    assert "**1 of 3** exercises pass, **155 of 270** points; quizzes are not among them. Graded by emulation" in text
    assert (
        f"| [`{MODULE}/sgemm_tiled`]({blob}/exercises/{MODULE}/sgemm_tiled.cu) **changed** | ❌ FAIL | 70 / 85 "
        f"| `shared_wavefronts`: 18,432, wanted 17,408 | [21]({blob}/exercises/{MODULE}/sgemm_tiled.cu#L21) |"
    ) in text
    assert f"{blob}/modules/{MODULE}/lesson.en.md" in text and "▫️ not begun" in text
    page = MarkdownIt("gfm-like", {"linkify": False, "html": True}).render(text)
    assert page.count("<tr>") == 1 + 3 + 1 + 6 and page.count("<details") == page.count("</details>") == 1


def test_summaries_are_in_both_languages_and_append(grader: Grader, found: Path) -> None:
    Path("summary.md").write_text("before\n")
    grader("ci", "post", "out", "--summary", "summary.md", "--lang", "ko")
    text = Path("summary.md").read_text("utf-8")
    assert text.startswith("before\n## Warplings") and "연습 문제 3개 가운데 **1개** 통과" in text


def test_annotations_are_of_what_changed_and_no_more_than_are_shown(grader: Grader, found: Path) -> None:
    lines = grader("ci", "post", "out", "--annotations").out.splitlines()
    form = re.compile(rf"::(error|notice|warning) file=exercises/{MODULE}/sgemm_tiled.cu,line=\d+,title=[^:]+::.")
    assert lines and all(map(form.match, lines))
    assert lines[0].startswith(f"::error file=exercises/{MODULE}/sgemm_tiled.cu,line=21,")
    document = json.loads((found / "ci.json").read_text("utf-8"))
    check = next(c for c in document["entries"][0]["report"]["checks"] if c["id"] == "shared_wavefronts")
    check["lines"] = [{"line": n + 1, "message": f"line {n}"} for n in range(60)]
    (found / "ci.json").write_text(json.dumps(document), "utf-8")
    lines = grader("ci", "post", "out", "--annotations").out.splitlines()
    assert len(lines) == 11


def test_a_slow_kernel_loses_points_and_is_done(grader: Grader, found: Path) -> None:
    document = json.loads((found / "ci.json").read_text("utf-8"))
    made = document["entries"][1]["report"]
    next(c for c in made["checks"] if c["id"] == "speed").update(status="fail", points=4, backend="cuda")
    made.update(score=89, max_score_here=100)
    document["entries"][0].update(state="untouched", report=None)
    (found / "ci.json").write_text(json.dumps(document), "utf-8")
    done = grader("ci", "post", "out")
    assert done.status == 0 and "✅ pass | 89 / 100" in done.out


def test_the_result_has_what_classroom_50_asks_for(grader: Grader, found: Path) -> None:
    given = {
        "CLASSROOM": "cuda101", "ASSIGNMENT": "tiling", "OWNER": "kim", "SUBMISSION_TAG": "submit/3",
        "COMMIT_URL": "https://x/c", "RELEASE_URL": "https://x/r", "REVIEW_URL": "https://x/v",
    }  # fmt: skip
    grader("ci", "post", "out", "--result", "result.json", env=GITHUB | given)
    result = json.loads(Path("result.json").read_text("utf-8"))
    assert set(result) == {
        "schema", "classroom", "assignment", "assignment_type", "owner", "submission", "commit", "release", "review",
        "datetime", "score", "max-score", "tests",
    }  # fmt: skip
    assert result["schema"] == "classroom50/result/v1" and result["submission"] == "submit/3"
    assert (result["score"], result["max-score"]) == (15500, 27000)
    assert [(t["passed"], t["score"], t["max-score"]) for t in result["tests"]] == [
        (False, 7000, 8500), (True, 8500, 8500), (False, 0, 10000),
    ]  # fmt: skip
    numbers = [result["score"], result["max-score"], *(t[k] for t in result["tests"] for k in ("score", "max-score"))]
    assert all(type(number) is int for number in numbers)
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ", result["datetime"])


def report(document: dict[str, Any]) -> dict[str, Any]:
    found: dict[str, Any] = document["entries"][0]["report"]
    return found


def check(document: dict[str, Any], name: str) -> dict[str, Any]:
    found: dict[str, Any] = next(each for each in report(document)["checks"] if each["id"] == name)
    return found


def full_marks(document: dict[str, Any]) -> None:
    check(document, "shared_wavefronts")["points"] = 15
    report(document)["score"] = 85


LIES: dict[str, Change] = {
    "points of a check that failed": full_marks,
    "another sum": lambda d: report(d).update(score=85),
    "more than there is": lambda d: check(d, "correctness").update(points=99),
    "worth more": lambda d: check(d, "correctness").update(max_points=80),
    "negative points": lambda d: check(d, "correctness").update(points=-1),
    "NaN": lambda d: report(d).update(score=float("nan")),
    "points as text": lambda d: report(d).update(score="70"),
    "true as points": lambda d: report(d).update(score=True),
    "points for what was not run": lambda d: check(d, "speed").update(points=15),
    "a check fewer": lambda d: report(d)["checks"].pop(),
    "a check twice": lambda d: report(d)["checks"].append(report(d)["checks"][-1]),
    "another check": lambda d: check(d, "hazards").update(id="kindness"),
    "an unknown status": lambda d: check(d, "hazards").update(status="excellent"),
    "another exercise": lambda d: d["entries"][0].update(exercise="00_first_kernel/vector_add"),
    "another file": lambda d: d["entries"][0].update(file="../../etc/passwd"),
    "an exercise fewer": lambda d: d["entries"].pop(),
    "an exercise twice": lambda d: d["entries"].append(d["entries"][0]),
    "a report of what was not begun": lambda d: d["entries"][2].update(report=report(d)),
    "graded without a report": lambda d: d["entries"][0].update(report=None),
    "a key more": lambda d: d.update(teacher="kim"),
    "points beside an error": lambda d: report(d).update(error={"kind": "x", "message": "y"}),
    "another version": lambda d: d.update(version="warplings/ci/v2"),
    "a commit that is none": lambda d: d.update(commit="main; rm -rf /"),
    "line 0": lambda d: check(d, "shared_wavefronts").update(lines=[{"line": 0, "message": "x"}]),
    "a message without end": lambda d: check(d, "hazards").update(message="x" * 20_001),
    "more lines than anybody reads": lambda d: check(d, "hazards").update(lines=[{"line": 1, "message": "x"}] * 201),
    "a list": lambda d: d.clear(),
    "another commit": lambda d: d.update(commit="b" * 40),
    "no commit": lambda d: d.update(commit=""),
}  # fmt: skip


@pytest.mark.parametrize("lie", LIES)
def test_nothing_is_posted_that_the_course_could_not_have_found(grader: Grader, found: Path, lie: str) -> None:
    document = json.loads((found / "ci.json").read_text("utf-8"))
    LIES[lie](document)
    (found / "ci.json").write_text(json.dumps(document), "utf-8")
    given = ("--summary", "summary.md", "--result", "result.json", "--annotations")
    done = grader("ci", "post", "out", *given, env=GITHUB)
    assert done.status == 2 and "nothing was posted" in done.err and done.out == ""
    assert not Path("summary.md").exists() and not Path("result.json").exists()


HOSTILE = ["\n::error file=x::mine\n", "\x1b[2J\r::error::mine", "k" * 100_000, "\u202e\u2028::"]


@pytest.mark.parametrize("key", HOSTILE, ids=range(len(HOSTILE)))
def test_what_is_refused_is_not_quoted_as_a_command_or_an_escape(grader: Grader, found: Path, key: str) -> None:
    document = json.loads((found / "ci.json").read_text("utf-8"))
    (found / "ci.json").write_text(json.dumps(document | {key: 1}), "utf-8")
    done = grader("ci", "post", "out")
    assert done.status == 2 and "nothing was posted" in done.err
    assert not any(line.startswith("::") for line in done.err.splitlines())
    assert not set(done.err) & set("\x1b\r\u202e\u2028") and len(done.err) < 1000


@pytest.mark.parametrize(("change", "status"), [("refused", 1), ("error", 2), ("missing", 0)])
def test_who_begun_and_cannot_be_graded_is_not_green(grader: Grader, found: Path, change: str, status: int) -> None:
    document = json.loads((found / "ci.json").read_text("utf-8"))
    if change == "error":
        made = report(document)
        made.update(score=0, checks=[], error={"kind": "sandbox", "message": "broke"})
    else:
        document["entries"][0].update(state=change, report=None, message="it is a link" if change == "refused" else "")
    (found / "ci.json").write_text(json.dumps(document), "utf-8")
    done = grader("ci", "post", "out", env=GITHUB)
    assert done.status == status
    (row,) = [line for line in done.out.splitlines() if line.startswith("|") and "sgemm_tiled`" in line]
    assert ("https://" in row) == (change != "missing"), "a file that is not there has no address"


def test_a_check_without_numbers_is_told_without_them(grader: Grader, repository: Repository) -> None:
    kernel = repository.kernel("sgemm_tiled")
    kernel.write_text(kernel.read_text("utf-8").replace("{", "{ missing;", 1), "utf-8")
    grader("ci", "grade", "--submission", str(repository.folder), "--out", "out")
    text = grader("ci", "post", "out").out
    assert "| `compiles` |" in text and "wanted &#45;" not in text


def test_a_run_with_a_gpu_says_so(grader: Grader, found: Path) -> None:
    document = json.loads((found / "ci.json").read_text("utf-8")) | {"speed": True}
    (found / "ci.json").write_text(json.dumps(document), "utf-8")
    assert grader("ci", "post", "out").out.startswith("## Warplings, with a GPU\n")


@pytest.mark.parametrize(
    ("content", "said"), [(None, "No such file"), (b"\xff\xfe", "nothing was posted"), (b"x" * (9 << 20), "8 MiB")]
)
def test_what_is_no_document_is_told(grader: Grader, course: Path, content: bytes | None, said: str) -> None:
    Path("out").mkdir()
    if content is not None:
        Path("out/ci.json").write_bytes(content)
    done = grader("ci", "post", "out")
    assert done.status == 2 and said in done.err


def test_text_of_a_kernel_is_no_markup_and_no_command(grader: Grader, found: Path) -> None:
    document = json.loads((found / "ci.json").read_text("utf-8"))
    evil = "<script>x</script> [a](javascript:x) @everyone\n::error::mine\n</details>| `"
    check(document, "shared_wavefronts").update(message=evil, lines=[{"line": 3, "message": evil}], measured=evil)
    (found / "ci.json").write_text(json.dumps(document), "utf-8")
    out = grader("ci", "post", "out", "--annotations", "--summary", "summary.md").out
    assert not any(line.startswith("::error::") for line in out.splitlines())
    text = Path("summary.md").read_text("utf-8")
    page = MarkdownIt("gfm-like", {"linkify": False, "html": True}).render(text)
    assert "<script" not in text and "javascript:" not in text and "@everyone" not in text and "<script" not in page
    assert page.count("<details") == page.count("</details>") == 1 and page.count("<td") == 3 * 5 + 6 * 5
