"""The data of a request's picture: which words the banks serve in which wavefront, or which bytes of which sectors are
used. All of it comes from the counting models.
"""

from __future__ import annotations

from grader.launch import WarpAccess
from grader.report.page.transactions import Wavefront, copied_sectors_of, copy_wavefronts_of, sectors_of, wavefronts_of
from grader.simt.patterns import WARP
from grader.simt.wavefronts import WORD


def figure(sample: WarpAccess) -> dict[str, object]:
    """For JSON. addresses: by lane, None for inactive lanes. In shared space `wavefronts`, each with its lanes and
    (bank, word, lanes reading it); in global space `sectors`, each with its number in the buffer, a bit mask of the
    used bytes, and its lanes. Of atomics also `towers`: by address, the lanes that change what is there.
    """
    active = [bool(sample.active >> lane & 1) for lane in range(WARP)]
    found: dict[str, object] = {
        "space": sample.space, "operation": sample.operation, "width": sample.width, "block": list(sample.block),
        "warp": sample.warp, "buffer": sample.buffer, "cost": sample.cost, "ideal": sample.ideal, "alike": sample.alike,
        "copy": bool(sample.other),
        "addresses": [a if takes_part else None for a, takes_part in zip(sample.addresses, active, strict=True)],
    }  # fmt: skip
    if sample.operation == "atomic":
        found |= {"towers": _towers(sample)}
    if sample.space == "shared":
        if sample.other:
            served = copy_wavefronts_of(sample.addresses, sample.other, active, sample.width, sample.past_l1)
        else:
            served = wavefronts_of(sample.addresses, active, sample.width, sample.pattern)
        return found | {"wavefronts": [_drawn(one, sample) for one in served]}
    if sample.other:
        touched = copied_sectors_of(sample.other, sample.addresses, active, sample.width)
    else:
        touched = sectors_of(sample.addresses, active, sample.width)
    return found | {"sectors": [{"number": s.number, "used": s.used, "lanes": list(s.lanes)} for s in touched]}


def _towers(sample: WarpAccess) -> list[list[object]]:
    found: dict[int, list[int]] = {}
    for lane, address in enumerate(sample.addresses):
        if sample.active >> lane & 1:
            found.setdefault(address, []).append(lane)
    return [[address, lanes] for address, lanes in sorted(found.items())]


def _drawn(one: Wavefront, sample: WarpAccess) -> dict[str, object]:
    span = max(sample.width // WORD, 1)
    wanted = {lane: range(first := sample.addresses[lane] // WORD, first + span) for lane in one.lanes}
    words = [[bank, word, [lane for lane in one.lanes if word in wanted[lane]]] for bank, word in one.words]
    return {"lanes": list(one.lanes), "words": words}
