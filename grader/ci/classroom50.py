"""`result.json` of one submission for Classroom 50 (classroom50/result/v1), with names from its runner's environment.

Rules: foundation50/classroom50, schemas/result-v1.schema.json and the wiki's Advanced-Autograding: names from the
environment of the job, no other keys on top, scores are integers and none above its max-score. A point is 100 here, as
in `grader gradebook export --format classroom50`: 7.25 is 725.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any

from grader.ci.summary import Graded, counted, points

_SCHEMA = "classroom50/result/v1"
_ONE_POINT = 100
# Key of the file: variable of Classroom 50's runner, else GitHub's own.
_NAMES = {
    "classroom": ("CLASSROOM", "GITHUB_REPOSITORY_OWNER"),
    "assignment": ("ASSIGNMENT", "GITHUB_REPOSITORY_NAME"),
    "owner": ("OWNER", "GITHUB_ACTOR"),
    "submission": ("SUBMISSION_TAG", ""),
    "commit": ("COMMIT_URL", "GITHUB_COMMIT_URL"),
    "release": ("RELEASE_URL", "GITHUB_COMMIT_URL"),
    "review": ("REVIEW_URL", "GITHUB_COMMIT_URL"),
}


def result(found: list[Graded], environment: Mapping[str, str], speed: bool, commit: str) -> dict[str, object]:
    """The document. environment: of the job; commit: what was graded, in hexadecimal."""
    given = dict(environment) | _of_github(environment, commit)
    names = {key: given.get(ours) or given.get(theirs) or "-" for key, (ours, theirs) in _NAMES.items()}
    if not names["submission"].startswith("submit/"):
        names["submission"] = f"submit/{commit[:12] or 'local'}"
    tests = [_test(each, speed) for each in found]
    return {
        "schema": _SCHEMA, **names, "assignment_type": "individual",
        "datetime": datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ"), "score": sum(test["score"] for test in tests),
        "max-score": sum(test["max-score"] for test in tests), "tests": tests,
    }  # fmt: skip


def _of_github(environment: Mapping[str, str], commit: str) -> dict[str, str]:
    server, repository = environment.get("GITHUB_SERVER_URL", ""), environment.get("GITHUB_REPOSITORY", "")
    address = f"{server}/{repository}/commit/{commit}" if server and repository and commit else ""
    return {"GITHUB_COMMIT_URL": address, "GITHUB_REPOSITORY_NAME": repository.rpartition("/")[2]}


def _test(each: Graded, speed: bool) -> dict[str, Any]:
    won, best = counted(each, speed), points(each, speed)[1]
    return {
        "test-name": each.exercise.id, "passed": each.word == "passed", "score": round(min(won, best) * _ONE_POINT),
        "max-score": round(best * _ONE_POINT),
    }  # fmt: skip
