"""A push to a student's repository, replayed: every shell step of the workflow is run as it stands in the file."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
import yaml

from grader.release.edition import Plan, make_edition
from grader.sandbox import bubblewrap
from tests.ci.test_workflows import OF_STUDENTS
from tests.cli.ci.conftest import WRONG, Repository
from tests.release.conftest import KEY, copy_of_course

pytestmark = [
    pytest.mark.share(3, guard="workflows"),
    pytest.mark.slow,
    pytest.mark.skipif(bubblewrap.refusal() is not None, reason="the workflow requires bubblewrap"),
]

COURSE = "vars.WARPLINGS_COURSE"


@dataclass
class Runner:
    """A machine that a job runs on. artifacts: what jobs keep for each other."""

    folder: Path
    repository: Repository
    artifacts: Path
    variables: dict[str, str] = field(default_factory=dict)

    def run(self, job: dict[str, Any]) -> int:
        """Run a job; the exit status of its first step that failed."""
        self.folder.mkdir()
        status = 0
        for step in job["steps"]:
            if self._wanted(step.get("if", "true"), status):
                status = self._step(step) or status
        return status

    def _wanted(self, condition: str, status: int) -> bool:
        if condition == "${{ !cancelled() }}":
            return True
        truth = {f"{COURSE} != ''": bool(self.variables), f"{COURSE} == ''": not self.variables, "true": True}
        return status == 0 and truth[condition]

    def _step(self, step: dict[str, Any]) -> int:
        if "run" in step:
            return self._shell(step)
        action, given = step["uses"].partition("@")[0], step.get("with", {})
        if action == "actions/checkout":
            source = self.variables.get("course") if "repository" in given else str(self.repository.folder)
            assert source is not None
            subprocess.run(["git", "clone", "-q", source, str(self.folder / given["path"])], check=True)
        elif action == "actions/upload-artifact":
            source = self.folder / given["path"]
            target = self.artifacts / given["name"]
            target.mkdir(parents=True)
            if source.is_dir():
                shutil.copytree(source, target, dirs_exist_ok=True)
            elif source.exists():
                shutil.copy(source, target)
        elif action == "actions/download-artifact":
            shutil.copytree(self.artifacts / given["name"], self.folder / given["path"])
        else:
            assert action == "actions/setup-python"
        return 0

    def _shell(self, step: dict[str, Any]) -> int:
        tools = self.artifacts.parent / "tools"  # the runner's own: nothing is installed here
        tools.mkdir(exist_ok=True)
        (tools / "sudo").write_text("#!/bin/sh\nexit 0\n")
        (tools / "sudo").chmod(0o755)
        given = {
            name: re.sub(r"\$\{\{ github.event.before \}\}", self.repository.first, text)
            for name, text in step.get("env", {}).items()
        }
        assert not any("${{" in text for text in given.values())
        environment = {
            "PATH": f"{tools}{os.pathsep}{os.environ['PATH']}", "HOME": os.environ["HOME"], "CI": "true",
            "GITHUB_ACTIONS": "true", "GITHUB_SERVER_URL": "https://github.com", "GITHUB_REPOSITORY": "uni/kim",
            "GITHUB_SHA": self.repository.git("rev-parse", "HEAD"), "LANG": "C.UTF-8",
            "GITHUB_STEP_SUMMARY": str(self.artifacts / "summary.md"),
        }  # fmt: skip
        with (self.artifacts / "log.txt").open("a", encoding="utf-8") as log:
            return subprocess.run(
                ["bash", "-e", "-c", step["run"]], stdout=log, stderr=log,
                cwd=self.folder / step.get("working-directory", "."), env=environment | given, check=False,
            ).returncode  # fmt: skip


@pytest.fixture
def pushed(tmp_path: Path) -> Repository:
    """A repository made from an edition, with a push of two commits that also edits what is not the student's."""
    folder = tmp_path / "student"
    folder.mkdir()
    make_edition(Plan(copy_of_course(tmp_path / "course"), KEY, (2, 2)), folder)
    made = Repository(folder, "")
    made.git("init", "-q", "-b", "main")
    made.git("add", "-A")
    made.git("commit", "-qm", "as handed out")
    made = Repository(folder, made.git("rev-parse", "HEAD"))
    solutions = tmp_path / "course" / "solutions"
    shutil.copy(solutions / "06_shared_memory_tiling" / "transpose_tiled.cu", made.kernel("transpose_tiled"))
    made.git("commit", "-qam", "one")
    shutil.copy(WRONG, made.kernel("sgemm_tiled"))
    spec = made.kernel("sgemm_tiled").with_suffix(".yaml")
    spec.write_text(spec.read_text("utf-8").replace("at_most: 17408", "at_most: 99999"), "utf-8")
    (folder / "grader" / "checks" / "__init__.py").write_text("raise SystemExit('the student runs the grader')")
    made.git("commit", "-qam", "two")
    return made


