"""Sums by key: every right result passes, one wrong sum does not, and classic slips are told by name."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray
from pydantic import ValidationError

from grader.problems import PROBLEMS
from grader.problems.base import Judgement, Mismatch, MismatchKind, mistake
from grader.problems.bucket_sums import BUCKETS, BucketSumsCase
from tests.problems.diagnosing import diagnosed
from tests.problems.test_judgement import as_fp16, as_tf32, buffers
from tests.tiers import examples

FAMILY = PROBLEMS["bucket_sums"]

Floats = NDArray[np.float32]
SEEDS = st.integers(0, 2**32)


class Tables:
    """One prepared case: its tables, and what the judge says of sums."""

    def __init__(self, seed: int = 3, **dims: Any) -> None:
        self.case = BucketSumsCase.model_validate(dims)
        self.prepared = FAMILY.arguments(self.case, np.random.default_rng(seed))
        shape = self.case.rows, self.case.cols
        keys, values = (b.original.reshape(shape).copy() for b in self.prepared.buffers[:2])
        self.keys, self.values = keys.astype(np.int32), values.astype(np.float32)

    def sums(self) -> Floats:
        """As a kernel makes them: one value after the other, in single precision."""
        result = np.zeros((BUCKETS, self.case.cols), np.float32)
        columns = np.arange(self.case.cols)
        for keys, values in zip(self.keys, self.values, strict=True):
            result[keys, columns] += values
        return result

    def judged(self, sums: Floats) -> Judgement:
        return FAMILY.judge(self.prepared, buffers(self.prepared) | {2: np.ravel(sums).astype(np.float32)})

    def mismatch(self, sums: Floats) -> Mismatch:
        (found,) = self.judged(sums).mismatches
        return found


@examples(60)
@given(SEEDS, st.integers(0, 40), st.integers(1, 70), st.sampled_from(["integers", "floats"]))
def test_right_sums_pass_and_one_wrong_sum_does_not(seed: int, rows: int, cols: int, values: str) -> None:
    tables = Tables(seed, rows=rows, cols=cols, values=values)
    sums = tables.sums()
    assert tables.judged(sums).passed
    assert not FAMILY.judge(tables.prepared, buffers(tables.prepared)).passed
    row, column = seed % BUCKETS, seed % cols
    sums[row, column] += 0.25
    found = tables.mismatch(sums)
    assert (found.wrong, found.total, found.row, found.column) == (1, BUCKETS * cols, row, column)


@pytest.mark.parametrize("lower", [as_tf32, as_fp16])
def test_values_rounded_to_fp16_or_tf32_fail(lower: Any) -> None:
    tables = Tables(rows=100, cols=64, values="floats")
    tables.values = lower(tables.values)
    assert not tables.judged(tables.sums()).passed


def test_every_key_is_there_and_the_arguments_are_those_of_the_signature() -> None:
    tables = Tables(rows=100, cols=10)
    assert np.unique(tables.keys).tolist() == list(range(BUCKETS))
    assert [a.name for a in tables.prepared.arguments] == [p.split()[-1] for p in FAMILY.signature]


def test_nothing_to_add_is_zero_and_not_nothing_written() -> None:
    tables = Tables(rows=0, cols=33)
    assert tables.judged(np.zeros((BUCKETS, 33), np.float32)).passed
    assert diagnosed(FAMILY, tables.prepared, buffers(tables.prepared)) == mistake("nothing_written")


def test_keys_that_were_overwritten_are_told() -> None:
    tables = Tables(rows=5, cols=7)
    after = buffers(tables.prepared) | {0: np.full(35, 9, np.int32), 2: tables.sums().ravel()}
    (found,) = FAMILY.judge(tables.prepared, after).mismatches
    assert (found.kind, found.buffer) == (MismatchKind.INPUT, "keys")


@pytest.mark.parametrize(
    "dims",
    [
        {"rows": -1, "cols": 4},
        {"rows": 4},
        {"rows": 2**12, "cols": 2**11},
        {"rows": 257, "cols": 4, "values": "floats"},
        {"rows": 4, "cols": 4, "keys": 8},
    ],
)
def test_a_senseless_case_is_refused(dims: dict[str, Any]) -> None:
    with pytest.raises(ValidationError):
        BucketSumsCase.model_validate(dims)


def last_values(tables: Tables) -> Floats:
    result = np.zeros((BUCKETS, tables.case.cols), np.float32)
    for keys, values in zip(tables.keys, tables.values, strict=True):
        result[keys, np.arange(tables.case.cols)] = values
    return result


def counts(tables: Tables) -> Floats:
    tables.values = np.ones_like(tables.values)
    return tables.sums()


def everything(tables: Tables) -> Floats:
    tables.keys = np.zeros_like(tables.keys)
    return np.repeat(tables.sums()[:1], BUCKETS, axis=0)


def all_in_the_first(tables: Tables) -> Floats:
    tables.keys = np.zeros_like(tables.keys)
    return tables.sums()


def stored_by_column(tables: Tables) -> Floats:
    return tables.sums().T


def shifted(tables: Tables) -> Floats:
    return np.roll(tables.sums(), 1, axis=0)


SLIPS = {
    last_values: mistake("last_term_only"),
    counts: mistake("counted"),
    everything: mistake("key_ignored"),
    all_in_the_first: mistake("key_ignored", into="first"),
    stored_by_column: mistake("transposed"),
    shifted: mistake("shifted", rows=-1, cols=0),
}


@pytest.mark.parametrize("values", ["integers", "floats"])
@pytest.mark.parametrize("slip", SLIPS, ids=lambda s: s.__name__)
def test_a_classic_slip_is_told_by_name(slip: Any, values: str) -> None:
    tables = Tables(rows=64, cols=50, values=values)
    after = buffers(tables.prepared) | {2: np.ravel(slip(tables)).astype(np.float32)}
    assert diagnosed(FAMILY, tables.prepared, after) == SLIPS[slip]
