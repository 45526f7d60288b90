"""Kernels that go wrong, each in its own way: `kernels/*.cu`.

The first lines of a file say what must come of it: `// fails: CHECK` (or `// inconclusive: CHECK`), and in
`// says: TEXT` a part of what the student reads. The line to blame ends with `// <- here`; where there is none, no
line can be blamed. `// slow` marks a file that takes more than a few seconds.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from tests.bad_input.conftest import Grader
from tests.bad_input.contract import assert_report, assert_well_behaved
from tests.bad_input.watching import REPOSITORY, answered

KERNELS = sorted((Path(__file__).parent / "kernels").glob("*.cu"))
EXIT = {"fail": 1, "inconclusive": 2}


@dataclass(frozen=True)
class Expected:
    """What a corpus file announces. line: the one to blame, counted from 1."""

    status: str
    check: str
    says: str
    line: int | None


def expected(path: Path) -> Expected:
    """Read the head and the mark of a corpus file."""
    lines = path.read_text("utf-8").split("\n")
    word, check = re.fullmatch(r"// (fails|inconclusive): (\w+)", lines[0]).groups()  # type: ignore[union-attr]
    says = lines[1].removeprefix("// says:")
    assert says != lines[1]
    marked = [number for number, line in enumerate(lines, start=1) if line.endswith("// <- here")]
    assert len(marked) <= 1
    return Expected("fail" if word == "fails" else word, check, says.strip(), marked[0] if marked else None)


def cases() -> list[Any]:
    slow = [pytest.mark.slow, pytest.mark.share(3)]
    marks = {path: slow if "\n// slow\n" in path.read_text("utf-8") else [] for path in KERNELS}
    return [pytest.param(path, id=path.stem, marks=marks[path]) for path in KERNELS]


@pytest.mark.parametrize("path", cases())
def test_a_kernel_that_goes_wrong_is_told_so_at_its_line(path: Path) -> None:
    wanted = expected(path)
    run = answered("check", "06/sgemm_tiled", "--file", path, "--json", "-", folder=REPOSITORY)
    assert_well_behaved(run)
    document = run.json()
    assert_report(document, path.read_text("utf-8").count("\n") + 1)
    assert run.status == EXIT[wanted.status]
    check = next(check for check in document["checks"] if check["id"] == wanted.check)
    assert check["status"] == wanted.status
    assert wanted.says in check["message"]
    if wanted.line is not None:
        assert f"line {wanted.line}" in check["message"]
        assert wanted.line in [note["line"] for note in check["lines"]]


SHOWN = ("host_main", "full_width_semicolon", "misaligned_float4", "assertion", "barriers_in_both_branches", "trap")


@pytest.mark.parametrize("lang", ["en", "ko"])
@pytest.mark.parametrize("name", SHOWN)
def test_the_terminal_shows_the_whole_message_and_the_line_to_blame(
    name: str, lang: str, grader: Grader, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(REPOSITORY)
    path = Path(__file__).parent / "kernels" / f"{name}.cu"
    wanted = expected(path)
    arguments = ("check", "06/sgemm_tiled", "--file", path, "--lang", lang)
    checks = grader(*arguments, "--json", "-").json["checks"]
    told = next(check["message"] for check in checks if check["id"] == wanted.check)
    shown = grader(*arguments)
    assert shown.status == 1
    assert ("먼저 볼 것" if lang == "ko" else "Look at this first") in shown.out
    assert f"{wanted.line:>5} | " in shown.out
    # However it was wrapped, not a letter of it is lost.
    assert _letters(told) in _letters(shown.out)


def _letters(text: str) -> str:
    return "".join(text.split())


def test_the_corpus_has_every_kind_that_the_grader_must_survive() -> None:
    assert len(KERNELS) > 40
    assert {expected(path).check for path in KERNELS} == {"compiles", "correctness", "hazards"}
