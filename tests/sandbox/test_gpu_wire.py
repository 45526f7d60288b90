"""What travels between the grader and a child with a GPU arrives as it was sent; the GPU's architecture is chosen."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from grader.cuda.device import best_architecture
from grader.cuda.driver import GpuFacts
from grader.cuda.timing import TimedBuffer, TimedLaunch
from grader.launch import Argument, Fault, LaunchRequest, LaunchResult
from grader.sandbox import replay, wire
from grader.sandbox.frames import receive, send
from grader.sandbox.gpu_session import _FETCHED, _few, _pieces
from grader.sandbox.gpu_wire import read_timed, write_timed

SCALARS: tuple[Any, ...] = (
    np.int32(-7), np.uint32(2**32 - 1), np.uint64(2**64 - 1), np.float32(0.1), np.float64(-0.0), np.int8(-1), None,
)  # fmt: skip
TIMED = TimedLaunch(
    "sgemm", (32, 16, 1), (16, 16, 2), 49_153,
    (TimedBuffer(1 << 28, True), TimedBuffer(0, False), TimedBuffer(2, False, zeros=True),
     TimedBuffer(6, True, halves="bf16"),
     *(Argument(f"s{i}", v) for i, v in enumerate(SCALARS))),
)  # fmt: skip


def sent(launch: TimedLaunch) -> TimedLaunch:
    return read_timed(json.loads(json.dumps(write_timed(launch))))


def test_a_timed_launch_arrives_as_it_was_sent() -> None:
    assert sent(TIMED) == TIMED
    arrived = [a.value for a in sent(TIMED).arguments if isinstance(a, Argument)]
    assert [type(value) for value in arrived] == [type(value) for value in SCALARS]
    assert np.signbit(arrived[4])


@given(st.floats(width=32), st.integers(-(2**31), 2**31 - 1), st.integers(0, 2**40), st.booleans())
def test_scalars_arrive_bit_for_bit(number: float, whole: int, count: int, floats: bool) -> None:
    given_values = (np.float32(number), np.int32(whole))
    launch = replace(
        TIMED, arguments=(TimedBuffer(count, floats), *(Argument("x", value) for value in given_values))
    )  # fmt: skip
    buffer, *scalars = sent(launch).arguments
    assert buffer == TimedBuffer(count, floats)
    assert [s.value.tobytes() for s in scalars] == [value.tobytes() for value in given_values]  # type: ignore[union-attr]


def test_variables_that_the_host_fills_arrive_with_their_values() -> None:
    (arrived,) = sent(replace(TIMED, symbols=(Argument("filter", np.arange(3, dtype=np.float32)),))).symbols
    assert isinstance(arrived.value, np.ndarray)
    assert (arrived.name, arrived.value.dtype, arrived.value.tolist()) == ("filter", np.float32, [0, 1, 2])


def test_no_buffer_of_a_timed_launch_is_ever_sent() -> None:
    assert len(json.dumps(write_timed(TIMED))) < 1000


def gpu(major: int, minor: int) -> GpuFacts:
    return GpuFacts("a GPU", (major, minor), 100, 1 << 20, 1 << 30, 100 << 10, 13000, "13.6.0")


KNOWN = ("sm_75", "sm_80", "sm_86", "sm_89", "sm_90", "sm_100", "sm_120")


@pytest.mark.parametrize(
    ("capability", "arch"),
    [
        ((7, 5), "sm_75"),
        ((8, 9), "sm_89"),
        ((9, 0), "sm_90"),
        ((8, 7), "sm_86"),  # unknown: the newest below it
        ((10, 3), "sm_100"),
        ((12, 0), "sm_120"),
        ((13, 1), "sm_120"),
    ],
)
def test_a_gpu_is_compiled_for_as_closely_as_the_compiler_can(capability: tuple[int, int], arch: str) -> None:
    assert best_architecture(gpu(*capability), KNOWN) == arch
    assert best_architecture(gpu(*capability), KNOWN[::-1]) == arch


def request(size: int, fill: float, n: int) -> LaunchRequest:
    given = (
        Argument("in", np.full(size, fill, np.float32)),
        Argument("flags", np.arange(size, dtype=np.uint8)),
        Argument("none", None),
        Argument("n", np.int32(n)),
    )
    return LaunchRequest("kernel", (size, 2, 1), (32, 4, 1), given, 1024)


def test_a_job_is_read_as_it_was_written(tmp_path: Path) -> None:
    launches = [(b"first", request(3, 0.5, -1)), (b"second", request(5, 1.5, 8)), (b"first", request(0, 0.0, 9))]
    replay.write_job(tmp_path / "job", launches, 12.5, b"own", b"planted")
    with (tmp_path / "job").open("rb", buffering=0) as file:
        head, (own, sentinels, *images) = receive(file, None)
        read = [wire.read_request(*receive(file, None)) for _ in head["launches"]]
        assert file.read() == b""
    assert (head["seconds"], bytes(own), bytes(sentinels)) == (12.5, b"own", b"planted")
    assert [bytes(images[number]) for number in head["launches"]] == [b"first", b"second", b"first"]
    assert len(images) == 2
    for (_, wanted), found in zip(launches, read, strict=True):
        assert replace(found, arguments=()) == replace(wanted, arguments=())
        assert [a.name for a in found.arguments] == [a.name for a in wanted.arguments]
        for theirs, ours in zip(found.arguments, wanted.arguments, strict=True):
            assert type(theirs.value) is type(ours.value)
            assert np.array_equal(theirs.value, ours.value)  # type: ignore[arg-type]
            assert getattr(theirs.value, "dtype", None) == getattr(ours.value, "dtype", None)


STEPS: list[dict[str, Any]] = [
    {"launch": 0},
    {"launch": 0, "buffers": [["in", 2**47 - 512, 12], ["ein}e", 4096, 0]]},
    {"launch": 0, "fault": None},
    {"launch": 1},
    {"launch": 1, "buffers": []},
]


def test_the_steps_of_a_replay_are_read_in_order(tmp_path: Path) -> None:
    out = tmp_path / "steps"
    out.write_text("".join(json.dumps(step) + "\n" for step in STEPS), "utf-8")
    assert replay.read_steps(out) == STEPS


@pytest.mark.parametrize("left", [2, 5, 15])
def test_a_line_that_was_cut_off_is_left_out(tmp_path: Path, left: int) -> None:
    out = tmp_path / "steps"
    out.write_text("".join(json.dumps(step) + "\n" for step in STEPS)[:-left], "utf-8")
    assert replay.read_steps(out) == STEPS[:-1]


def test_a_replay_that_never_began_has_no_steps(tmp_path: Path) -> None:
    assert replay.read_steps(tmp_path / "steps") == []
    (tmp_path / "empty").touch()
    assert replay.read_steps(tmp_path / "empty") == []


def test_results_of_a_replay_are_read_as_far_as_they_came(tmp_path: Path) -> None:
    out = tmp_path / "steps"
    assert replay.read_results(out) == []
    fault = Fault("out_of_bounds", None, None, None, "wrote outside in")
    results = [LaunchResult({0: np.full(3, value, np.float32)}, (), (), faults, None, None, None)
               for value, faults in ((1, ()), (2, (fault,)))]  # fmt: skip
    with (tmp_path / "steps.results").open("wb") as file:
        for number, result in enumerate(results):
            header, left = wire.write_result(result)
            send(file, {"launch": number + 4, **header}, left)
    whole = replay.read_results(out)
    assert [header["launch"] for header, _ in whole] == [4, 5]
    assert [header["faults"] != [] for header, _ in whole] == [False, True]
    assert np.array_equal(np.frombuffer(whole[1][1][0], np.float32), [2, 2, 2])
    kept = (tmp_path / "steps.results").read_bytes()
    (tmp_path / "steps.results").write_bytes(kept[:-3])
    assert [header["launch"] for header, _ in replay.read_results(out)] == [4]


def test_the_command_of_a_replay_names_job_steps_and_tool(tmp_path: Path) -> None:
    job, out = tmp_path / "job", tmp_path / "steps"
    assert replay.command(job, out)[-2:] == [str(job), str(out)]
    assert replay.command(job, out, "racecheck")[-3:] == [str(job), str(out), "racecheck"]
    assert "-I" in replay.command(job, out)  # nothing of the folder or the environment is imported


@given(st.lists(st.tuples(st.integers(0, 3), st.integers(0, 9), st.integers(0, 3 * _FETCHED)), max_size=6))
def test_what_is_fetched_comes_in_frames_that_have_room_for_it(spans: list[tuple[int, int, int]]) -> None:
    pieces = [piece for span in spans for piece in _pieces(span)]
    frames = list(_few(pieces))
    assert [piece for frame in frames for piece in frame] == pieces
    assert all(sum(count for *_, count in frame) <= _FETCHED for frame in frames)
