"""Times branches on which lanes of a warp agree or not: by groups of lanes, by ways, by one slow lane, short ifs.

    python benchmarks/divergence.py [OUT.json]     (needs a GPU and CuPy; OUT: benchmarks/results/divergence_<gpu>.json)
    python benchmarks/divergence.py --code         (needs no GPU: what the compiler made of the short ifs)

All variants of a kernel take turns on the same values; the result of each is compared with NumPy's before it is timed.
Beside the time stands what the machine code has: branches, that of the loop among them, places where parted lanes meet
again (BSYNC), and predicated instructions. `by lane` means that neighbours disagree, `by warp` that all lanes
of a warp agree.
"""

from __future__ import annotations

import json
import statistics
import sys
from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from benchmarks.measuring import in_turns, measured_on
from grader.cli.bench import RESULTS, slug
from grader.cuda.clocks import ClockReader
from grader.cuda.device import CudaDevice
from grader.toolchain import compile_source
from grader.toolchain.program import Program

SOURCE = Path(__file__).with_name("kernels") / "divergence.cu"
ELEMENTS, BLOCK = 1 << 22, 256
ROUNDS, TURNS = 256, 25
TOLERANCE = 1e-3  # of a value; results differ by rounding alone
SHORT = (1, 2, 3, 4, 6, 8, 12, 16)  # steps on each side of a short branch
_BRANCHES = ("BRA", "BRX")

Json = dict[str, Any]
Values = NDArray[np.float64]


def stepped(v: Values, factor: Values | float, addend: Values | float, rounds: int) -> Values:
    """v = v * factor + addend, so many times."""
    for _ in range(rounds):
        v = v * factor + addend
    return v


def groups(x: Values, group: int) -> Values:
    """What by_groups leaves behind."""
    one = np.arange(x.size) % BLOCK // group % 2 == 0
    return stepped(x, np.where(one, 0.999, 0.998), np.where(one, 0.001, -0.001), ROUNDS)


def ways(x: Values, count: int) -> Values:
    """What by_ways leaves behind."""
    way = np.arange(x.size) % count
    return stepped(x, 0.999 - way * 1e-4, way * 0.001, ROUNDS)


def slow(x: Values, lanes: int) -> Values:
    """What slow_lanes leaves behind."""
    late = np.arange(x.size) % 32 < lanes
    return np.where(late, stepped(x, 0.999, 0.001, 8 * ROUNDS), stepped(x, 0.999, 0.001, ROUNDS))


