"""Where files are graded: threads of this machine, or the workers of a Dask cluster."""

from __future__ import annotations

import re
from collections.abc import Iterator
from concurrent.futures import Executor, ThreadPoolExecutor
from contextlib import contextmanager
from typing import Any

from grader.dataclass import dataclass
from grader.failure import Failure
from grader.processors import processors

_ADDRESS = re.compile(r"(tcp|tls)://\S+:[0-9]+")
_PATIENCE = "10s"  # time-out for a scheduler that does not answer


@dataclass(frozen=True)
class Workers:
    """An executor and the number of jobs it runs at once."""

    executor: Executor
    count: int


@contextmanager
def executor_on(scheduler: str | None, jobs: int | None, *, on_gpu: bool) -> Iterator[Workers]:
    """The workers of a Dask scheduler (`tcp://...`), or threads here. Raises Failure for one that cannot be used.

    Threads suffice, as each job's work is done in a child process. On a GPU one job runs at a time, so that timings are
    undisturbed; of a cluster's workers, those with the resource `GPU` are used.
    """
    if scheduler is None:
        count = jobs or (1 if on_gpu else processors())
        with ThreadPoolExecutor(count) as pool:
            yield Workers(pool, count)
        return
    with _client(scheduler) as client:
        wanted = {"GPU": 1} if on_gpu else None
        count = _count(client, on_gpu)
        if not count:
            raise Failure("no_workers", "class.no_gpu_workers" if on_gpu else "class.no_workers", scheduler=scheduler)
        with client.get_executor(pure=False, retries=0, resources=wanted) as executor:
            yield Workers(executor, count)


def _client(scheduler: str) -> Any:
    if not _ADDRESS.fullmatch(scheduler):
        raise Failure("bad_argument", "class.no_address", scheduler=scheduler)
    try:
        from distributed import Client
    except ImportError:
        raise Failure("no_package", "class.no_dask") from None
    try:
        connect: Any = Client
        return connect(scheduler, timeout=_PATIENCE, set_as_default=False)
    except (OSError, ValueError, RuntimeError) as error:
        raise Failure("no_scheduler", "class.no_scheduler", scheduler=scheduler, reason=error) from None


def _count(client: Any, on_gpu: bool) -> int:
    """Jobs that the cluster runs at once: its threads, or its GPUs."""
    workers = client.scheduler_info(n_workers=-1)["workers"].values()
    return int(sum(worker["resources"].get("GPU", 0) if on_gpu else worker["nthreads"] for worker in workers))
