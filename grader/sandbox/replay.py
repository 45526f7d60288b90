"""Runs prepared launches in their own process, under a tool that profiles or checks them.

    python -m grader.sandbox.replay JOB OUT [SENTINEL]

JOB has the machine code and the launches as frames. OUT gets a line of JSON for each step, at once, because a kernel
fault ends the process; OUT.results gets each launch's buffers as frames, because a kernel might detect the tool and
behave differently. SENTINEL is the kernel that runs last, whose error the tool must find.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import IO, Any

import numpy as np

from grader.cuda.device import CudaDevice
from grader.cuda.support import Support
from grader.launch import LaunchRequest
from grader.sandbox import wire
from grader.sandbox.child import leave_with
from grader.sandbox.frames import receive, send

_SENTINEL_THREADS = 64

Frame = tuple[dict[str, Any], list[bytearray]]


def write_job(
    path: Path, launches: Sequence[tuple[bytes, LaunchRequest]], seconds: float, support: bytes, sentinels: bytes = b""
) -> None:
    """Write JOB: the launches, each with its machine code, and the machine code of the grader's own kernels."""
    images = list(dict.fromkeys(image for image, _ in launches))
    with path.open("wb") as file:
        send(file, {"launches": [images.index(image) for image, _ in launches], "seconds": seconds},
             [support, sentinels, *images])  # fmt: skip
        for _, request in launches:
            send(file, *wire.write_request(request))


def read_steps(path: Path) -> list[dict[str, Any]]:
    """The complete lines of OUT."""
    lines = path.read_text(encoding="utf-8").splitlines() if path.exists() else []
    return [json.loads(line) for line in lines if line.endswith("}")]


def read_results(path: Path) -> list[Frame]:
    """The results, as `wire` writes them, of the launches that did not end the process; path: OUT."""
    found: list[Frame] = []
    with suppress(FileNotFoundError, EOFError), _results(path).open("rb", buffering=0) as file:
        while True:
            found.append(receive(file, None))
    return found


def command(job: Path, out: Path, sentinel: str = "") -> list[str]:
    """The command line of a replay."""
    home = str(Path(__file__).resolve().parents[2])
    code = f"import sys; sys.path[:0] = [{home!r}]; from grader.sandbox.replay import main; main(sys.argv[1:])"
    return [sys.executable, "-I", "-c", code, str(job), str(out), *([sentinel] if sentinel else [])]


def main(arguments: Sequence[str]) -> None:
    """Run the launches, then the sentinel. Exits normally, because the tool writes its report at exit."""
    job, out, *sentinel = arguments
    leave_with(os.getppid())
    for stream in (1, 2):  # a kernel's output must not look like the tool's
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream)
    with (
        open(job, "rb", buffering=0) as file,
        open(out, "w", encoding="utf-8") as steps,
        _results(Path(out)).open("wb") as results,
    ):
        _replay(file, steps, results, sentinel[0] if sentinel else "")


def _results(out: Path) -> Path:
    return out.with_name(f"{out.name}.results")


def _replay(file: IO[bytes], steps: IO[str], results: IO[bytes], sentinel: str) -> None:
    head, (own, sentinels, *images) = receive(file, None)
    device = CudaDevice(keep_modules=True)
    support = Support(device, bytes(own))

    def tell(**step: object) -> None:
        steps.write(json.dumps(step) + "\n")
        steps.flush()

    for number, image in enumerate(head["launches"]):
        request = wire.read_request(*receive(file, None))
        tell(launch=number)
        support.scrub_shared()
        # memcheck must see every overrun, so no guards; otherwise the launch looks as it does without a tool.
        result = device.launch(bytes(images[image]), request, head["seconds"], guarded="memcheck" not in sentinel,
                               placed=lambda buffers, at=number: tell(launch=at, buffers=buffers))  # type: ignore[misc]  # fmt: skip
        tell(launch=number, fault=result.faults[0].kind if result.faults else None)
        if device.dead:
            os._exit(1)
        ended, left = wire.write_result(result)
        send(results, {"launch": number, **ended}, left)
    if sentinel:
        _run_sentinel(device, bytes(sentinels), sentinel)


def _run_sentinel(device: CudaDevice, image: bytes, sentinel: str) -> None:
    """Run the kernel whose error the tool must find, whether it fails or not."""
    given, result = (device.runtime.malloc(4 * _SENTINEL_THREADS) for _ in range(2))
    if "initcheck" not in sentinel:  # which must find uninitialised memory
        device.runtime.memset(given, 0, 4 * _SENTINEL_THREADS)
    with suppress(Exception):
        values = (np.uint64(given), np.uint64(result))
        device.function(image, sentinel)((1,), (_SENTINEL_THREADS,), values)
        device.runtime.deviceSynchronize()
