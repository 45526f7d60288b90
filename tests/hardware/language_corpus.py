"""The kernels of tests/language as launches to measure: they were written for what they compute, not to be counted.

    python -m tests.hardware.language_corpus write FOLDER              launches, arguments and machine code
    python -m tests.hardware.collect counts FOLDER/launches.yaml FOLDER OUT           (on a machine with a GPU)
    python -m tests.hardware.read_reports FOLDER/launches.yaml OUT FOLDER/h200.json
    python -m tests.hardware.language_corpus compare FOLDER RESULT.json     the emulator beside what was measured

FOLDER is an absolute path, or one seen from tests/hardware. Left out is what ends with a fault on purpose, what the
emulator refuses by name, and what needs a cooperative launch.
"""

from __future__ import annotations

import gzip
import hashlib
import json
import pickle
import re
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import yaml

from grader.launch import Argument, LaunchRequest
from grader.simt import emulator
from grader.toolchain import Program
from grader.toolchain.elf import Cubin
from grader.toolchain.machine_code import read_machine_code
from tests.hardware import corpus
from tests.hardware.counting import compared_lines, measured_rows
from tests.language.case import Case
from tests.language.cases import CASES
from tests.language.running import compiled, generator, loaded, outputs, value_of
from tests.language.unsupported import EXPECTED_UNSUPPORTED


def cases() -> Iterator[tuple[str, Case]]:
    """What can be measured, each with an id."""
    seen: Counter[str] = Counter()
    for case in CASES:
        if not case.faults and case.name not in EXPECTED_UNSUPPORTED and not _is_cooperative(case):
            name = re.sub(r"\W+", "_", case.name).strip("_")
            seen[name] += 1
            yield f"{name}_{seen[name]}" if seen[name] > 1 else name, case


def _is_cooperative(case: Case) -> bool:
    """Does it ask the driver for what only a cooperative launch sets up?"""
    return loaded(case.file, case.kernel, case.fmad).names.line_with(re.compile("%envreg")) > 0


def write(folder: Path) -> None:
    """Write launches.yaml, and what it names."""
    place = corpus.FOLDER / folder
    place.mkdir(parents=True, exist_ok=True)
    rows: list[dict[str, Any]] = []
    for number, (name, case) in enumerate(cases()):
        own = "<" in case.kernel or not case.fmad
        ready = loaded(case.file, case.kernel, case.fmad)
        rows.append({
            "id": name, "file": case.file, "kernel": ready.code.name, "grid": _list(case.grid),
            "block": _list(case.block), "shared": case.shared, "defines": {"CASE": number} if own else None,
            "order_free": bool(case.rtol or case.atol), "args": list(_arguments(name, case, folder)),
        })  # fmt: skip
        program = compiled(case.file, case.fmad, case.kernel if "<" in case.kernel else None)
        cubin = place / corpus.launch_of(rows[-1]).cubin
        cubin.write_bytes(program.cubin)
        cubin.with_suffix(".gz").write_bytes(gzip.compress(pickle.dumps(program)))  # another time it may be another one
    (place / "launches.yaml").write_text(yaml.safe_dump(rows, default_flow_style=None, width=200), encoding="utf-8")
    print(f"{len(rows)} launches")


def _list(extent: int | tuple[int, ...]) -> list[int]:
    return [extent] if isinstance(extent, int) else list(extent)


def _arguments(name: str, case: Case, folder: Path) -> Iterator[str]:
    for position, value in enumerate(case.make(generator(case.name)).arguments.values()):
        if value is None:
            yield "null"
            continue
        file = folder / f"{name}.{position}.npy"
        np.save(corpus.FOLDER / file, np.asarray(value_of(value)))
        yield f"@{file}"


def _read(cubin: Path) -> Program:
    """A program as it was compiled, its machine code read anew."""
    program: Program = pickle.loads(gzip.decompress(cubin.with_suffix(".gz").read_bytes()))
    code = read_machine_code(Cubin(program.cubin), program.arch, lambda path: Path(path).name)
    return replace(program, machine_code=code)


def _digest(array: np.ndarray) -> str:
    return hashlib.sha256(np.ascontiguousarray(array).tobytes()).hexdigest()


def compare(folder: Path, target: Path) -> None:
    """Launch everything here; per launch: exact or not, lines that differ, outputs that differ. All of it in a file."""
    place = corpus.FOLDER / folder
    launches = {launch.id: launch for launch in corpus.load(str(folder / "launches.yaml"))}
    truth = json.loads((corpus.FOLDER / folder / "h200.json").read_text(encoding="utf-8"))
    found: dict[str, dict[str, Any]] = {}
    for name, case in cases():
        measured = truth["launches"].get(name)
        if measured is None:
            found[name] = {"measured": False}
            continue
        launch = launches[name]
        program = _read(place / launch.cubin)
        data = case.make(generator(case.name))
        given = tuple(Argument(argument, value_of(value)) for argument, value in data.arguments.items())
        request = LaunchRequest(launch.kernel, launch.grid, launch.block, given, launch.shared)
        result = emulator.launch(emulator.load(program, launch.kernel), request)
        hardware = measured_rows(program, launch.kernel, case.file, truth["columns"], measured["instructions"])
        wrong = compared_lines(result, hardware)
        found_outputs = outputs(result, data.arguments)
        digests = measured["outputs"] or {}
        positions = {argument: str(i) for i, argument in enumerate(data.arguments)}
        looked_at = [] if case.rtol or case.atol else list(data.wanted)
        differ = [n for n in looked_at if _digest(found_outputs[n]) != digests.get(positions[n])]
        found[name] = {"measured": True, "exact": all(a.exact for a in result.accesses),
                       "wrong": wrong, "outputs that differ": differ}  # fmt: skip
    known = [x for x in found.values() if x["measured"]]
    summary = {
        "launches": len(found), "measured": len(known), "exact": sum(x["exact"] for x in known),
        "with a line that says exact and is not": sum(bool(x["wrong"]) for x in known),
        "with other outputs": sum(bool(x["outputs that differ"]) for x in known),
    }  # fmt: skip
    report = {"machine": truth["machine"], "compiler": truth["compiler"], "summary": summary, "launches": found}
    target.write_text(json.dumps(report, indent=1) + "\n", encoding="utf-8")
    print(json.dumps(summary, indent=1), Counter(x["measured"] for x in found.values()))


def main() -> None:
    """One of the two steps."""
    what, folder, *rest = sys.argv[1:]
    if what == "write":
        write(Path(folder))
    else:
        compare(Path(folder), Path(rest[0]))


if __name__ == "__main__":
    main()
