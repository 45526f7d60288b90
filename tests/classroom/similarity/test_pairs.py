"""Copies in disguise are found; kernels that were written apart are not."""

from __future__ import annotations

import random
from itertools import combinations
from pathlib import Path

import numpy as np
import pytest

from grader.classroom.similarity.fingerprints import fingerprints
from grader.classroom.similarity.pairs import COMMON_SHARE, ENOUGH, FEW, Compared, compare, groups
from grader.classroom.similarity.tokens import tokens
from tests.classroom.similarity.kernels import COURSE, kernel, known, own_prints, reordered, retold, submissions

NONE = np.zeros(0, np.uint64)
INDEPENDENT = {path.stem: path.read_text("utf-8") for path in (Path(__file__).parent / "independent").glob("*.cu")}

# One was made from the other: they share whole statements that are in no solution. (Others share what a tiny step's
# kernel says, too, which is the course's own.)
MADE_FROM_EACH_OTHER = {
    "12_synchronization_and_atomics/last_block_sum": [("volatile_instead", "volatile_where_it_is_read")],
    "15_reduction/row_softmax": [("largest_not_subtracted", "three_reads")],
    "16_scan/scan_single_pass": list(combinations(
        ("fence_of_the_writer_only", "flag_before_value", "one_place_for_both_sums", "value_apart_no_fence"), 2
    )),
    "18_constant_memory_and_convolution/box_filter_scan": [("window_from_global_memory", "window_of_prefix_sums")],
}  # fmt: skip


def found(compared: Compared) -> list[tuple[str, ...]]:
    return sorted(tuple(sorted(match.students)) for match in compared.matches)


def prints(text: str) -> list[int]:
    return [int(number) for number in fingerprints(tokens(text))]


def class_of(texts: dict[str, str]) -> Compared:
    return compare([kernel(name, text) for name, text in texts.items()], known())


@pytest.mark.parametrize("exercise", submissions("wrong"))
def test_kernels_that_were_written_apart_are_not_found(exercise: str) -> None:
    assert found(class_of(submissions("wrong")[exercise])) == MADE_FROM_EACH_OTHER.get(exercise, [])


def test_different_right_solutions_are_not_found() -> None:
    compared = class_of(INDEPENDENT)
    assert len(INDEPENDENT) == compared.kernels == compared.comparable == 6
    assert found(compared) == []
    assert all(own_prints(text) >= ENOUGH for text in INDEPENDENT.values())


@pytest.mark.parametrize("name", INDEPENDENT)
def test_a_right_solution_in_disguise_is_found_among_the_others(name: str) -> None:
    copy = reordered(retold(INDEPENDENT[name], random.Random(name)))
    assert found(class_of({**INDEPENDENT, "copy": copy})) == [tuple(sorted(("copy", name)))]


def test_whoever_hands_in_the_solution_is_nobodys_copy() -> None:
    for exercise in COURSE.exercises:
        solution = exercise.solution_path.read_text("utf-8")
        compared = class_of({"mina": solution, "omar": retold(solution, random.Random(1))})
        assert compared.matches == () and compared.comparable == 0


@pytest.mark.slow
def test_other_names_comments_and_blanks_hide_no_copy() -> None:
    for exercise, texts in submissions("wrong").items():
        draw = random.Random(exercise)
        for name, text in texts.items():
            compared = class_of({"writer": text, "copyist": retold(text, draw)})
            wanted = [("copyist", "writer")] if own_prints(text) >= ENOUGH else []
            assert found(compared) == wanted, name


@pytest.mark.slow
@pytest.mark.parametrize(("own", "hidden_at_most"), [(ENOUGH, 0.15), (3 * ENOUGH // 2, 0.05)])
def test_declarations_in_another_order_hide_few_copies(own: int, hidden_at_most: float) -> None:
    every = [text for texts in submissions("wrong").values() for text in texts.values() if own_prints(text) >= own]
    changed = [text for text in every if prints(reordered(text)) != prints(text)]
    hidden = [text for text in changed if not class_of({"writer": text, "copyist": reordered(text)}).matches]
    assert len(changed) >= 40
    assert len(hidden) <= hidden_at_most * len(changed)


def test_what_much_of_the_class_has_is_nobodys_own() -> None:
    text = INDEPENDENT["pointers"]
    copies = {f"student {number}": retold(text, random.Random(number)) for number in range(FEW)}
    others = {name: own for name, own in INDEPENDENT.items() if name != "pointers"}
    assert len(class_of({**others, **copies}).matches) == FEW * (FEW - 1) / 2
    more = {f"student {number}": retold(text, random.Random(number)) for number in range(FEW + 1)}
    assert class_of({**others, **more}).matches == ()


def test_in_a_large_class_more_may_have_it() -> None:
    size = 80
    limit = int(COMMON_SHARE * size)
    text = INDEPENDENT["pointers"]
    crowd = {f"nobody {number}": COURSE.exercises[0].solution_path.read_text("utf-8") for number in range(size - limit)}
    copies = {f"copy {number}": retold(text, random.Random(number)) for number in range(limit)}
    compared = class_of({**crowd, **copies})
    assert groups(compared.matches) == (tuple(copies),)


def test_one_text_is_told_once_however_many_have_it() -> None:
    compared = class_of({**INDEPENDENT, **{f"student {number}": INDEPENDENT["lambda"] for number in range(30)}})
    (match,) = compared.matches
    assert match.share == 1 and len(match.students) == 31 and not match.right


def test_groups_join_whoever_is_joined_over_others() -> None:
    text = INDEPENDENT["flags"]
    family = {name: retold(text, random.Random(name)) for name in ("ada", "bo", "cy")}
    pair = {name: retold(INDEPENDENT["lambda"], random.Random(name)) for name in ("dora", "eve")}
    compared = class_of({**family, **pair})
    assert {frozenset(group) for group in groups(compared.matches)} == {frozenset(family), frozenset(pair)}


def test_the_strongest_matches_come_first_and_each_pair_once() -> None:
    text = INDEPENDENT["lambda"]
    half = text.replace("sum += tile_a[ty][k + 2]", "sum = sum + 1.0f * tile_a[ty][k + 2]")
    compared = class_of({"writer": text, "whole": retold(text, random.Random(1)), "half": half})
    assert set(compared.matches[0].students) == {"writer", "whole"}
    assert len(found(compared)) == len(set(found(compared))) == len(list(combinations("abc", 2)))
    shares = [match.share for match in compared.matches]
    assert shares == sorted(shares, reverse=True) and shares[0] == 1 > shares[1]


@pytest.mark.parametrize("texts", [{}, {"a": ""}, {"a": "", "b": ""}, {"a": "x", "b": "x"}])
def test_nothing_to_compare_is_no_match(texts: dict[str, str]) -> None:
    compared = compare([kernel(name, text) for name, text in texts.items()], NONE)
    assert compared.matches == () and compared.comparable == 0 and compared.kernels == len(texts)
