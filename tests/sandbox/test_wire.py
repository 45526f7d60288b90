"""What travels between the grader and the child with the emulator: the wishes of a launch, and what was executed."""

from __future__ import annotations

import json
from dataclasses import replace
from itertools import product
from typing import Any

import numpy as np
import pytest

from grader.launch import Argument, Executed, Fault, Instructions, LaunchRequest, LaunchResult, OtherOrder
from grader.sandbox import wire
from grader.sandbox.worker import Worker

REQUEST = LaunchRequest("k", (2, 1, 1), (32, 1, 1), (Argument("out", np.zeros(64, np.float32)),), 16, allowance=1000)
ROWS = (
    Executed(0, 3, "LDC R1, c[0x0][0x28]", 2, 64, 64),
    Executed(16, 0, "@!P0 LDG.E R0, desc[UR4][R2.64]", 2, 64, 33, sectors=8, sectors_ideal=5),
    Executed(32, 4, "STS [R4], R0", 3, 40, 40, wavefronts=4, wavefronts_ideal=2, exact=False),
)
RESULT = LaunchResult({0: np.arange(64, dtype=np.float32)}, (), (), (), None, 1, 2, executed=ROWS)


def through_json(header: dict[str, Any]) -> dict[str, Any]:
    read: dict[str, Any] = json.loads(json.dumps(header))
    return read


def sent(request: LaunchRequest) -> LaunchRequest:
    header, blobs = wire.write_request(request)
    return wire.read_request(through_json(header), [bytearray(blob) for blob in blobs])


def answered(result: LaunchResult, **changes: object) -> LaunchResult:
    header, blobs = wire.write_result(result)
    return wire.read_result(through_json(header | changes), [bytearray(blob) for blob in blobs], REQUEST)


WISHES = ("counted", "executed", "sampled", "orders", "alone")


@pytest.mark.parametrize("wished", list(product([False, True], repeat=len(WISHES))))
def test_the_wishes_of_a_launch_arrive_each_for_itself(wished: tuple[bool, ...]) -> None:
    asked = replace(REQUEST, **dict(zip(WISHES, wished, strict=True)))  # type: ignore[arg-type]
    found = sent(asked)
    assert replace(found, arguments=()) == replace(asked, arguments=())


def test_a_launch_is_counted_unless_somebody_says_otherwise() -> None:
    assert sent(REQUEST).counted and not sent(REQUEST).executed


def test_what_was_executed_arrives_row_by_row() -> None:
    found = answered(RESULT)
    assert found.executed == ROWS
    assert Instructions.of(found.executed) == Instructions(7, 137, exact=False, active=168)


def test_other_orders_arrive_with_the_reason_why_one_does_not_end() -> None:
    stopped = Fault("no_forward_progress", 8, (6, 0, 0), (0, 0, 0), "deadlock", {"threads": 1})
    orders = (OtherOrder("blocks", True, 3, 1, 17, "1", "2"),)
    found = answered(replace(RESULT, orders=orders, alone=(OtherOrder("alone", False, fault=stopped),)))
    assert (found.orders, found.alone) == (orders, (OtherOrder("alone", False, fault=stopped),))


def test_a_launch_that_did_not_ask_has_no_rows() -> None:
    assert answered(replace(RESULT, executed=())).executed == ()


def test_a_child_that_says_nothing_of_machine_code_executed_none() -> None:
    header, blobs = wire.write_result(RESULT)
    bare = {key: value for key, value in header.items() if key != "executed"}
    found = wire.read_result(bare, [bytearray(blob) for blob in blobs], REQUEST)
    assert found.executed == ()


ROW = [16, 3, "LDG.E R0, desc[UR4][R2.64]", 2, 64, 33, 0, 0, 8, 5, True]
LIES = [
    7, "rows", [7], [{}], [[]], [ROW[:3]], [[*ROW, 1]], [["16", *ROW[1:]]], [[16, None, *ROW[2:]]],
    [[*ROW[:2], 3, *ROW[3:]]], [[*ROW[:3], 2.0, *ROW[4:]]], [[*ROW[:3], True, *ROW[4:]]], [[*ROW[:-1], 1]],
    [[*ROW[:-1], None]], [[*ROW[:4], [64], *ROW[5:]]], [ROW, None],
]  # fmt: skip


@pytest.mark.parametrize("rows", LIES, ids=range(len(LIES)))
def test_rows_of_other_types_are_refused(rows: object) -> None:
    assert answered(RESULT, executed=[ROW]).executed[0].sectors == 8
    with pytest.raises((ValueError, TypeError)):
        answered(RESULT, executed=rows)


IMPOSSIBLE = [
    ["", *ROW[3:]], ["@P0", *ROW[3:]], [" ", *ROW[3:]], ["NOP", 0, *ROW[4:]], ["NOP", -2, *ROW[4:]],
    ["NOP", 2, -64, *ROW[5:]], ["NOP", 2, 64, -1, *ROW[6:]], ["NOP", 2, 10**400, 10**400, *ROW[6:]],
]  # fmt: skip


@pytest.mark.parametrize("values", IMPOSSIBLE, ids=range(len(IMPOSSIBLE)))
def test_rows_that_no_machine_code_gives_are_refused(values: list[object]) -> None:
    """Who shows them divides by them, and looks for the opcode in their text."""
    with pytest.raises((ValueError, TypeError)):
        answered(RESULT, executed=[[16, 3, *values]])


SOURCE = 'extern "C" __global__ void k(float* out) { out[blockIdx.x * blockDim.x + threadIdx.x] = 1.0f; }'


def test_a_worker_answers_with_what_was_executed_only_if_it_was_asked_to() -> None:
    worker = Worker()
    options = {"file": "k.cu", "arch": "sm_90", "fmad": True, "defines": {}, "kernel": None}
    worker.answer({"do": "compile", "source": SOURCE, **options}, [])

    def launched(request: LaunchRequest) -> LaunchResult:
        header, blobs = wire.write_request(request)
        ask = {"do": "launch", "launch": through_json(header), "seconds": 5.0}
        said, data = worker.answer(ask, [bytearray(blob) for blob in blobs])
        return wire.read_result(through_json(said), [bytearray(blob) for blob in data], request)

    assert launched(REQUEST).executed == ()
    found = launched(replace(REQUEST, executed=True))
    assert found.outputs[0].tolist() == [1.0] * 64
    (store,) = [row for row in found.executed if row.opcode == "STG"]
    assert (store.line, store.inst_executed, store.sectors, store.sectors_ideal, store.exact) == (1, 2, 8, 8, True)
    (row,) = found.accesses
    assert (row.cost, row.requests) == (store.sectors, store.inst_executed)
