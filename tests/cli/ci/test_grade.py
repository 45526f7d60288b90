"""`grader ci grade`: what a student's repository comes to, and that nothing of it is trusted."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from grader.ci.changes import changed_since, head
from tests.cli.ci.conftest import Repository
from tests.cli.conftest import MODULE, Grader


def graded(grader: Grader, repository: Repository, *arguments: str) -> tuple[dict[str, Any], str]:
    done = grader("ci", "grade", "--submission", str(repository.folder), "--out", "out", *arguments)
    assert done.status == 0, done.err
    document = json.loads(Path("out/ci.json").read_text("utf-8"))
    return {entry["exercise"].partition("/")[2]: entry for entry in document["entries"]} | {"": document}, done.out


@pytest.mark.slow
def test_what_was_begun_is_graded_and_what_changed_is_marked(grader: Grader, repository: Repository) -> None:
    entries, out = graded(grader, repository, "--since", repository.first)
    assert [entries[name]["state"] for name in ("sgemm_tiled", "transpose_tiled", "choose_padding")] == [
        "graded", "graded", "untouched",
    ]  # fmt: skip
    assert [entries[n]["changed"] for n in ("sgemm_tiled", "transpose_tiled", "choose_padding")] == [True, False, False]
    assert entries["sgemm_tiled"]["report"]["score"] == 70 and entries["transpose_tiled"]["report"]["score"] == 85
    assert entries[""]["commit"] == repository.git("rev-parse", "HEAD")
    assert "wavefronts" in out and "Look at this first" in out  # what changed is told in full
    assert f"{MODULE}/transpose_tiled.cu" not in out
    page = Path("out/report.html").read_text("utf-8")
    assert "transpose_tiled" in page and "padded_tiles" not in page and "<script" not in page


@pytest.mark.slow
def test_specs_skeletons_and_graders_of_the_student_are_not_looked_at(grader: Grader, repository: Repository) -> None:
    spec = repository.kernel("sgemm_tiled").with_suffix(".yaml")
    spec.write_text(spec.read_text("utf-8").replace("at_most: 17408", "at_most: 99999"), "utf-8")
    (repository.folder / "grader").mkdir()
    (repository.folder / "grader" / "__init__.py").write_text("raise SystemExit('mine')", "utf-8")
    (repository.folder / "course.yaml").write_text("modules: []", "utf-8")
    assert graded(grader, repository)[0]["sgemm_tiled"]["report"]["score"] == 70


def test_links_and_missing_files_are_told(grader: Grader, repository: Repository, course: Path) -> None:
    repository.kernel("sgemm_tiled").unlink()
    repository.kernel("sgemm_tiled").symlink_to(course / "solutions" / MODULE / "sgemm_tiled.cu")
    repository.kernel("transpose_tiled").unlink()
    entries, _ = graded(grader, repository)
    assert entries["sgemm_tiled"]["state"] == "refused" and "link" in entries["sgemm_tiled"]["message"]
    assert entries["transpose_tiled"]["state"] == "missing"


@pytest.mark.slow
def test_wrong_results_and_endless_kernels_are_graded_as_check_grades_them(
    grader: Grader, repository: Repository
) -> None:
    wrong = repository.kernel("transpose_tiled")
    wrong.write_text(wrong.read_text("utf-8").replace("= tile[", "= 2 * tile[", 1), "utf-8")
    endless = repository.kernel("sgemm_tiled")
    endless.write_text(endless.read_text("utf-8").replace("__syncthreads();", "while (K > 0) tile_a[0][0] = K;", 1))
    entries, _ = graded(grader, repository)
    for name in ("transpose_tiled", "sgemm_tiled"):
        alone = grader("check", f"06/{name}", "--file", str(repository.kernel(name)), "--backend", "emulated", "--json",
                       "-").json  # fmt: skip
        made = entries[name]["report"]
        assert alone["checks"][1]["status"] == "fail" and made["error"] is None
        assert made["score"] == alone["score"]
        assert [c["status"] for c in made["checks"]] == [c["status"] for c in alone["checks"]]
    done = grader("ci", "post", "out", "--summary", "summary.md", "--result", "result.json")
    assert done.status == 1 and "| `correctness`" in Path("summary.md").read_text("utf-8")


def test_windows_line_ends_begin_nothing(grader: Grader, repository: Repository) -> None:
    path = repository.kernel("choose_padding")
    path.write_bytes(path.read_bytes().replace(b"\n", b"\r\n"))
    assert graded(grader, repository)[0]["choose_padding"]["state"] == "untouched"


def test_nothing_a_kernel_makes_the_grader_print_is_a_workflow_command(
    grader: Grader, repository: Repository, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = repository.kernel("sgemm_tiled")
    text = path.read_text("utf-8")
    path.write_text(text.replace("int tx = threadIdx.x;", 'int tx = threadIdx.x; if (!tx) printf("::error::mine\\n");'))
    monkeypatch.setenv("GITHUB_ACTIONS", "true")
    _, out = graded(grader, repository)
    lines = out.splitlines()
    stopped = next(line for line in lines if line.startswith("::stop-commands::"))
    token = stopped.removeprefix("::stop-commands::")
    inside = lines[lines.index(stopped) + 1 : lines.index(f"::{token}::")]
    assert len(token) == 32 and any("::error::mine" in line for line in inside)
    assert not any("mine" in line for line in lines[lines.index(f"::{token}::") :])


@pytest.mark.parametrize("since", ["", "0" * 40, "f" * 40, "HEAD~1", "--output=x", "nothing"])
def test_where_nobody_knows_what_changed_everything_did(repository: Repository, since: str) -> None:
    assert changed_since(repository.folder, since) is None
    assert not (repository.folder / "x").exists()


def test_a_folder_without_git_has_no_commit(tmp_path: Path) -> None:
    assert head(tmp_path) == "" and changed_since(tmp_path, "f" * 40) is None


def test_nothing_that_a_repository_brings_is_run(repository: Repository, tmp_path: Path) -> None:
    hook = tmp_path / "hook"
    hook.write_text(f"#!/bin/sh\ntouch {tmp_path}/ran\n")
    hook.chmod(0o755)
    for name in ("core.fsmonitor", "diff.external", "core.pager", "diff.x.textconv", "diff.x.command"):
        repository.git("config", name, str(hook))
    (repository.folder / ".gitattributes").write_text("* diff=x\n")
    assert changed_since(repository.folder, repository.first)
    assert not (tmp_path / "ran").exists()


def test_a_folder_with_nothing_in_it_is_refused(grader: Grader, course: Path, tmp_path: Path) -> None:
    done = grader("ci", "grade", "--submission", str(tmp_path / "no"), "--out", "out")
    assert done.status == 2 and "no folder with a student's files" in done.err


@pytest.mark.slow
def test_what_passes_by_luck_is_in_the_summary(grader: Grader, repository: Repository) -> None:
    kernel = repository.kernel("transpose_tiled")
    told = "volatile __shared__ int begun;\n    begun = 1;\n    __syncthreads();"
    kernel.write_text(kernel.read_text("utf-8").replace("__syncthreads();", told, 1), "utf-8")
    done = grader("ci", "grade", "--submission", str(repository.folder), "--out", "out")
    assert done.status == 0 and "take care: hazards" in done.out
    posted = grader("ci", "post", "out", "--summary", "summary.md", "--annotations")
    assert "take care: `hazards`" in Path("summary.md").read_text("utf-8") and "::warning file=" in posted.out
