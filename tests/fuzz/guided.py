"""Fuzzing guided by coverage, with Atheris (libFuzzer) where `.[fuzz]` is installed: one process for one target.

    python -m tests.fuzz.guided TARGET CASES SEED OUT.json
"""

from __future__ import annotations

import base64
import json
import sys
import tempfile
from pathlib import Path
from random import Random

import atheris

with atheris.instrument_imports(include=["grader"], enable_loader_override=False):
    from tests.fuzz.targets import TARGETS

from tests.fuzz.mutations import LONGEST, mutated
from tests.fuzz.targets.target import Form
from tests.fuzz.watch import Finding, limit_memory, limits, run_case

_RENEWED = 500  # cases
# Share of the changes that keep the form of the input; the others are libFuzzer's.
_OWN = {Form.BYTES: 0.5, Form.TEXT: 0.6, Form.JSON: 0.85}


def main(name: str, cases: int, seed: int, out: Path) -> None:
    """Fuzz one target. Ends the process, as libFuzzer does; what was found lies in `out` before."""
    target = TARGETS[name]
    seeds = list(target.seeds())
    found: dict[tuple[str, str, str], Finding] = {}
    ran = 0

    def one(data: bytes) -> None:
        nonlocal ran
        ran += 1
        finding = run_case(target, data)
        if finding is not None and found.setdefault(finding.key, finding) is finding:
            _keep(out, ran, found)
        if ran == cases:
            _keep(out, ran, found)
        elif ran % _RENEWED == 0:  # what libFuzzer itself has gathered is no case's fault
            limit_memory()

    def change(data: bytes, longest: int, number: int) -> bytes:
        draw = Random(number)
        if draw.random() < _OWN[target.form]:
            return mutated(data, draw, seeds, target.form)[:longest]
        return atheris.Mutate(data, longest)

    with tempfile.TemporaryDirectory() as corpus, limits():
        for number, data in enumerate(seeds):
            (Path(corpus) / f"{number:04d}").write_bytes(data[:LONGEST])
        options = [f"-runs={cases + 1}", f"-seed={seed}", f"-max_len={LONGEST}", "-timeout=900", "-rss_limit_mb=0",
                   "-len_control=0", "-print_final_stats=1", f"-artifact_prefix={corpus}/", corpus]  # fmt: skip
        atheris.Setup(["fuzz", *options], one, custom_mutator=change)
        atheris.Fuzz()


def _keep(out: Path, ran: int, found: dict[tuple[str, str, str], Finding]) -> None:
    findings = [{"kind": f.kind, "place": f.place, "message": f.message, "data": base64.b64encode(f.data).decode()}
                for f in found.values()]  # fmt: skip
    out.write_text(json.dumps({"cases": ran, "findings": findings}), "utf-8")


if __name__ == "__main__":
    target_name, how_many, first, written_to = sys.argv[1:]
    main(target_name, int(how_many), int(first), Path(written_to))
