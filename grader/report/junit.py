"""Reports as JUnit XML for CI systems and test explorers: a suite for each exercise, a case for each check."""

from __future__ import annotations

from collections.abc import Sequence
from xml.etree import ElementTree

from grader.listing import printable
from grader.report.values import property_text
from grader.verdicts import CheckResult, Report, Status


def junit_xml(reports: Sequence[tuple[Report, str]]) -> str:
    """The document. reports: each with the path of its file as shown."""
    root = ElementTree.Element("testsuites", name="warplings")
    for report, file in reports:
        failures = sum(check.status is Status.FAIL for check in report.checks)
        skipped = sum(check.status not in (Status.PASS, Status.FAIL) for check in report.checks)
        suite = ElementTree.SubElement(
            root, "testsuite", name=report.exercise, tests=str(len(report.checks)), failures=str(failures),
            errors=str(int(report.error is not None)), skipped=str(skipped), file=file,
        )  # fmt: skip
        if report.error is not None:
            case = ElementTree.SubElement(suite, "testcase", classname=report.exercise, name="grader", file=file)
            ElementTree.SubElement(case, "error", type=report.error[0], message=printable(report.error[1]))
        for check in report.checks:
            _case(suite, report, check, file)
    ElementTree.indent(root)
    return ElementTree.tostring(root, encoding="unicode", xml_declaration=True) + "\n"


def _case(suite: ElementTree.Element, report: Report, check: CheckResult, file: str) -> None:
    line = str(check.lines[0].line) if check.lines else "1"
    case = ElementTree.SubElement(suite, "testcase", classname=report.exercise, name=check.id, file=file, line=line)
    properties = ElementTree.SubElement(case, "properties")
    for name, value in (("backend", check.backend), ("points", check.points), ("max_points", check.max_points),
                        ("measured", check.measured), ("target", check.target)):  # fmt: skip
        if value is not None:
            ElementTree.SubElement(properties, "property", name=name, value=printable(property_text(value)))
    if check.status is Status.FAIL:
        failure = ElementTree.SubElement(case, "failure", message=printable(check.message))
        failure.text = "\n".join(f"{file}:{note.line}: {printable(note.message)}" for note in check.lines)
    elif check.cautions:
        ElementTree.SubElement(case, "system-out").text = printable(check.message)
    elif check.status is not Status.PASS:
        ElementTree.SubElement(case, "skipped", message=printable(check.message))
