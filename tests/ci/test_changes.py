"""Which files a push changed, asked of a repository whose own configuration is the student's."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from grader.ci.changes import changed_since, head

GONE = "1234567890123456789012345678901234567890"


def git(folder: Path, *arguments: str) -> str:
    command = ["git", "-C", str(folder), "-c", "user.name=kim", "-c", "user.email=kim@example.org", *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    folder = tmp_path / "submission"
    folder.mkdir()
    git(folder, "init", "-q")
    for text in ("one", "two"):
        (folder / "kernel.cu").write_text(text)
        git(folder, "add", "-A")
        git(folder, "commit", "-qm", text)
    return folder


def test_what_differs_is_told(repository: Path) -> None:
    before = git(repository, "rev-parse", "HEAD~1")
    assert changed_since(repository, before) == {"kernel.cu"}
    assert changed_since(repository, head(repository)) == frozenset()
    assert changed_since(repository, GONE) is None


HOSTILE = {
    "a promise whose fetch runs a command": """
[extensions]
	partialClone = origin
[remote "origin"]
	url = {folder}/.git
	promisor = true
	uploadpack = "touch {mark}; false #"
[protocol "file"]
	allow = always
""",
    "the same by a helper of a transport": """
[extensions]
	partialClone = origin
[remote "origin"]
	url = "ext::sh -c touch% {mark}"
	promisor = true
[protocol "ext"]
	allow = always
""",
    "the same over ssh": """
[extensions]
	partialClone = origin
[core]
	sshCommand = "touch {mark}; false"
[remote "origin"]
	url = ssh://localhost/x
	promisor = true
""",
    "a watcher of files": """
[core]
	fsmonitor = "touch {mark}"
	untrackedCache = true
""",
    "a pager and an editor": """
[core]
	pager = "touch {mark}"
	editor = "touch {mark}"
[pager]
	rev-parse = true
	diff-tree = true
""",
    "a diff of its own": """
[core]
	attributesFile = {folder}/attributes
[diff "x"]
	command = "touch {mark}"
	textconv = "touch {mark}"
[diff]
	external = "touch {mark}"
""",
    "an alias": """
[alias]
	rev-parse = "!touch {mark}"
	diff-tree = "!touch {mark}"
""",
}


@pytest.mark.parametrize("missing", [False, True])
@pytest.mark.parametrize("hostile", HOSTILE)
def test_nothing_that_a_repository_brings_with_it_is_run(
    repository: Path, tmp_path: Path, hostile: str, missing: bool
) -> None:
    mark, before = tmp_path / "mark", git(repository, "rev-parse", "HEAD~1")
    (repository / "attributes").write_text("*.cu diff=x\n")
    text = "[core]\n\trepositoryformatversion = 1\n" + HOSTILE[hostile].format(folder=repository, mark=mark)
    (repository / ".git" / "config").write_text(text)
    if missing:
        (repository / ".git" / "HEAD").write_text(GONE + "\n")
    head(repository)
    changed_since(repository, before)
    changed_since(repository, GONE)
    assert not mark.exists()
