"""What a job that runs students' code leaves for the job that posts scores."""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import cache
from pathlib import Path

from grader.ci.classroom50 import result
from grader.ci.document import Document, Entry, State, Untrusted, read_document
from grader.ci.links import Links
from grader.ci.summary import graded_of, summary
from tests.fuzz.targets.classes import course
from tests.fuzz.targets.target import Form, Target, file


def _post(data: bytes) -> None:
    """Read, and where it is believed, write everything that is posted."""
    try:
        document = read_document(file("ci.json", data), course())
    except Untrusted as reason:
        if not str(reason).isprintable():
            raise ValueError("what is said of it is no line of a log") from None
        raise
    found = graded_of(document, course(), "en")
    summary(found, document, Links(), "en")
    result(found, {}, document.speed, document.commit)


@cache
def _seeds() -> Sequence[bytes]:
    """Nothing begun; and one exercise that passes, as `grader ci grade` writes them."""
    untouched = [Entry(exercise=each.id, file=_file(each.source_path), state=State.UNTOUCHED, changed=False)
                 for each in course().exercises]  # fmt: skip
    nothing = Document(grader_version="0", entries=untouched).model_dump(mode="json")
    first = course().exercises[0]
    checks = [
        {"id": name, "status": "pass", "backend": "emulated", "points": points, "max_points": points, "measured": 1,
         "target": {"at_most": 2}, "starter": None, "message": "fine", "lines": [{"line": 3, "message": "here"}]}
        for name, points in [("compiles", 0), *((name, rule.points) for name, rule in first.spec.checks.items())]
    ]  # fmt: skip
    sums = dict.fromkeys(("score", "max_score", "max_score_here"), sum(check["points"] for check in checks))
    report = {"exercise": first.id, "source_sha256": "0", "device": "x", "toolchain": "y", "checks": checks,
              "grader_version": "0", "error": None, **sums}  # fmt: skip
    graded = {**nothing["entries"][0], "state": "graded", "changed": True, "report": report}
    one = {**nothing, "commit": "0123456789abcdef", "entries": [graded, *nothing["entries"][1:]]}
    return [json.dumps(each).encode() for each in (nothing, one)]


def _file(path: Path) -> str:
    return path.relative_to(course().root).as_posix()


TARGETS = [Target("ci", _post, _seeds, (Untrusted,), Form.JSON)]
