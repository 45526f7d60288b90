"""Which files a push changed, asked of a repository whose own configuration is the student's."""

from __future__ import annotations

from pathlib import Path

import pytest

from grader.ci.changes import changed_since, head
from tests.cli.ci.conftest import Repository

GONE = "1234567890123456789012345678901234567890"


@pytest.fixture
def made(tmp_path: Path) -> Repository:
    """Two commits of one kernel; the first of them is what `first` says."""
    folder = tmp_path / "submission"
    folder.mkdir()
    work = Repository(folder, "")
    work.git("init", "-q")
    for text in ("one", "two"):
        (folder / "kernel.cu").write_text(text)
        work.git("add", "-A")
        work.git("commit", "-qm", text)
    return Repository(folder, work.git("rev-parse", "HEAD~1"))


def test_what_differs_is_told(made: Repository) -> None:
    assert changed_since(made.folder, made.first) == {"kernel.cu"}
    assert changed_since(made.folder, head(made.folder)) == frozenset()
    assert changed_since(made.folder, GONE) is None


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
    made: Repository, tmp_path: Path, hostile: str, missing: bool
) -> None:
    mark, repository = tmp_path / "mark", made.folder
    (repository / "attributes").write_text("*.cu diff=x\n")
    text = "[core]\n\trepositoryformatversion = 1\n" + HOSTILE[hostile].format(folder=repository, mark=mark)
    (repository / ".git" / "config").write_text(text)
    if missing:
        (repository / ".git" / "HEAD").write_text(GONE + "\n")
    head(repository)
    changed_since(repository, made.first)
    changed_since(repository, GONE)
    assert not mark.exists()
