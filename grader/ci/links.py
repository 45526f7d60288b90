"""Links from a summary to lines of a student's file and sections of lessons on the repository's host."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from urllib.parse import quote

from grader.dataclass import dataclass

_REPOSITORY = re.compile(r"[A-Za-z0-9._-]+(/[A-Za-z0-9._-]+)+")
_SERVER = re.compile(r"https?://[A-Za-z0-9.:-]+(/[A-Za-z0-9._-]+)*")  # GitLab may lie below a path
_COMMIT = re.compile(r"[0-9a-f]{7,64}")


@dataclass(frozen=True)
class Links:
    """base: the URL of one commit's files, "" where there is none."""

    base: str = ""

    def to(self, path: str, fragment: str = "") -> str:
        """The URL of a file, "" without a base."""
        end = f"#{quote(fragment)}" if fragment else ""
        return f"{self.base}/{quote(path)}{end}" if self.base else ""


def commit_from(environment: Mapping[str, str]) -> str | None:
    """The commit of a GitHub or GitLab job, None elsewhere."""
    return environment.get("GITHUB_SHA") or environment.get("CI_COMMIT_SHA") or None


def links_from(environment: Mapping[str, str]) -> Links:
    """Links from the environment of a GitHub or GitLab job."""
    for server, repository, commit, between in (
        ("GITHUB_SERVER_URL", "GITHUB_REPOSITORY", "GITHUB_SHA", "blob"),
        ("CI_SERVER_URL", "CI_PROJECT_PATH", "CI_COMMIT_SHA", "-/blob"),
    ):
        named = environment.get(server, ""), environment.get(repository, ""), environment.get(commit, "")
        if all(form.fullmatch(text) for form, text in zip((_SERVER, _REPOSITORY, _COMMIT), named, strict=True)):
            return Links(f"{named[0]}/{named[1]}/{between}/{named[2]}")
    return Links()


def anchor_of(lesson: Path, heading: str) -> str:
    """The anchor above a heading of a lesson, "" if it has none."""
    try:
        text = lesson.read_text("utf-8")
    except (OSError, UnicodeDecodeError):
        return ""
    found = re.search(rf'<a id="([\w-]+)"></a>\n#+ {re.escape(heading)}\n', text)
    return found[1] if found else ""
