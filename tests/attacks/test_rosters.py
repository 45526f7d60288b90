"""Rosters, each with a class that handed nothing in, and the pages that are made of whom they name."""

from __future__ import annotations

import pytest

from tests.attacks.corpus import of
from tests.attacks.model import Attack, Kind
from tests.attacks.pages import assert_no_formula, assert_page_is_inert
from tests.attacks.playground import Playground

CASES = [pytest.param(a, id=a.id, marks=[pytest.mark.slow] if n % 7 else []) for n, a in enumerate(of(Kind.ROSTER))]


@pytest.mark.parametrize("attack", CASES)
def test_a_roster_is_read_or_refused(attack: Attack, playground: Playground) -> None:
    folder = playground.root / "rosters" / attack.id
    (folder / "in").mkdir(parents=True)
    attack.make(folder / "roster.csv")
    run = playground.run("class", "grade", folder / "in", "--roster", folder / "roster.csv", "--out", folder / "out",
                         "--only", "00/vector_add")  # fmt: skip
    assert run.status == attack.expected.status, run.text
    assert sorted(path.name for path in folder.iterdir()) in (["in", "roster.csv"], ["in", "out", "roster.csv"])
    if run.status == 2:
        assert not (folder / "out" / "scores.csv").exists()
        return
    assert_no_formula(folder / "out" / "scores.csv")
    assert_no_formula(folder / "out" / "checks.csv")
    report = playground.run("class", "report", folder / "out")
    assert report.status == 0
    for page in (folder / "out").rglob("*.html"):
        assert_page_is_inert(page)
