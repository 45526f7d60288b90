"""mbarriers: objects in shared memory whose phase is over when all expected threads have arrived and all bytes have.

The hardware keeps them in a unit of its own from their initialisation, or first use, until they are invalidated: loads
do not see their state, as measured on an H100. The word has, from bit 0: a bit that is not used, 20 bits with the
expected arrivals, 21 with the bytes that are still to come, one unused, 20 with the pending arrivals, the phase. The
numbers are negative: they count up to zero.
"""

from __future__ import annotations

from typing import Any

from numpy.typing import NDArray

from grader.dataclass import dataclass
from grader.simt.interleaved_memory import WORD, InterleavedMemory

Array = NDArray[Any]
Place = tuple[int, int]  # block of the batch, bytes from the start of its shared memory
BYTES = 8
_COUNT, _TRANSFER = 20, 21
_MOST_BYTES = (1 << 20) - 1
_PHASE = 63


class TooMany(Exception):
    """More threads arrive than a phase expects, or more bytes than it may expect: the launch fails."""


@dataclass(slots=True)
class PhaseBarrier:
    """One of them. expected: arrivals of each phase; pending: of this one; missing: bytes; phase: 0 or 1."""

    expected: int
    pending: int
    missing: int
    phase: int

    @property
    def word(self) -> int:
        """As the hardware writes it to memory."""
        fields = (self.expected, _COUNT, 1), (self.missing, _TRANSFER, 21), (self.pending, _COUNT, 43)
        word = self.phase << _PHASE
        for number, bits, at in fields:
            word |= (-number & (1 << bits) - 1) << at
        return word

    @property
    def state(self) -> int:
        """The upper half of the word, which is what threads get when they arrive."""
        return self.word >> 32

    def change(self, arrivals: int, missing: int, dropped: int) -> bool:
        """Threads arrive, of which some do so for the last time; bytes are expected, or come (negative).

        Returns whether the phase is over. Raises TooMany.
        """
        if arrivals > self.pending or abs(self.missing + missing) > _MOST_BYTES or dropped > self.expected:
            raise TooMany
        self.pending -= arrivals
        self.missing += missing
        self.expected -= dropped
        if self.pending or self.missing:
            return False
        self.pending, self.phase = self.expected, self.phase ^ 1
        return True


def of_word(word: int) -> PhaseBarrier:
    """What a word in memory says."""

    def count(start: int, bits: int) -> int:
        return -(word >> start) & (1 << bits) - 1

    missing = count(21, _TRANSFER)
    signed = missing - (1 << _TRANSFER) if missing >> _TRANSFER - 1 else missing
    return PhaseBarrier(count(1, _COUNT), count(43, _COUNT), signed, word >> _PHASE & 1)


class Phases:
    """The mbarriers of a batch."""

    def __init__(self, shared: InterleavedMemory) -> None:
        self._shared = shared
        self._known: dict[Place, PhaseBarrier] = {}

    def at(self, place: Place) -> PhaseBarrier:
        """The one at a place; what is in memory there, if nobody has initialised it."""
        if place not in self._known:
            self._known[place] = of_word(self._word(place))
        return self._known[place]

    def _word(self, place: Place) -> int:
        block, at = place
        low, high = self._shared.words[at // WORD : at // WORD + 2, block].tolist()
        return int(low | high << 32)

    def initialise(self, place: Place, word: int) -> None:
        """mbarrier.init."""
        self._known[place] = of_word(word)

    def invalidate(self, place: Place) -> None:
        """mbarrier.inval: its state is in memory again."""
        known = self._known.pop(place, None)
        if known is not None:
            block, at = place
            self._shared.words[at // WORD : at // WORD + 2, block] = known.word & 0xFFFFFFFF, known.word >> 32
