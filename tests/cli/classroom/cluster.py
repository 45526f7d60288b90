"""A Dask cluster of two workers on this machine: prints its address, and ends when its input does."""

from __future__ import annotations

import sys

from distributed import LocalCluster

if __name__ == "__main__":
    resources = {"GPU": 1} if "gpu" in sys.argv[1:] else None
    workers = 0 if "nobody" in sys.argv[1:] else 2
    with LocalCluster(n_workers=workers, threads_per_worker=1, dashboard_address=None, resources=resources) as cluster:
        print(cluster.scheduler_address, flush=True)
        sys.stdin.read()