def short(x: Values, by_lane: int, steps: int, alike: bool) -> Values:
    """What short_if and both_sides leave behind, and with `alike` same_sides."""
    thread = np.arange(x.size)
    one = (thread if by_lane else thread // 32) % 2 == 1
    for _ in range(ROUNDS):
        here, there = stepped(x, 0.75, 0.001, steps), x
        for k in range(steps):
            there = there * 0.5 + 0.125 if alike else np.maximum(there, 0.25 * (k + 1)) - 0.125
        x = np.where(one, here, there)
    return x


def code_of(program: Program, kernel: str) -> Json:
    """Kinds of instructions in a kernel's machine code, up to its last EXIT; padding stands behind it."""
    code = program.machine_code[kernel]
    last = max(n for n, instruction in enumerate(code) if instruction.opcode == "EXIT")
    opcodes = [instruction.opcode for instruction in code[: last + 1]]
    branches = sum(opcodes.count(name) for name in _BRANCHES)
    predicated = sum(i.predicated for i in code[: last + 1] if i.opcode not in (*_BRANCHES, "EXIT"))
    return {"instructions": len(opcodes), "branches": branches, "meetings": opcodes.count("BSYNC"),
            "predicated": predicated}  # fmt: skip


def compiled(arch: str, steps: int = 4) -> Program:
    """The kernels, with so many steps on each side of the short branches."""
    text = SOURCE.read_text("utf-8")
    return compile_source(text, file=SOURCE.name, arch=arch, defines={"STEPS": str(steps)})


class Bench:
    """The kernels on one GPU, and the values that they work on."""

    def __init__(self, gpu: CudaDevice) -> None:
        self.gpu, self.launches, self.entries = gpu, dict[str, Callable[[], None]](), dict[str, Json]()
        self._x = np.random.default_rng(1).uniform(-1, 1, ELEMENTS).astype(np.float32)
        self._on_gpu = gpu.cupy.asarray(self._x)

    def add(self, name: str, program: Program, kernel: str, number: int, wanted: Callable[[Values], Values]) -> None:
        """One launch, once its result is right. wanted: the right result of some values. Raises RuntimeError."""
        function = self.gpu.function(self.gpu.image(program), kernel)
        arguments = (self._on_gpu, np.int32(number), np.int32(ROUNDS))
        self._on_gpu.set(self._x)
        function((ELEMENTS // BLOCK,), (BLOCK,), arguments)
        some = 16 * BLOCK
        got, right = self._on_gpu[:some].get().astype(np.float64), wanted(self._x[:some].astype(np.float64))
        if not np.allclose(got, right, rtol=TOLERANCE, atol=TOLERANCE):
            raise RuntimeError(f"{name}: the result is off by {np.abs(got - right).max()}")
        self.entries[name] = {"kernel": kernel, "number": number, "code": code_of(program, kernel)}
        self.launches[name] = lambda: function((ELEMENTS // BLOCK,), (BLOCK,), arguments)

    def measure(self) -> dict[str, Json]:
        """Each launch with its median time and all of its times."""
        for name, times in in_turns(self.gpu, self.launches, TURNS).items():
            self.entries[name] |= {"ms": round(statistics.median(times), 5), "all_ms": [round(t, 5) for t in times]}
        return self.entries


def measured(gpu: CudaDevice) -> dict[str, dict[str, Json]]:
    """All kernels, those that a reader compares together."""
    program = compiled(gpu.arch)
    found = {}
    bench = Bench(gpu)
    for group in (1, 2, 4, 8, 16, 32, 64):
        bench.add(str(group), program, "by_groups", group, lambda x, n=group: groups(x, n))
    found["groups"] = bench.measure()
    bench = Bench(gpu)
    for count in (1, 2, 4, 8, 16, 32):
        bench.add(str(count), program, "by_ways", count, lambda x, n=count: ways(x, n))
    found["ways"] = bench.measure()
    bench = Bench(gpu)
    for lanes in (0, 1, 8, 16, 32):
        bench.add(str(lanes), program, "slow_lanes", lanes, lambda x, n=lanes: slow(x, n))
    found["slow_lanes"] = bench.measure()
    bench = Bench(gpu)
    for steps in SHORT:
        program = compiled(gpu.arch, steps)
        for kernel in ("short_if", "both_sides", "same_sides"):
            for by_lane, way in ((1, "by lane"), (0, "by warp")):
                bench.add(
                    f"{kernel}, {steps} steps, {way}", program, kernel, by_lane,
                    lambda x, b=by_lane, s=steps, alike=kernel == "same_sides": short(x, b, s, alike),
                )  # fmt: skip
    found["short"] = bench.measure()
    return found


def main(out: Path | None) -> None:
    """Measure everything and write it down."""
    gpu = CudaDevice()
    clocks = ClockReader(gpu.cupy.cuda.Device().pci_bus_id)
    found = measured(gpu)
    read = clocks.read()
    document = {
        **measured_on(gpu),
        "elements": ELEMENTS,
        "rounds": ROUNDS,
        "clocks": None if read is None else asdict(read),
        **found,
    }
    out = out or RESULTS / f"divergence_{slug(gpu.facts.name)}.json"
    out.write_text(json.dumps(document, indent=1) + "\n", encoding="utf-8")
    for group, entries in found.items():
        for name, entry in entries.items():
            print(f"{group:12} {name:34} {entry['ms']:9.4f} ms   {entry['code']['branches']} branches")


def show_code() -> None:
    """What the compiler made of the short ifs."""
    for steps in SHORT:
        program = compiled("sm_90", steps)
        for kernel in ("short_if", "both_sides", "same_sides"):
            print(f"{kernel:12} {steps:3} steps   {code_of(program, kernel)}")


if __name__ == "__main__":
    if sys.argv[1:] == ["--code"]:
        show_code()
    else:
        main(Path(sys.argv[1]) if len(sys.argv) > 1 else None)
