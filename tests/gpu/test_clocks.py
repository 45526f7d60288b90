"""Times that both clocks tell, with nothing else on the GPU: another process would take turns of two milliseconds."""

from __future__ import annotations

from grader.cuda.timing import Turn
from grader.sandbox.gpu_session import GpuSession
from tests.gpu.test_bulk import KERNEL, timed


def test_time_grows_with_the_work_and_both_clocks_agree(gpu: GpuSession) -> None:
    gpu.compile(KERNEL)
    gpu.enter("short", timed("spins", 2_000_000))
    gpu.enter("long", timed("spins", 8_000_000))
    short, long = (gpu.turn(name, {0: 3}) for name in ("short", "long"))
    assert isinstance(short, Turn) and isinstance(long, Turn)
    assert 3.6 < long.kernel / short.kernel < 4.4
    for turn in (short, long):
        assert turn.kernel < turn.enclosing < turn.wall < turn.enclosing + 1.0
