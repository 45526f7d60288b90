"""Hostile kernels, graded by `grader check --file` behind the strongest walls that there are."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest

from tests.attacks.corpus import of
from tests.attacks.model import Attack, Expected, Kind
from tests.attacks.playground import Playground, assert_no_secret
from tests.bad_input.contract import assert_report
from tests.bad_input.watching import Run

KERNELS = of(Kind.KERNEL)
HOSTILE = set("\x07\x08\x1b\x9b\x85\u200b\u202e\u2066\u2028")


def cases() -> list[Any]:
    """All of them, a third on each push."""
    share = pytest.mark.share(3, guard="attacks")
    return [pytest.param(a, id=a.id, marks=[share, pytest.mark.slow] if a.slow else [share]) for a in KERNELS]


def graded(attack: Attack, playground: Playground, work: Path, **environment: str) -> Run:
    """What `grader check` makes of an attack, and its verdict must be the one that is expected."""
    path, out = written(attack, work)
    run = playground.run("check", "00/vector_add", "--file", path, "--json", out, **environment)
    assert_judged(attack.expected, run, out)
    return run


def written(attack: Attack, work: Path) -> tuple[Path, Path]:
    """The attack's file in a new folder, and the place for the report of it."""
    shutil.rmtree(work, ignore_errors=True)
    work.mkdir(parents=True)
    path = work / "kernel.cu"
    attack.make(path)
    inside = sorted(path.iterdir()) if path.is_dir() and not path.is_symlink() else []
    return inside[0] if inside else path, work / "out.json"


def assert_judged(expected: Expected, run: Run, out: Path) -> None:
    """The run ended as it must, and its report, if there must be one, tells no secret."""
    assert run.status == expected.status, run.text[-2000:]
    assert not set(run.text) & HOSTILE
    assert len(run.text) < 20_000
    if out.exists():
        assert_verdict(expected, out)
    else:
        assert expected.status == 2
    assert_no_secret(out)


def assert_verdict(expected: Expected, out: Path) -> None:
    """The report is sound, and exactly the checks fail that must."""
    document = json.loads(out.read_text("utf-8"))
    assert_report(document)
    failed = {check["id"]: check["message"] for check in document["checks"] if check["status"] == "fail"}
    assert failed.keys() == expected.fails, failed
    assert expected.says in " ".join(failed.values())


@pytest.mark.parametrize("attack", cases())
def test_a_hostile_kernel_gets_its_verdict_and_nothing_else(attack: Attack, playground: Playground) -> None:
    graded(attack, playground, playground.root / "work" / attack.id)
