"""What the benchmarks of kernels share: on what was measured, and how long a launch takes."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from typing import Any

from grader.cuda.device import CudaDevice
from grader.toolchain.versions import installed

Launch = Callable[[], None]


def measured_on(gpu: CudaDevice) -> dict[str, Any]:
    """For a file of results: the GPU, its architecture and driver, the libraries, and today's date."""
    return {
        "gpu": gpu.facts.name,
        "arch": gpu.arch,
        "date": date.today().isoformat(),
        "driver_cuda": gpu.facts.driver,
        "cupy": gpu.facts.cupy,
        "nvrtc": installed("nvidia-cuda-nvrtc"),
    }


def milliseconds(gpu: CudaDevice, launch: Launch, times: int = 1) -> float:
    """Of one of so many launches in a row, between two events."""
    begin, end = gpu.cupy.cuda.Event(), gpu.cupy.cuda.Event()
    begin.record()
    for _ in range(times):
        launch()
    end.record()
    end.synchronize()
    return float(gpu.cupy.cuda.get_elapsed_time(begin, end)) / times


def in_turns(gpu: CudaDevice, launches: dict[str, Launch], turns: int) -> dict[str, list[float]]:
    """Milliseconds of each launch, in turns, the first of which is not counted."""
    found: dict[str, list[float]] = {name: [] for name in launches}
    for turn in range(turns + 1):
        for name, launch in launches.items():
            took = milliseconds(gpu, launch)
            if turn:
                found[name].append(took)
    return found


class Contenders:
    """Launches that take turns on one GPU, each once its result was right."""

    def __init__(self, gpu: CudaDevice) -> None:
        self.gpu, self.launches = gpu, dict[str, Launch]()

    def add(self, name: str, launch: Launch, right: Callable[[], bool]) -> None:
        """Launch once. Raises RuntimeError if the result is wrong."""
        launch()
        if not right():
            raise RuntimeError(f"{name}: the result is wrong")
        self.launches[name] = launch
