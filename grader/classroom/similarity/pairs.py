"""Which of the kernels that a class handed in for one exercise are nearly the same."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from grader.dataclass import dataclass

Prints = NDArray[np.uint64]

ENOUGH = 16  # common fingerprints of a match: 23 consecutive tokens, two or three lines
SHARE = 0.6  # of the shorter kernel's own fingerprints
COMMON_SHARE, FEW = 0.1, 4  # what more than a tenth of the class and more than four have is nobody's own
MOST_PAIRS = 1_000  # kept per exercise
_AT_ONCE = 4_096  # columns of the product of memberships

# ENOUGH and SHARE were tuned on tests/submissions; tests/classroom/similarity pins what they find.


@dataclass(frozen=True)
class Kernel:
    """A student's kernel. prints: its fingerprints; digest: of its text, including comments and names."""

    student: str
    prints: Prints
    digest: str


@dataclass(frozen=True)
class Match:
    """Two kernels that are nearly the same, each with everybody who handed in exactly that text.

    right: empty if several have the same text. shared: common fingerprints; own: how many each has that neither the
    course nor much of the class has.
    """

    left: tuple[str, ...]
    right: tuple[str, ...]
    shared: int
    own: tuple[int, int]

    @property
    def share(self) -> float:
        """Common fingerprints as a share of the shorter kernel's own."""
        return self.shared / min(self.own)

    @property
    def students(self) -> tuple[str, ...]:
        """Everybody who has one of the two."""
        return self.left + self.right


@dataclass(frozen=True)
class Compared:
    """The kernels of one exercise. comparable: kernels with enough fingerprints of their own.

    discounted: sorted, the fingerprints that are nobody's own. left_out: pairs beyond `MOST_PAIRS`.
    """

    matches: tuple[Match, ...]
    kernels: int
    comparable: int
    discounted: Prints
    left_out: int = 0


def compare(kernels: Sequence[Kernel], known: Prints) -> Compared:
    """Compare all pairs of kernels. known: sorted, the fingerprints of the course's own code."""
    own = [np.setdiff1d(kernel.prints, known) for kernel in kernels]
    every, counts = _counted(own)
    common = every[counts > max(FEW, COMMON_SHARE * len(kernels))]
    left = [np.setdiff1d(prints, common, assume_unique=True) for prints in own]
    texts = _by_text(kernels)
    firsts = [places[0] for places in texts.values()]
    everybody = {places[0]: tuple(kernels[place].student for place in places) for places in texts.values()}
    same = [Match(everybody[place], (), len(own[place]), (len(own[place]), len(own[place]))) for place in firsts
            if len(everybody[place]) > 1 and len(own[place]) >= ENOUGH]  # fmt: skip
    alike = _alike([left[place] for place in firsts])
    pairs = [Match(everybody[firsts[a]], everybody[firsts[b]], shared, (len(left[firsts[a]]), len(left[firsts[b]])))
             for a, b, shared in alike[:MOST_PAIRS]]  # fmt: skip
    matches = sorted([*same, *pairs], key=lambda match: (-match.share, -match.shared, match.students))
    enough = sum(len(prints) >= ENOUGH for prints in left)
    return Compared(tuple(matches), len(kernels), enough, np.union1d(known, common), max(0, len(alike) - MOST_PAIRS))


def groups(matches: Sequence[Match]) -> tuple[tuple[str, ...], ...]:
    """The connected components of students under matches, in order of appearance."""
    of: dict[str, list[str]] = {}
    for match in matches:
        joined = list(dict.fromkeys(name for student in match.students for name in of.get(student, [student])))
        of.update(dict.fromkeys(joined, joined))
    return tuple(dict.fromkeys(tuple(group) for group in of.values()))


def _by_text(kernels: Sequence[Kernel]) -> Mapping[str, list[int]]:
    found: dict[str, list[int]] = {}
    for place, kernel in enumerate(kernels):
        found.setdefault(kernel.digest, []).append(place)
    return found


def _counted(own: Sequence[Prints]) -> tuple[Prints, NDArray[np.int64]]:
    """Every fingerprint, and how many have it."""
    if not own:
        return np.zeros(0, np.uint64), np.zeros(0, np.int64)
    every, counts = np.unique(np.concatenate(own), return_counts=True)
    return every, counts.astype(np.int64)


def _alike(own: Sequence[Prints]) -> list[tuple[int, int, int]]:
    """(place, place, common fingerprints) of all pairs that are nearly the same, the most similar first.

    own: for each kernel, its own fingerprints, sorted, each once.
    """
    every, counts = _counted(own)
    in_common = every[counts > 1]  # what only one has matches nothing
    places = [_places(prints, in_common) for prints in own]
    shared = np.zeros((len(own), len(own)), np.int64)
    for start in range(0, len(in_common), _AT_ONCE):
        has = np.zeros((len(own), _AT_ONCE), np.float32)
        for row, columns in enumerate(places):
            first, last = np.searchsorted(columns, (start, start + _AT_ONCE))
            has[row, columns[first:last] - start] = 1
        shared += (has @ has.T).astype(np.int64)  # exact: sums of at most _AT_ONCE ones
    sizes = np.array([len(prints) for prints in own], np.int64)
    shorter = np.maximum(np.minimum(sizes[:, None], sizes[None, :]), 1)
    rows, others = np.nonzero(np.triu((shared >= ENOUGH) & (shared >= SHARE * shorter), 1))
    strength = shared[rows, others] / shorter[rows, others]
    order = np.lexsort((-shared[rows, others], -strength))
    return [(int(rows[i]), int(others[i]), int(shared[rows[i], others[i]])) for i in order]


def _places(prints: Prints, among: Prints) -> NDArray[np.intp]:
    """The places in `among` of those `prints` that it contains; all sorted."""
    places = np.searchsorted(among, prints)
    there = places < len(among)
    there[there] = among[places[there]] == prints[there]
    return places[there]
