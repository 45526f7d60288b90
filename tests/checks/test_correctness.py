"""Wrong results and stopped launches, in words a student can act on."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from grader.checks import Observations, evaluate
from grader.checks.mismatch_words import judgement_sentences, pattern_sentence
from grader.launch import Fault
from grader.problems import PROBLEMS
from grader.problems.base import Pattern, PatternKey
from grader.verdicts import CheckResult, Status
from tests.checks.specimens import exercise, observed, overrun, program, run, solved


def correctness(lang: str = "en", **of_first: Any) -> CheckResult:
    spec = exercise()
    return evaluate(spec, observed(spec, **of_first), lang)[1]


def test_all_cases_right() -> None:
    result = correctness()
    assert (result.status, result.measured, result.target, result.points) == (Status.PASS, 2, 2, 60)


def test_the_first_wrong_element_is_shown() -> None:
    result = correctness(wrong=2)
    assert result.status is Status.FAIL
    assert (result.measured, result.target) == (1, 2)
    assert result.message.startswith("Case M=32, N=32, K=32: 2 of 1,024 elements of C are wrong.")
    assert "row 0, column 0: expected " in result.message


@pytest.mark.parametrize(
    ("lang", "told"), [("en", "The first is element 7: expected"), ("ko", "첫 번째는 7번 원소이며")]
)
def test_an_element_of_a_vector_is_told_by_its_number(lang: str, told: str) -> None:
    family = PROBLEMS["copy"]
    prepared = family.arguments(family.case_model(n=33), np.random.default_rng(3))
    outputs = solved(prepared)
    outputs[1][7] += 0.5
    message = judgement_sentences(family.judge(prepared, outputs), lang)
    assert told in message and "row" not in message and "행" not in message


@pytest.mark.parametrize(("lang", "told"), [("en", "the first is element 7: it was"), ("ko", "첫 번째는 7번 원소이며")])
def test_so_is_one_of_an_input(lang: str, told: str) -> None:
    family = PROBLEMS["copy"]
    prepared = family.arguments(family.case_model(n=33), np.random.default_rng(3))
    outputs = solved(prepared)
    outputs[0][7] += 0.5
    assert told in judgement_sentences(family.judge(prepared, outputs), lang)


def test_an_access_out_of_bounds_names_line_block_thread_buffer_and_element() -> None:
    result = correctness(faults=(overrun(offset=4096),))
    assert result.message == (
        "Case M=32, N=32, K=32: line 9, block (0, 0, 0), thread (3, 0, 0): load of 4 bytes outside A: "
        "index 1,024, but the indices of A go from 0 to 1,023. Guard the access, or look at the index."
    )
    assert [(note.line, note.message in result.message) for note in result.lines] == [(9, True)]


def test_an_access_out_of_bounds_of_another_memory_counts_in_bytes() -> None:
    assert "byte 60, but it has 60 bytes" in correctness(faults=(overrun(buffer="tile_a"),)).message


@pytest.mark.parametrize("lang", ["en", "ko"])
@pytest.mark.parametrize(
    "kind",
    [
        "out_of_bounds",
        "not_constant",
        "constant_written",
        "misaligned",
        "null_pointer",
        "trap",
        "assert",
        "no_forward_progress",
        "stack_overflow",
        "launch_configuration",
        "something_new",
    ],
)
def test_every_fault_fails_correctness_with_a_sentence(kind: str, lang: str) -> None:
    result = correctness(lang, faults=(overrun(kind),))
    assert result.status is Status.FAIL
    assert "{" not in result.message
    assert "9" in result.message


@pytest.mark.parametrize("lang", ["en", "ko"])
def test_a_fault_that_knows_nothing_still_makes_a_sentence(lang: str) -> None:
    result = correctness(lang, faults=(Fault("out_of_bounds", None, None, None, "somewhere outside"),))
    assert "somewhere outside" in result.message
    assert result.lines == ()


def test_a_real_fault_counts_more_than_an_unsupported_construct() -> None:
    assert correctness(faults=(overrun("unsupported"), overrun())).status is Status.FAIL


def test_a_case_too_small_to_show_the_mistake_is_explained_by_a_larger_one() -> None:
    cases = [{"M": 48, "N": 40, "K": 32, "alpha": 1.5}, {"M": 1, "N": 1, "K": 1, "alpha": 1.5}]
    spec = exercise(cases=cases)
    runs = [run(spec, index) for index in range(2)]
    for one in runs:
        assert one.result is not None
        one.result.outputs[2][:] /= np.float32(1.5)
    message = evaluate(spec, Observations(program(), tuple(runs)), "en")[1].message
    assert message.startswith("Case M=1, N=1, K=1, alpha=1.5: 1 of 1 elements of C are wrong.")
    assert message.endswith("Case M=48, N=40, K=32, alpha=1.5 shows more: The factor alpha is missing.")


def test_a_case_that_shows_the_mistake_itself_is_told_alone() -> None:
    message = correctness(wrong=1024).message
    assert "shows more" not in message


_EXAMPLES: dict[str, object] = {
    "tile": 16,
    "chunk": 256,
    "count": 3,
    "total": 9,
    "name": "A",
    "leading": "lda",
    "rows": 65,
    "cols": 33,
    "row": 64,
    "column": 32,
    "factor": 2.0,
    "first": 1,
    "last": 7,
    "distance": -1,
    "axis": "y",
    "missing": "y, z",
}


@pytest.mark.parametrize("lang", ["en", "ko"])
@pytest.mark.parametrize("key", PatternKey)
def test_every_pattern_has_a_sentence(key: PatternKey, lang: str) -> None:
    sentence = pattern_sentence(Pattern(key, _EXAMPLES), lang)
    assert sentence.endswith((".", "?"))
    assert "{" not in sentence


def test_a_ragged_edge_names_only_the_side_that_is_ragged() -> None:
    rows = pattern_sentence(Pattern(PatternKey.RAGGED_EDGE, _EXAMPLES | {"column": 33}), "en")
    cols = pattern_sentence(Pattern(PatternKey.RAGGED_EDGE, _EXAMPLES | {"row": 65}), "en")
    assert "rows from 64 of 65" in rows
    assert "columns from" not in rows
    assert "columns from 32 of 33" in cols
    assert "rows from" not in cols


def test_an_access_beyond_shared_memory_names_the_array_whose_end_it_passes() -> None:
    message = correctness(faults=(overrun(space="shared", buffer="", neighbour="tile_b", beyond=8),)).message
    assert "outside shared memory: 8 bytes past the end of tile_b" in message


def test_a_wrapped_index_into_shared_memory_is_not_told_as_a_distance() -> None:
    wrapped = overrun(space="shared", buffer="", offset=2**34 - 64, neighbour="tile_b", beyond=2**34 - 2112)
    message = correctness(faults=(wrapped,)).message
    assert "far from all of them" in message


def test_memory_without_a_name_is_called_by_its_space() -> None:
    message = correctness(faults=(overrun(space="shared", buffer=""),)).message
    assert "outside shared memory: byte 60" in message
