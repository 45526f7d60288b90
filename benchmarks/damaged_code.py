"""Throws damaged machine code at the decoder and the emulator: nothing may escape as a traceback, nothing may hang.

    python benchmarks/damaged_code.py [--cases 1000000] [--workers N] [--seed S] [--seconds T]

Three kinds of cases, in N processes: words, random or of sound kernels with bits flipped, which are decoded and
spelled (94 %); cubins with bytes changed anywhere, which are loaded and analysed (3 %); sound kernels with a few
instructions damaged, which are loaded and launched (3 %). After T seconds no case is begun. Writes
results/damaged_code.json. Needs no GPU.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import time
import traceback
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from datetime import date
from functools import cache
from pathlib import Path
from random import Random

REPOSITORY = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(REPOSITORY))

from grader.sass.decode import decode  # noqa: E402
from grader.sass.fields import INSTRUCTION_BYTES  # noqa: E402
from grader.sass.instruction import UnknownInstruction  # noqa: E402
from grader.sass.spelling import spell  # noqa: E402
from grader.simt import emulator  # noqa: E402
from grader.simt.unsupported import Unsupported  # noqa: E402
from tests.simt.fuzzing.choices import Choices  # noqa: E402
from tests.simt.fuzzing.contract import in_time, outcome_of_code  # noqa: E402
from tests.simt.fuzzing.damage import damage  # noqa: E402
from tests.simt.fuzzing.launches import compiled  # noqa: E402

RESULT = Path(__file__).parent / "results" / "damaged_code.json"
BITS = 8 * INSTRUCTION_BYTES
CHUNK = 2000
CHOICES = 96  # bytes that decide a case


@cache
def words() -> tuple[int, ...]:
    """Every instruction of the sound kernels."""
    texts = [emulator.load(compiled(), name).code.text for name in sorted(compiled().kernels)]
    whole = b"".join(texts)
    parts = (whole[at : at + INSTRUCTION_BYTES] for at in range(0, len(whole), INSTRUCTION_BYTES))
    return tuple({int.from_bytes(part, "little") for part in parts})


def a_word(draw: Random) -> str:
    """Decode one word, and spell it."""
    if draw.random() < 0.5:
        word = draw.getrandbits(BITS)
    else:
        word = draw.choice(words())
        for _ in range(draw.randint(1, 6)):
            word ^= 1 << draw.randrange(BITS)
    try:
        return "decoded" if spell(decode(word, INSTRUCTION_BYTES * draw.randrange(99))) else "empty"
    except UnknownInstruction:
        return "unknown"


def a_cubin(draw: Random) -> str:
    """Load a cubin with some bytes changed, and look at all of its code."""
    program = compiled()
    cubin = bytearray(program.cubin)
    for _ in range(draw.randint(1, 8)):
        cubin[draw.randrange(len(cubin))] = draw.choice((0, 1, 255, draw.randrange(256)))
    cut = draw.random()
    damaged = replace(program, cubin=bytes(cubin if cut > 0.1 else cubin[: draw.randrange(len(cubin))]))
    kernel = draw.choice(sorted(program.kernels))

    def work() -> str:
        try:
            analysis = emulator.load(damaged, kernel).analysis(detailed=False)
            analysis.written(frozenset()), analysis.waits, analysis.granule
        except Unsupported:
            return "refused"
        return "loaded"

    return in_time(work)


def a_launch(draw: Random) -> str:
    """Load and launch a kernel some of whose instructions are damaged."""
    case = damage(Choices(draw.randbytes(CHOICES)))
    return outcome_of_code(case.program, case.kernel)


KINDS: dict[str, tuple[Callable[[Random], str], float]] = {
    "words": (a_word, 0.94), "cubins": (a_cubin, 0.03), "launches": (a_launch, 0.03),
}  # fmt: skip


def chunk(task: tuple[str, int, int, int, float]) -> tuple[str, Counter[str], list[dict[str, str]]]:
    """Cases of one kind: how they ended, and one finding of each sort."""
    kind, seed, first, count, end = task
    run, _ = KINDS[kind]
    outcomes, findings = Counter[str](), dict[str, dict[str, str]]()
    for number in range(first, first + count):
        if time.time() > end:
            break
        try:
            outcomes[run(Random(f"{seed} {kind} {number}"))] += 1
        except Exception as error:
            place = traceback.extract_tb(error.__traceback__)[-1]
            key = f"{type(error).__name__} at {Path(place.filename).name}:{place.lineno}"
            findings.setdefault(key, {"what": key, "message": str(error)[:200], "case": f"{seed} {kind} {number}"})
            outcomes["finding"] += 1
    return kind, outcomes, list(findings.values())


def main() -> int:
    """Run, print, write. 1 where something was found."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--cases", type=int, default=1_000_000)
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--seconds", type=float, default=3600.0)
    parser.add_argument("--out", type=Path, default=RESULT)
    asked = parser.parse_args()
    began = time.time()
    tasks = []
    for kind, (_, share) in KINDS.items():
        whole, size = round(asked.cases * share), CHUNK if kind == "words" else CHUNK // 40
        tasks += [(kind, asked.seed, at, min(size, whole - at), began + asked.seconds) for at in range(0, whole, size)]
    found: dict[str, Counter[str]] = {kind: Counter() for kind in KINDS}
    findings: dict[str, dict[str, str]] = {}
    with ProcessPoolExecutor(asked.workers) as pool:
        for kind, outcomes, others in pool.map(chunk, sorted(tasks, key=lambda t: -t[2] if t[0] == "words" else t[2])):
            found[kind] += outcomes
            findings |= {each["what"]: each for each in others if each["what"] not in findings}
    document = {
        "date": date.today().isoformat(), "seed": asked.seed, "seconds": round(time.time() - began, 1),
        "cases": sum(sum(each.values()) for each in found.values()), "outcomes": found,
        "findings": list(findings.values()),
    }  # fmt: skip
    asked.out.write_text(json.dumps(document, indent=1) + "\n", encoding="utf-8")
    print(json.dumps(document, indent=1))
    return 1 if findings else 0


if __name__ == "__main__":
    raise SystemExit(main())