def test_a_push_yields_the_summary_the_annotations_and_the_result(pushed: Repository, tmp_path: Path) -> None:
    artifacts = tmp_path / "artifacts"
    artifacts.mkdir()
    jobs = yaml.safe_load(OF_STUDENTS.read_text("utf-8"))["jobs"]
    statuses = {name: Runner(tmp_path / name, pushed, artifacts).run(jobs[name]) for name in ("grade", "post")}
    log = (artifacts / "log.txt").read_text("utf-8")
    assert statuses == {"grade": 0, "post": 1}, log  # a kernel fails, so the push is red
    assert "the student runs the grader" not in log
    summary = (artifacts / "summary.md").read_text("utf-8")
    exercises = len(list((pushed.folder / "exercises").glob("*/*.yaml")))
    assert f"**1 of {exercises}** exercises pass" in summary and "`shared_wavefronts`: 18,432, wanted 17,408" in summary
    assert f"https://github.com/uni/kim/blob/{pushed.git('rev-parse', 'HEAD')}/exercises/" in summary
    assert "::error file=exercises/06_shared_memory_tiling/sgemm_tiled.cu,line=21," in log
    before, _, after = log.partition("::stop-commands::")
    assert "Look at this first" not in before and "Look at this first" in after
    result = json.loads((artifacts / "result" / "result.json").read_text("utf-8"))
    assert result["schema"] == "classroom50/result/v1" and result["score"] == 15500
    assert "shared_wavefronts" in (artifacts / "report" / "report.html").read_text("utf-8")


def test_what_the_gpu_found_is_posted_as_a_table_of_its_own(pushed: Repository, tmp_path: Path) -> None:
    """The report here is one of the emulator: there is no GPU."""
    artifacts = tmp_path / "artifacts"
    artifacts.mkdir()
    jobs = yaml.safe_load(OF_STUDENTS.read_text("utf-8"))["jobs"]
    assert Runner(tmp_path / "grade", pushed, artifacts).run(jobs["grade"]) == 0
    shutil.copytree(artifacts / "report", artifacts / "report-gpu")
    assert Runner(tmp_path / "post", pushed, artifacts).run(jobs["post-with-gpu"]) == 1
    assert "::error" not in (artifacts / "log.txt").read_text("utf-8")
    assert (artifacts / "summary.md").read_text("utf-8").count("## ") == 1
    assert (artifacts / "result-gpu" / "result.json").exists() and not (artifacts / "result").exists()


def test_what_a_taken_over_job_leaves_is_not_posted(pushed: Repository, tmp_path: Path) -> None:
    artifacts = tmp_path / "artifacts"
    (artifacts / "report").mkdir(parents=True)
    (artifacts / "report" / "ci.json").write_text('{"score": 100}')
    jobs = yaml.safe_load(OF_STUDENTS.read_text("utf-8"))["jobs"]
    assert Runner(tmp_path / "post", pushed, artifacts).run(jobs["post"]) == 2
    assert "nothing was posted" in (artifacts / "log.txt").read_text("utf-8")
    assert not (artifacts / "summary.md").exists()
