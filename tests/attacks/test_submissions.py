"""What a class hands in that is no kernel, and editions that were edited: one class of attackers and an honest student.

All of them are graded in one run, so that none may harm another; then each is held to its own verdict.
"""

from __future__ import annotations

import csv
import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from tests.attacks.categories.sources import adding
from tests.attacks.corpus import of
from tests.attacks.model import Attack, Kind
from tests.attacks.pages import assert_no_formula, assert_page_is_inert
from tests.attacks.playground import Playground, assert_no_secret
from tests.bad_input.contract import SECONDS
from tests.bad_input.watching import Run

pytestmark = pytest.mark.slow  # one class of everybody is graded first

ATTACKS = of(Kind.SUBMISSION, Kind.EDITION, Kind.QUIZ)
HONEST = "honest"
NAMES = (
    "<script>alert(1)</script>", "=HYPERLINK(1)", "@SUM(1)", "+1", "-1", "a\u202eb\u2066", "[bold]x[/] {}%s", '"><b>',
)  # fmt: skip


@dataclass(frozen=True)
class GradedClass:
    """The class after one run of `grader class grade`."""

    folder: Path
    run: Run

    def score(self, student: str, column: str) -> float | None:
        """A cell of scores.csv; None where it is blank."""
        (row,) = [row for row in table(self.folder / "out" / "scores.csv") if row["student"] == student]
        return float(row[column]) if row[column] else None


def table(path: Path) -> list[dict[str, str]]:
    """A table that the grader wrote."""
    with path.open(encoding="utf-8-sig", newline="") as file:
        return list(csv.DictReader(file))


@pytest.fixture(scope="session")
def graded(playground: Playground) -> GradedClass:
    """Every attacker and one honest student, graded at once."""
    folder = playground.root / "class"
    (folder / "in" / HONEST).mkdir(parents=True)
    (folder / "in" / HONEST / "vector_add.cu").write_text(adding(), "utf-8")
    for attack in ATTACKS:
        attack.make(folder / "in" / attack.id)
    with (folder / "roster.csv").open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(["id", "name", "section"])
        students = [HONEST, *(attack.id for attack in ATTACKS)]
        writer.writerows([student, NAMES[n % len(NAMES)], NAMES[n % 3]] for n, student in enumerate(students))
    run = playground.run("class", "grade", folder / "in", "--roster", folder / "roster.csv", "--out", folder / "out",
                         "--only", "00/vector_add", seconds=4 * SECONDS)  # fmt: skip
    assert run.status == 0, run.text
    return GradedClass(folder, run)


@pytest.mark.parametrize("attack", ATTACKS, ids=lambda attack: attack.id)
def test_an_attacker_gets_what_is_due(attack: Attack, graded: GradedClass) -> None:
    column = "00_first_kernel/quiz" if attack.kind is Kind.QUIZ else "00_first_kernel/vector_add"
    assert graded.score(attack.id, column) == attack.expected.score
    if attack.kind is not Kind.QUIZ:
        result = _json(graded.folder / "out" / "results" / attack.id / "00_first_kernel" / "vector_add.json")
        assert result["state"] in ("graded", "refused", "missing")


def test_nobody_harms_who_is_honest(graded: GradedClass) -> None:
    assert graded.score(HONEST, "00_first_kernel/vector_add") == 100


def test_no_secret_is_among_the_results(graded: GradedClass) -> None:
    assert_no_secret(graded.folder / "out")


def test_the_tables_hold_no_formula(graded: GradedClass) -> None:
    for name in ("scores.csv", "checks.csv"):
        assert_no_formula(graded.folder / "out" / name)


@pytest.mark.parametrize("lang", ["en", pytest.param("ko", marks=pytest.mark.slow)])
def test_the_pages_of_the_class_do_nothing(graded: GradedClass, playground: Playground, lang: str) -> None:
    out = graded.folder / f"report-{lang}"
    run = playground.run("class", "report", graded.folder / "out", "--out", out, "--lang", lang, seconds=2 * SECONDS)
    assert run.status == 0, run.text
    pages = sorted(out.rglob("*.html"))
    assert len(pages) == len(ATTACKS) + 2
    for page in [out / "class.html", *pages[::9]]:
        assert_page_is_inert(page)
    assert_no_secret(out)


SLOWLY = [pytest.param(form, marks=pytest.mark.slow) for form in ("csv-wide", "moodle")]


@pytest.mark.parametrize("form", ["csv", "canvas", *SLOWLY])
def test_the_exports_hold_no_formula(graded: GradedClass, playground: Playground, form: str) -> None:
    out = graded.folder / f"{form}.csv"
    run = playground.run("gradebook", "export", graded.folder / "out", "--format", form, "--out", out)
    assert run.status == 0, run.text
    assert_no_formula(out)


def _json(path: Path) -> Any:
    return json.loads(path.read_text("utf-8"))
