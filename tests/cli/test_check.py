"""`grader check`: what it grades, what it reports, and its exit status, whatever the file holds."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.conftest import MODULE, Grader

SGEMM = f"{MODULE}/sgemm_tiled"


def statuses(document: dict[str, object]) -> dict[str, str]:
    return {c["id"]: c["status"] for c in document["checks"]}  # type: ignore[index,attr-defined]


def test_the_solution_passes_all_that_can_be_judged_here(course: Path, grader: Grader) -> None:
    done = grader("check", "06/sgemm_tiled", "--solution", "--json", "-")
    assert done.status == 0
    assert set(statuses(done.json).values()) == {"pass", "not_run"}
    assert statuses(done.json)["speed"] == "not_run"
    assert (done.json["score"], done.json["max_score_here"], done.json["max_score"]) == (85, 85, 100)
    assert done.json["exercise"] == SGEMM
    assert "error" not in done.json


def test_the_skeleton_compiles_and_fails_as_named(course: Path, grader: Grader) -> None:
    done = grader("check", "06/sgemm_tiled", "--json", "-")
    assert done.status == 1
    assert statuses(done.json)["compiles"] == "pass"
    assert statuses(done.json)["correctness"] == "fail"


@pytest.mark.slow
def test_without_an_id_the_current_exercise_is_graded_and_done_ones_are_skipped(course: Path, grader: Grader) -> None:
    assert grader("check", "--json", "-").json["exercise"] == SGEMM
    solution = (course / "solutions" / f"{SGEMM}.cu").read_bytes()
    (course / "exercises" / f"{SGEMM}.cu").write_bytes(solution)
    assert grader("check", "06/sgemm_tiled").status == 0
    assert grader("check", "--json", "-").json["exercise"] == f"{MODULE}/transpose_tiled"


@pytest.mark.slow
def test_the_solution_and_other_files_are_no_progress(course: Path, grader: Grader) -> None:
    grader("check", "06/sgemm_tiled", "--solution")
    grader("check", "06/sgemm_tiled", "--file", f"solutions/{SGEMM}.cu")
    assert grader("check", "--json", "-").json["exercise"] == SGEMM


@pytest.mark.slow
def test_a_module_gives_one_report_for_each_exercise(course: Path, grader: Grader) -> None:
    done = grader("check", "06", "--json", "out.json")
    document = json.loads((course / "out.json").read_text("utf-8"))
    assert done.status == 1
    assert [r["exercise"].rpartition("/")[2] for r in document["exercises"]] == [
        "sgemm_tiled", "transpose_tiled", "choose_padding",
    ]  # fmt: skip
    assert document["max_score"] == 300


def test_the_skeletons_values_stand_beside_the_students(course: Path, grader: Grader) -> None:
    checks = grader("check", "06/sgemm_tiled", "--solution", "--json", "-").json["checks"]
    starter = {c["id"]: c["starter"] for c in checks}
    assert starter["correctness"] == 0
    assert starter["global_sectors"] == 512


def test_the_view_speaks_the_language_asked_for(course: Path, grader: Grader) -> None:
    assert "먼저 볼 것: correctness" in grader("check", "06/sgemm_tiled", "--lang", "ko").out
    assert "먼저 볼 것" in grader("check", "06/sgemm_tiled", env={"LANG": "ko_KR.UTF-8"}).out
    assert "Look at this first" in grader("check", "06/sgemm_tiled", "--lang", "en", env={"LANG": "ko_KR"}).out


def test_json_on_stdout_stands_alone(course: Path, grader: Grader) -> None:
    assert grader("check", "06/sgemm_tiled", "--json", "-").out.startswith("{")


def test_json_to_a_file_leaves_the_view_on_the_screen(course: Path, grader: Grader) -> None:
    done = grader("check", "06/sgemm_tiled", "--json", "deep/down/out.json")
    assert "Look at this first" in done.out
    assert json.loads((course / "deep/down/out.json").read_text("utf-8"))["exercise"] == SGEMM


BAD_CONTENT = {
    "empty": b"",
    "blank": b" \n\t\n",
    "binary": bytes(range(256)) * 20,
    "utf16": 'extern "C" __global__ void sgemm_tiled() {}\n'.encode("utf-16"),
    "ten_megabytes": b"// x\n" * 2_000_000,
    "syntax": b'extern "C" __global__ void sgemm_tiled( {',
    "wrong_name": b'extern "C" __global__ void sgemm_tile(float* a) {}',
    "wrong_signature": b'extern "C" __global__ void sgemm_tiled(float* a) {}',
    "host_code": b"#include <cstdio>\nint main() { return 0; }\n",
    "include_outside": b'#include "/etc/passwd"\n',
}


@pytest.mark.parametrize("name", sorted(BAD_CONTENT))
def test_a_file_that_is_no_kernel_fails_compiles_and_nothing_else_is_run(
    course: Path, grader: Grader, name: str
) -> None:
    (course / "mine.cu").write_bytes(BAD_CONTENT[name])
    done = grader("check", "06/sgemm_tiled", "--file", "mine.cu", "--json", "out.json")
    document = json.loads((course / "out.json").read_text("utf-8"))
    assert done.status == 1
    assert statuses(document).pop("compiles") == "fail"
    assert set(list(statuses(document).values())[1:]) == {"not_run"}
    assert document["checks"][0]["message"]
    assert document["source_sha256"]
    assert "error" not in document
    assert "Traceback" not in done.out + done.err


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("utf16", "It cannot be compiled: mine.cu is UTF-16 or UTF-32; save it as UTF-8"),
        ("empty", "It cannot be compiled: mine.cu is empty"),
        ("syntax", "The compiler stops: "),
    ],
)
def test_only_what_the_compiler_read_stops_the_compiler(course: Path, grader: Grader, name: str, said: str) -> None:
    (course / "mine.cu").write_bytes(BAD_CONTENT[name])
    (compiles, *_) = grader("check", "06/sgemm_tiled", "--file", "mine.cu", "--json", "-").json["checks"]
    assert compiles["message"].startswith(said)


@pytest.mark.parametrize("prefix", [b"\xef\xbb\xbf", b""])
@pytest.mark.parametrize("newline", [b"\r\n", b"\n"])
def test_byte_order_marks_and_windows_line_ends_are_accepted(
    course: Path, grader: Grader, prefix: bytes, newline: bytes
) -> None:
    solution = (course / "solutions" / f"{SGEMM}.cu").read_bytes()
    (course / "mine.cu").write_bytes(prefix + solution.replace(b"\n", newline))
    assert grader("check", "06/sgemm_tiled", "--file", "mine.cu").status == 0


def test_a_compile_error_is_shown_at_its_line_with_a_caret(course: Path, grader: Grader) -> None:
    path = course / "exercises" / f"{SGEMM}.cu"
    path.write_text(path.read_text("utf-8").replace("int tx = threadIdx.x;", "int tx = threadIdy.x;"), "utf-8")
    lines = grader("check", "06/sgemm_tiled").out.splitlines()
    at = next(i for i, line in enumerate(lines) if "|" in line and "threadIdy" in line)
    assert lines[at + 1].index("^") == lines[at].index("threadIdy")


@pytest.mark.parametrize(
    ("arguments", "kind"),
    [
        (["06/nothing_like_it"], "unknown_id"),
        (["tiled"], "ambiguous_id"),
        (["06/sgemm_tiled", "--file", "nowhere.cu"], "unreadable_file"),
        (["06/sgemm_tiled", "--file", "."], "unreadable_file"),
        (["06", "--file", "course.yaml"], "bad_argument"),
        (["06/sgemm_tiled", "--file", "course.yaml", "--solution"], "bad_argument"),
        (["06/sgemm_tiled", "--backend", "quantum"], "bad_argument"),
        (["06/sgemm_tiled", "--nonsense"], "bad_argument"),
        (["06/sgemm_tiled", "--backend", "cuda"], "no_gpu_backend"),
    ],
)
def test_what_cannot_be_graded_is_status_two_with_a_reason_in_the_json(
    course: Path, grader: Grader, arguments: list[str], kind: str
) -> None:
    done = grader("check", *arguments, "--json", "out.json")
    document = json.loads((course / "out.json").read_text("utf-8"))
    assert done.status == 2
    assert document["error"]["kind"] == kind
    assert document["error"]["message"]
    assert done.err.startswith("grader: ")
    assert {"exercise", "source_sha256", "checks", "score", "max_score", "grader_version"} <= set(document)


def test_an_unknown_id_names_the_nearest_exercise_first(course: Path, grader: Grader) -> None:
    err = grader("check", "sgem_tiled").err
    assert err.index("sgemm_tiled", err.index("\n")) < err.index("transpose_tiled")


def test_without_a_gpu_backend_every_check_is_not_run(course: Path, grader: Grader) -> None:
    document = grader("check", "06/sgemm_tiled", "--backend", "cuda", "--json", "-").json
    assert set(statuses(document).values()) == {"not_run"}
    assert document["max_score"] == 100


def test_what_is_wrong_with_every_exercise_is_said_once(course: Path, grader: Grader) -> None:
    done = grader("check", "06", "--backend", "cuda", "--json", "-")
    assert done.err.count("cuda") == done.json["error"]["message"].count("cuda")
    assert [report["error"]["kind"] for report in done.json["exercises"]] == ["no_gpu_backend"] * 3


def test_a_broken_exercise_file_is_told_with_file_line_and_column(course: Path, grader: Grader) -> None:
    path = course / "exercises" / f"{SGEMM}.yaml"
    text = path.read_text("utf-8").replace("correctness: {points: 40}", "correctness: {points: forty}")
    path.write_text(text, "utf-8")
    line = next(n for n, row in enumerate(text.splitlines(), 1) if "forty" in row)
    done = grader("check", "06/sgemm_tiled", "--json", "out.json")
    document = json.loads((course / "out.json").read_text("utf-8"))
    assert done.status == 2
    assert document["error"]["kind"] == "course_file"
    assert f"sgemm_tiled.yaml:{line}:" in document["error"]["message"]


def test_one_broken_exercise_does_not_keep_the_others_from_being_graded(course: Path, grader: Grader) -> None:
    (course / "exercises" / f"{SGEMM}.yaml").write_text("title: [", "utf-8")
    done = grader("check", "06", "--solution", "--json", "-")
    reports = done.json["exercises"]
    assert done.status == 2
    assert ["error" in report for report in reports] == [True, False, False]
    assert statuses(reports[1])["correctness"] == "pass"


def test_a_missing_skeleton_says_how_to_get_it_back(course: Path, grader: Grader) -> None:
    (course / "exercises" / f"{SGEMM}.cu").unlink()
    done = grader("check", "06/sgemm_tiled")
    assert done.status == 2
    assert f"grader reset {SGEMM}" in done.err


def test_an_edition_without_solutions_says_so(course: Path, grader: Grader) -> None:
    (course / "solutions" / f"{SGEMM}.cu").unlink()
    done = grader("check", "06/sgemm_tiled", "--solution", "--json", "-")
    assert done.status == 2
    assert done.json["error"]["kind"] == "no_solution"


def test_outside_a_course_it_says_where_to_go(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, grader: Grader) -> None:
    monkeypatch.chdir(tmp_path)
    done = grader("check", "06", "--json", "-")
    assert done.status == 2
    assert done.json["error"]["kind"] == "course_file"
    assert "course.yaml" in done.json["error"]["message"]


def test_an_unwritable_json_path_is_status_two_and_a_sentence(course: Path, grader: Grader) -> None:
    done = grader("check", "06/sgemm_tiled", "--json", "course.yaml/out.json")
    assert done.status == 2
    assert "cannot write" in done.err


def test_speed_that_was_not_asked_for_is_not_told_as_a_missing_gpu(course: Path, grader: Grader) -> None:
    done = grader("check", "06/sgemm_tiled", "--solution", "--backend", "emulated", "--json", "-")
    speed = next(check for check in done.json["checks"] if check["id"] == "speed")
    assert speed["status"] == "not_run"
    assert "--backend emulated" in speed["message"]


SAME_VALUE = "        volatile __shared__ int begun;\n        begun = 1;  // every thread writes the same\n"


@pytest.fixture
def by_luck(course: Path) -> Path:
    """The solution with a race that changes nothing: it passes."""
    kernel = course / "exercises" / f"{SGEMM}.cu"
    solution = (course / "solutions" / f"{SGEMM}.cu").read_text("utf-8")
    head, barrier, rest = solution.partition("        __syncthreads();")
    kernel.write_text(f"{head}{SAME_VALUE}{barrier}{rest}", "utf-8")
    return kernel


def test_what_passes_by_luck_is_told_in_every_form(by_luck: Path, grader: Grader) -> None:
    line = by_luck.read_text("utf-8").split("\n").index("        begun = 1;  // every thread writes the same") + 1
    done = grader("check", "06/sgemm_tiled")
    assert done.status == 0
    assert "take care: hazards" in done.out and f"{line} |" in done.out and "the same value" in done.out
    check = next(c for c in grader("check", "06/sgemm_tiled", "--json", "-").json["checks"] if c["id"] == "hazards")
    assert (check["status"], check["points"], [n["line"] for n in check["lines"]]) == ("pass", 15, [line])
    assert grader("check", "06/sgemm_tiled", "--format", "github").out.startswith("::warning file=")
    assert f":{line}: warning: " in grader("check", "06/sgemm_tiled", "--format", "gcc").out
    assert "the same value" in grader("check", "06/sgemm_tiled", "--format", "junit").out
