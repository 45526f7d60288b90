"""A new version of the course for many repositories at once: by one command, by a workflow, by a patch."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
import yaml

from grader.release.manifest import FILE, manifest_of
from tests.cli.conftest import REPOSITORY, Grader
from tests.release.test_update import KERNEL, LESSON, SPEC, edition

WORKFLOW = REPOSITORY / "grader" / "release" / "files" / "update.yml"


def git(folder: Path, *arguments: str) -> str:
    command = ["git", "-C", str(folder), "-c", "user.name=ta", "-c", "user.email=ta@example.org", *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()


def committed(folder: Path, words: str) -> None:
    git(folder, "init", "-q", "-b", "main")
    git(folder, "add", "-A")
    git(folder, "commit", "-qm", words)


@pytest.fixture
def repositories(tmp_path: Path) -> Path:
    """new: the new edition; clones/: mina has worked on the kernel, omar on nothing, ada's is no edition."""
    edition(tmp_path / "new", 2)
    for name in ("mina", "omar"):
        committed(edition(tmp_path / "clones" / name, 1), "as handed out")
    (tmp_path / "clones" / "mina" / KERNEL).write_text("my kernel", "utf-8")
    git(tmp_path / "clones" / "mina", "commit", "-qam", "work")
    (tmp_path / "clones" / "ada").mkdir()
    return tmp_path


def test_many_repositories_are_updated_without_solutions_and_one_that_is_none_stops_nobody(
    repositories: Path, grader: Grader, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(repositories)
    given = [part for name in ("mina", "ada", "omar") for part in ("--update", f"clones/{name}")]
    done = grader("release", "--from", "new", *given, "--json", "-")
    assert done.status == 2 and "ada" in done.err
    found = {Path(each["edition"]).name: each for each in done.json["editions"]}
    assert found["mina"]["changed"][KERNEL] == "beside" and found["omar"]["changed"][KERNEL] == "replaced"
    assert "error" in found["ada"] and not list(Path("clones/ada").iterdir())
    assert Path("clones/mina", KERNEL).read_text("utf-8") == "my kernel"
    for name in ("mina", "omar"):
        assert Path("clones", name, SPEC).read_text("utf-8") == f"{SPEC} 2"
        git(repositories / "clones" / name, "add", "-A")
        git(repositories / "clones" / name, "commit", "-qm", "Update the course")
    again = grader("release", "--from", "new", "--update", "clones/mina", "--update", "clones/omar", "--json", "-")
    assert again.status == 0 and git(repositories / "clones" / "omar", "status", "--porcelain") == ""
    assert git(repositories / "clones" / "mina", "status", "--porcelain") == ""


def test_one_edition_keeps_its_form_of_json_and_from_needs_it(repositories: Path, grader: Grader) -> None:
    new, mina = str(repositories / "new"), str(repositories / "clones" / "mina")
    found = grader("release", "--from", new, "--update", mina, "--json", "-").json
    assert found["edition"] == mina and found["changed"][SPEC] == "replaced"
    assert grader("release", "--from", new).status == 2
    assert grader("release", "--from", mina + "x", "--update", mina).status == 2


def test_the_patch_of_the_instructions_is_applied_and_leaves_kernels_alone(repositories: Path) -> None:
    template, mina = repositories / "template", repositories / "clones" / "mina"
    committed(edition(template, 1), "one")
    git(template, "tag", "v1")
    shutil.copytree(repositories / "new", template, dirs_exist_ok=True)
    git(template, "commit", "-qam", "two")
    patch = git(template, "diff", "--binary", "v1", "HEAD", "--", ".", ":!exercises/*/*.cu")
    (repositories / "update.patch").write_text(patch + "\n", "utf-8")
    git(mina, "apply", "--index", str(repositories / "update.patch"))
    git(mina, "commit", "-qm", "Update the course")
    assert (mina / SPEC).read_text("utf-8") == f"{SPEC} 2" and (mina / LESSON).read_text("utf-8") == f"{LESSON} 2"
    assert (mina / KERNEL).read_text("utf-8") == "my kernel" and git(mina, "status", "--porcelain") == ""


@pytest.mark.parametrize("up_to_date", [False, True])
def test_the_workflow_opens_a_pull_request_where_there_is_something_new(repositories: Path, up_to_date: bool) -> None:
    """Its steps, run as they stand: `gh` only notes what it is asked, and git pushes into a bare repository."""
    here = repositories / "job"
    shutil.copytree(repositories / "clones" / "mina", here / "submission")
    if up_to_date:
        shutil.copytree(repositories / "clones" / "omar", here / "course")
    else:
        shutil.copytree(repositories / "new", here / "course")
        (here / "course" / ".github" / "workflows").mkdir(parents=True)
        (here / "course" / ".github" / "workflows" / "more.yml").write_text("name: more", "utf-8")
        (here / "course" / FILE).write_text(manifest_of(here / "course").model_dump_json(), "utf-8")
    (here / "course" / ".venv" / "bin").mkdir(parents=True)
    (here / "bin").mkdir()
    script(here / "course" / ".venv" / "bin" / "grader", f'exec {sys.executable} -m grader "$@"')
    script(here / "bin" / "gh", f'echo "$@" >> {here}/asked; test "$2" != view')
    (here / "submission" / ".github" / "workflows").mkdir(parents=True)
    (here / "submission" / ".github" / "workflows" / "own.yml").write_text("name: own", "utf-8")
    git(here / "submission", "add", "-A")
    git(here / "submission", "commit", "-qm", "a workflow")
    bare = repositories / "bare.git"
    git(repositories, "init", "-q", "--bare", str(bare))
    asked = "https://x-access-token:t@github.com/uni/mina.git"
    environment = {
        **os.environ, "PATH": f"{here / 'bin'}{os.pathsep}{os.environ['PATH']}", "PYTHONPATH": str(REPOSITORY),
        "GITHUB_OUTPUT": str(here / "output"),
        "GITHUB_SERVER_URL": "https://github.com", "GITHUB_REPOSITORY": "uni/mina",
        "GH_TOKEN": "t", "BODY": "words", "GIT_CONFIG_COUNT": "1", "GIT_CONFIG_KEY_0": f"url.{bare}.insteadOf",
        "GIT_CONFIG_VALUE_0": asked,
    }  # fmt: skip
    (job,) = yaml.safe_load(WORKFLOW.read_text("utf-8"))["jobs"].values()
    for step in job["steps"]:
        if "run" not in step or step["run"].startswith("make"):
            continue
        if "if" in step and "changed=yes" not in (here / "output").read_text("utf-8"):
            continue
        folder = here / step.get("working-directory", ".")
        done = subprocess.run(["bash", "-e", "-c", step["run"]], cwd=folder, env=environment, capture_output=True,
                              text=True, check=False)  # fmt: skip
        assert done.returncode == 0, done.stderr
    if up_to_date:
        assert not (here / "asked").exists()
        return
    assert "pr create --head warplings-update" in (here / "asked").read_text("utf-8")
    pushed = git(bare, "ls-tree", "-r", "--name-only", "warplings-update").splitlines()
    assert f"{KERNEL}.new" in pushed and ".github/workflows/own.yml" in pushed
    assert ".github/workflows/more.yml" not in pushed, "the token of a job may not push one"
    assert git(bare, "show", f"warplings-update:{KERNEL}") == "my kernel"


def script(path: Path, line: str) -> None:
    path.write_text(f"#!/bin/sh\n{line}\n", "utf-8")
    path.chmod(0o755)
