"""Results that were edited: `class report` and `gradebook export` read them or say which they cannot."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests.attacks.categories.results import STUDENT
from tests.attacks.categories.sources import instead
from tests.attacks.corpus import of
from tests.attacks.model import Attack, Kind
from tests.attacks.pages import assert_no_formula, assert_page_is_inert
from tests.attacks.playground import Playground, assert_no_secret


@pytest.fixture(scope="session")
def results(playground: Playground) -> Path:
    """A class of one, graded."""
    folder = playground.root / "class-of-one"
    (folder / "in" / STUDENT).mkdir(parents=True)
    (folder / "in" / STUDENT / "vector_add.cu").write_text(instead("c[i] = 0;"), "utf-8")
    (folder / "roster.csv").write_text(f"id,name\n{STUDENT},Mina\n", "utf-8")
    playground.run("class", "grade", folder / "in", "--roster", folder / "roster.csv", "--out", folder / "out",
                   "--only", "00/vector_add")  # fmt: skip
    return folder / "out"


@pytest.mark.slow
@pytest.mark.share(3, guard="attacks")
@pytest.mark.parametrize("attack", of(Kind.RESULTS), ids=lambda attack: attack.id)
def test_edited_results_are_told_and_do_nothing(attack: Attack, results: Path, playground: Playground) -> None:
    folder = playground.root / "results" / attack.id
    shutil.copytree(results, folder)
    attack.make(folder)
    report = playground.run("class", "report", folder)
    assert report.status == attack.expected.status, report.text
    assert attack.expected.says in report.text
    for page in folder.rglob("*.html"):
        assert_page_is_inert(page)
        assert page.stat().st_size < 1 << 20
    out = folder.with_suffix(".csv")
    export = playground.run("gradebook", "export", folder, "--format", "csv", "--out", out)
    assert export.status in (0, 2)
    if out.exists():
        assert_no_formula(out)
    assert_no_secret(folder)
