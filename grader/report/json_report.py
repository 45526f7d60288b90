"""The report as JSON for other programs. Its keys are a contract."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import asdict

from grader.report.jsonable import jsonable
from grader.totals import total
from grader.verdicts import CheckResult, Report


def reports_json(reports: Sequence[Report], withheld: Collection[str] = ()) -> dict[str, object]:
    """One report by itself, several under "exercises" with their sums and the first error, if any.

    withheld: ids of exercises behind a closed gate, which are in "score" but not in "total".
    """
    if len(reports) == 1:
        return report_json(reports[0])
    document: dict[str, object] = {
        "exercises": [report_json(report) for report in reports],
        "score": _number(sum(r.score for r in reports)),
        "max_score": _number(sum(r.max_score for r in reports)),
        "max_score_here": _number(sum(r.max_score_here for r in reports)),
        "total": _number(total((r.score, r.exercise in withheld) for r in reports)),
        "withheld": [r.exercise for r in reports if r.exercise in withheld],
    }
    return document | _error(next((r.error for r in reports if r.error is not None), None))


def report_json(report: Report) -> dict[str, object]:
    """The report of one exercise; "error" only if the grader itself failed, "begun" only for a skeleton."""
    document: dict[str, object] = {
        "exercise": report.exercise, "source_sha256": report.source_sha256 or None, "device": report.device or None,
        "toolchain": report.toolchain or None, "checks": [_check(check) for check in report.checks],
        "score": _number(report.score), "max_score": _number(report.max_score),
        "max_score_here": _number(report.max_score_here), "grader_version": report.grader_version,
    }  # fmt: skip
    return document | ({} if report.begun else {"begun": False}) | _error(report.error)


def _error(error: tuple[str, str] | None) -> dict[str, object]:
    return {} if error is None else {"error": dict(zip(("kind", "message"), error, strict=True))}


def _check(check: CheckResult) -> dict[str, object]:
    """One check; "explained", "instructor" and "endless" only where they say something."""
    kept = {"instructor": check.instructor} if check.instructor else {}
    document: dict[str, object] = kept | {
        "id": check.id, "status": str(check.status), "backend": check.backend or None,
        "points": None if check.points is None else _number(check.points), "max_points": _number(check.max_points),
        "measured": jsonable(check.measured), "target": jsonable(check.target), "starter": jsonable(check.starter),
        "message": check.message, "lines": [{"line": note.line, "message": note.message} for note in check.lines],
    }  # fmt: skip
    if check.endless:
        document["endless"] = True
    return document if check.explained is None else document | {"explained": jsonable(asdict(check.explained))}


def _number(points: float) -> float:
    """Whole points without a fraction, others to two digits: 40, 7.25."""
    return int(points) if float(points).is_integer() else round(float(points), 2)
