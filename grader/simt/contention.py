"""Passes of an atomic access to global memory: lanes at one address wait for each other.

A pass changes any number of words of one 32-byte sector, each once. So a request takes, in each sector, as many passes
as lanes meet at its busiest address. Source: `l1tex__t_sectors_pipe_lsu_mem_global_op_atom` and `_red` of Nsight
Compute on an H200, see docs/emulator.md.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from grader.simt.patterns import WARP
from grader.simt.sectors import SECTOR
from grader.simt.wavefronts import Ints, Mask

_LINE, _SURE_LINES = 128, 4


class Contention(NamedTuple):
    """passes: of all requests together. most: lanes of one request at one address. sure: whether hardware takes as many
    passes; one of a request that goes to more than four lines of 128 bytes may take one or two more."""

    passes: int
    most: int
    sure: bool = True


def contention(addresses: Ints, active: Mask | None) -> Contention:
    """addresses: of the first byte of each lane's access, shape [warps, 32]; active: same shape, None: all lanes."""
    nowhere = np.iinfo(np.int64).max
    wide = np.asarray(addresses, np.int64)
    lanes = np.sort(wide if active is None else np.where(active, wide, nowhere), axis=1).ravel()
    first = np.ones(lanes.size, np.bool_)  # of the lanes at one address
    np.not_equal(lanes[1:], lanes[:-1], out=first[1:])
    first[::WARP] = True
    starts = np.flatnonzero(first)
    lengths = np.diff(starts, append=lanes.size)
    lengths[lanes[starts] == nowhere] = 0
    warp, sector = starts // WARP, lanes[starts] // SECTOR
    begins = np.ones(len(starts), np.bool_)
    begins[1:] = (warp[1:] != warp[:-1]) | (sector[1:] != sector[:-1])
    passes = np.maximum.reduceat(lengths, np.flatnonzero(begins))
    lines = np.ones(len(starts), np.bool_)
    lines[1:] = (warp[1:] != warp[:-1]) | (lanes[starts][1:] // _LINE != lanes[starts][:-1] // _LINE)
    each = np.bincount(warp[lines & (lengths > 0)])
    return Contention(int(passes.sum()), int(lengths.max()), bool((each <= _SURE_LINES).all()))
