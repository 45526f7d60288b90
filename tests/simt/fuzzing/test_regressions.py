"""What fuzzing found once."""

from __future__ import annotations

import struct
from dataclasses import replace

import numpy as np
import pytest

from grader.launch import Argument, ArgumentMismatch, LaunchRequest, LaunchResult
from grader.simt import emulator, halves
from grader.simt.layout import Layout
from grader.simt.limits import Limits
from grader.simt.machine.flow import Flow
from grader.simt.machine.special import Special
from grader.simt.printf import format_printf
from grader.simt.unsupported import Unsupported
from tests.simt.fuzzing.contract import in_memory, in_time
from tests.simt.fuzzing.launches import compiled, kernels


@pytest.mark.parametrize(
    ("template", "slots", "printed"),
    [
        ("%*d|", [-4, 5], "5   |"),
        ("%.*f", [-4, 0, 0, 0x40080000], "3.000000"),
        ("%.f", [0, 0x40080000], "3"),
        ("%2147483647d", [4], " " * 4095 + "4"),
        ("%.2147483647d", [4], "0" * 4095 + "4"),
    ],
)
def test_widths_and_precisions_that_python_has_none_of(template: str, slots: list[int], printed: str) -> None:
    assert format_printf(template, np.array(slots, np.int32).view(np.uint8), lambda _: "") == printed


def launched(kernel: str, *values: object, grid: object = (1, 1, 1), block: object = (32, 1, 1), shared: object = 0
             ) -> LaunchResult:  # fmt: skip
    ready = next(k for k in kernels() if k.code.name == kernel)
    arguments = tuple(Argument(f"argument {i}", value) for i, value in enumerate(values))  # type: ignore[arg-type]
    request = LaunchRequest(kernel, grid, block, arguments, shared)  # type: ignore[arg-type]
    with in_memory():
        return in_time(lambda: emulator.launch(ready, request, Limits(1 << 22, 1.0)))


@pytest.mark.parametrize(
    ("options", "words"),
    [({"block": (1 << 40, 1 << 40, 1)}, "1,024 threads"), ({"shared": -1}, "less than none")],
)
def test_configurations_that_no_device_has(options: dict[str, object], words: str) -> None:
    (fault,) = launched("nothing", **options).faults
    assert (fault.kind, words in fault.message) == ("launch_configuration", True)


@pytest.mark.parametrize(
    "options", [{"grid": (1, 1)}, {"grid": 1}, {"block": (1.0, 1, 1)}, {"shared": None}, {"grid": (1 << 70, 1, 1)}]
)
def test_configurations_that_are_no_integers(options: dict[str, object]) -> None:
    with pytest.raises(ArgumentMismatch, match="integers"):
        launched("nothing", **options)


@pytest.mark.parametrize("value", [5, 1.5, "text", [1, 2], np.array([None]), np.zeros(3, "V0")])
def test_arguments_that_numpy_does_not_hold(value: object) -> None:
    with pytest.raises(ArgumentMismatch, match="argument 0"):
        launched("unguarded", value)


def test_blocks_that_need_much_memory_run_a_few_at_a_time() -> None:
    local = launched("large_local", np.zeros(256, np.int32), np.int32(1), grid=(16, 1, 1), block=(256, 1, 1))
    shared = launched("dynamic_shared", np.zeros(32, np.int32), np.int32(64), grid=(1000, 1, 1), shared=200_000)
    assert [local.faults, shared.faults] == [(), ()]


def test_a_comparison_of_halves_that_always_holds_has_two_results() -> None:
    pair = np.zeros((1, 1, 4), np.int32)
    found = halves.compare("f16x2", lambda x, y: np.array([True]), pair, pair)
    assert found.shape == (1, 1, 8) and found.all()


def test_what_is_no_token_of_a_lane_is_none() -> None:
    layout = Layout(64, 1, 1)
    flow, everyone, holds = Flow(layout), layout.everyone, np.ones(1, np.bool_)
    some = everyone.scattered(np.arange(64) < 40)
    flow.open("B0", some)
    token = np.full(layout.shape, flow.saved("B0", holds, some, False).max())
    flow.restore("B1", token, holds, everyone)  # also in lanes that never got it
    flow.restore("B2", np.full(1, 0x7FFFFFFF, np.uint32), holds, everyone)
    assert np.count_nonzero(flow.saved("B1", holds, everyone, False)) == 40
    assert not flow.saved("B2", holds, everyone, False).any()
    flow.exit(everyone)


@pytest.mark.parametrize("kind", [4, 9])  # relocations with and without an addend
def test_relocations_of_symbols_that_are_not_there(kind: int) -> None:
    cubin = bytearray(compiled().cubin)
    table = struct.unpack_from("<Q", cubin, 40)[0]
    size, count = struct.unpack_from("<2H", cubin, 58)
    changed = 0
    for at in range(table, table + size * count, size):
        if struct.unpack_from("<I", cubin, at + 4)[0] == kind:
            start, length = struct.unpack_from("<2Q", cubin, at + 24)
            cubin[start + 12 : start + 16] = b"\xff\xff\xff\x7f"
            changed += length > 0
    kernel = next(iter(compiled().kernels))
    if not changed:
        pytest.skip("no such relocations in this compiler's code")
    with pytest.raises(Unsupported, match="damaged machine code"):
        emulator.load(replace(compiled(), cubin=bytes(cubin)), kernel)


@pytest.mark.parametrize("name", ["SR_TID", "SR_CTAID"])
def test_registers_of_no_axis_are_unknown(name: str) -> None:
    """A damaged word may name them."""
    special = Special(Layout(32, 1, 1), np.zeros(1, np.int64), (32, 1, 1), (1, 1, 1), 0, 1)
    with pytest.raises(Unsupported, match=name):
        special.value(name)
