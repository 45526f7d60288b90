"""The workflows, ours and the one that editions carry, hold to their schema and to what zizmor knows of attacks."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml

ROOT = Path(__file__).resolve().parents[2]
UPDATE = ROOT / "grader" / "release" / "files" / "update.yml"
OF_STUDENTS = ROOT / "grader" / "release" / "files" / "grade.yml"
GITLAB = ROOT / "docs" / "examples" / "gitlab-ci.yml"
WORKFLOWS = [*sorted((ROOT / ".github" / "workflows").glob("*.yml")), OF_STUDENTS, UPDATE]

each = pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.name)


def document(path: Path) -> dict[str, Any]:
    loaded: dict[str, Any] = yaml.safe_load(path.read_text("utf-8"))
    return loaded


def steps(path: Path) -> list[dict[str, Any]]:
    return [step for job in document(path)["jobs"].values() for step in job["steps"]]


def test_there_are_workflows_for_tests_the_edition_a_gpu_and_the_site() -> None:
    ours = ["edition.yml", "gpu.yml", "long.yml", "site.yml", "tests.yml"]
    assert [path.name for path in WORKFLOWS] == [*ours, "grade.yml", "update.yml"]


@pytest.mark.parametrize("guide", ["ci.md", "ci.ko.md"])
def test_the_guide_has_every_workflow_of_this_repository_and_how_images_are_pinned(guide: str) -> None:
    text = (ROOT / "docs" / guide).read_text("utf-8")
    listed = re.findall(r"^\| `(\w+\.yml)` \|", text, re.M)
    assert sorted(listed) == [path.name for path in WORKFLOWS if path.is_relative_to(ROOT / ".github")]
    dockerfile = (ROOT / "Dockerfile").read_text("utf-8")
    base = re.search(r"^ARG BASE=(\S+)\nFROM \$\{BASE\}$", dockerfile, re.M)
    assert base is not None and f"docker pull {base[1]}\n" in text and f"RepoDigests 0}}}}' {base[1]})" in text


@each
def test_zizmor_finds_nothing(path: Path, tmp_path: Path) -> None:
    folder = tmp_path / ".github" / "workflows"
    folder.mkdir(parents=True)
    (folder / path.name).write_bytes(path.read_bytes())
    zizmor = Path(sys.executable).with_name("zizmor")
    done = subprocess.run([zizmor, "--offline", "--no-progress", tmp_path], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.slow
@pytest.mark.parametrize(("schema", "paths"), [("github-workflows", WORKFLOWS), ("gitlab-ci", [GITLAB])])
def test_the_schema_holds(schema: str, paths: list[Path]) -> None:
    check = Path(sys.executable).with_name("check-jsonschema")
    command = [check, "--builtin-schema", f"vendor.{schema}", *paths]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


@each
def test_nobody_has_more_rights_than_to_read_and_no_credentials_stay(path: Path) -> None:
    assert document(path)["permissions"] == {}
    for name, job in document(path)["jobs"].items():
        publishes = (path.name, name) == ("site.yml", "publish")  # which fetches nothing and runs no command
        updates = path == UPDATE  # which runs the course's own commands alone
        rights = {"pages": "write", "id-token": "write"} if publishes else {"contents": "read"}
        rights = {"contents": "write", "pull-requests": "write"} if updates else rights
        assert job["permissions"] == rights and job["timeout-minutes"]
        assert not publishes or not any("run" in step for step in job["steps"])
    for step in steps(path):
        if "checkout" in step.get("uses", ""):
            assert step["with"]["persist-credentials"] is False


@each
def test_actions_are_pinned_by_commit_with_their_version_beside(path: Path) -> None:
    used = re.findall(r"uses: (.*)", path.read_text("utf-8"))
    assert used and all(re.fullmatch(r"actions/[a-z-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+", each) for each in used)


def test_jobs_that_post_take_nothing_from_a_cache_to_which_students_code_could_write() -> None:
    jobs = document(OF_STUDENTS)["jobs"]
    posting = [job for name, job in jobs.items() if name.startswith("post")]
    assert len(posting) == 2 and "cache" not in repr(posting) and "cache" in repr(jobs["grade"])


def test_nothing_that_git_ignores_gets_into_an_image() -> None:
    """Neither students' work nor a key: the folders of docs/instructor.md are ignored by git, and must be by Docker."""
    ignored, kept_out = ((ROOT / name).read_text("utf-8").splitlines() for name in (".gitignore", ".dockerignore"))
    patterns = {line.strip("/") for line in ignored if line and not line.startswith("#")}
    assert {"results", "roster.csv", ".warplings"} <= patterns
    assert not {each for each in patterns if not {each, f"**/{each}"} & set(kept_out)}


def test_students_code_meets_no_secret_and_no_expression_is_pasted_into_a_script() -> None:
    assert "secrets." not in OF_STUDENTS.read_text("utf-8") and "pull_request_target" not in OF_STUDENTS.read_text()
    for step in [step for path in WORKFLOWS for step in steps(path)]:
        assert "${{" not in step.get("run", "")


@pytest.mark.parametrize("name", ["ci.md", "ci.ko.md"])
def test_the_document_names_every_workflow_of_the_repository_and_no_other(name: str) -> None:
    text = (ROOT / "docs" / name).read_text("utf-8")
    named = re.findall(r"^\| `(\w+\.yml)` \|", text, re.M)
    assert sorted(named) == sorted(path.name for path in (ROOT / ".github" / "workflows").glob("*.yml"))
