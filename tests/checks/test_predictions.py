"""Predictions against counts: every way that the check ends, and what it tells and does not tell."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from grader.checks.asked_counts import Counted, Uncounted, confusions, neighbours, number_of, truths
from grader.checks.base import Reason, Seen
from grader.checks.room import Room
from grader.course.catalog import Exercise, open_course
from grader.course.check_specs import Ask, PredictionsSpec
from grader.course.predictions import with_answers
from grader.course.restart import pristine
from grader.course.values import LocalizedText
from grader.grading.grade import Devices, Graded
from grader.grading.opening import problem_cases
from grader.grading.submissions import grade_data
from grader.launch import AccessLine, Executed, LaunchResult, WarpAccess
from grader.occupancy import occupancy
from grader.texts import say
from grader.verdicts import CheckResult, Status
from tests.cli.conftest import InProcess

ROOT = Path(__file__).resolve().parents[2]
COURSE = open_course(ROOT, problem_cases())
RIGHT = {1: "23", 2: "90", 3: "90"}


def exercise() -> Exercise:
    found = COURSE.named("00_first_kernel/count_sectors")
    assert found is not None
    return found


def graded(given: dict[int, str], lang: str = "en", sampled: bool = True) -> Graded:
    text = with_answers(pristine(exercise(), "en"), given)
    devices = Devices(InProcess, sampled=sampled)
    return grade_data(COURSE, exercise(), "mine.cu", text.encode(), devices, lang)


def check(given: dict[int, str], lang: str = "en") -> CheckResult:
    return next(each for each in graded(given, lang).report.checks if each.id == "predictions")


@pytest.mark.parametrize("lang", ["en", "ko"])
def test_right_predictions_pass_and_say_why(lang: str) -> None:
    found = check(RIGHT, lang)
    assert (found.status, found.points, found.measured, found.target) == (Status.PASS, 10, 3, 3)
    rule = exercise().spec.checks["predictions"]
    assert all(ask.why.in_language(lang) in found.message for ask in rule.asks)  # type: ignore[attr-defined]


def test_each_right_one_earns_its_share_and_a_wrong_one_is_not_told_the_count() -> None:
    found = check(RIGHT | {3: "91"})
    assert (found.status, found.measured) == (Status.FAIL, 2)
    assert found.points == pytest.approx(10 * 2 / 3)
    (note,) = found.lines
    assert "91 is not what is counted here" in note.message
    assert "90" not in found.message + note.message


@pytest.mark.parametrize("lang", ["en", "ko"])
def test_a_number_of_something_else_is_told_what_it_is(lang: str) -> None:
    (note,) = check(RIGHT | {2: "23"}, lang).lines
    assert {"en": "23 is the number of requests", "ko": "23은 그 줄의 요청 수"}[lang] in note.message
    one, two = check(RIGHT | {1: "22", 2: "23"}, lang).lines
    assert "23" not in one.message and {"en": "number of requests", "ko": "요청 수입니다"}[lang] not in two.message


@pytest.mark.parametrize(("given", "words"), [("?", "Not predicted yet"), ("many", "no whole number")])
def test_what_is_no_prediction_is_told_so(given: str, words: str) -> None:
    (note,) = check(RIGHT | {2: given}).lines
    assert words in note.message and note.line == 7


def test_nothing_shows_the_counts_before_they_are_predicted() -> None:
    before, after = graded(RIGHT | {1: "1"}), graded(RIGHT)
    assert before.report.accesses == () and before.accesses == {0: ()}
    assert before.seen is not None
    assert all(run.result is not None and not run.result.samples for run in before.seen.runs)
    assert after.report.accesses and after.accesses[0]


def test_the_kernel_that_counts_is_the_courses() -> None:
    text = with_answers(pristine(exercise(), "en"), RIGHT).replace("out[i] = in[i]", "out[i] = in[0]")
    report = grade_data(COURSE, exercise(), "mine.cu", text.encode(), Devices(InProcess), "en").report
    assert all(each.status is Status.PASS for each in report.checks)


@pytest.mark.parametrize("lang", ["en", "ko"])
def test_a_variant_that_nobody_asks_about_is_refused(lang: str) -> None:
    text = with_answers(pristine(exercise(), "en"), RIGHT).replace("#define ORDER 0", "#define ORDER 7")
    report = grade_data(COURSE, exercise(), "mine.cu", text.encode(), Devices(InProcess), lang).report
    (found,) = (each for each in report.checks if each.id == "predictions")
    assert found.status is Status.FAIL and "ORDER 7" in found.message and "0, 1" in found.message


@pytest.mark.parametrize("lang", ["en", "ko"])
@pytest.mark.parametrize("define", ["#define ORDER x", "#define ORDER", "#define ORDER 0 + 1"])
def test_a_variant_that_cannot_be_read_is_not_taken_for_another(define: str, lang: str) -> None:
    text = with_answers(pristine(exercise(), "en"), RIGHT).replace("#define ORDER 0", define)
    report = grade_data(COURSE, exercise(), "mine.cu", text.encode(), Devices(InProcess), lang).report
    (found,) = (each for each in report.checks if each.id == "predictions")
    assert (found.status, found.points, found.measured, found.lines) == (Status.FAIL, 0, 0, ())
    assert {"en": "ORDER must be a plain number", "ko": "ORDER"}[lang] in found.message and "0, 1" in found.message
    assert report.accesses == ()


@pytest.mark.parametrize("lang", ["en", "ko"])
def test_where_the_macro_is_missing_it_is_told_what_was_counted(lang: str) -> None:
    text = with_answers(pristine(exercise(), "en"), RIGHT | {3: "91"}).replace("#define ORDER 0", "// #define ORDER 1")
    report = grade_data(COURSE, exercise(), "mine.cu", text.encode(), Devices(InProcess), lang).report
    (found,) = (each for each in report.checks if each.id == "predictions")
    assert (found.status, found.measured) == (Status.FAIL, 2)
    assert say("checks.predictions.undefined", lang, name="ORDER", value=0) in found.message


def test_a_variant_in_parentheses_is_the_one_that_is_counted() -> None:
    text = with_answers(pristine(exercise(), "en"), RIGHT)
    report = grade_data(COURSE, exercise(), "mine.cu", text.replace("#define ORDER 0", "#define ORDER (0)").encode(),
                        Devices(InProcess), "en").report  # fmt: skip
    assert all(each.status is Status.PASS for each in report.checks)
    other = grade_data(COURSE, exercise(), "mine.cu", text.replace("#define ORDER 0", "#define ORDER (1)").encode(),
                       Devices(InProcess), "en").report  # fmt: skip
    assert "#define ORDER 1" in other.source


def test_a_file_that_is_no_source_is_told_that_alone() -> None:
    report = grade_data(COURSE, exercise(), "mine.cu", b"\xff\xfe\x00", Devices(InProcess), "en").report
    assert not any("plain number" in each.message for each in report.checks)


def ask(what: str, **more: object) -> Ask:
    text = LocalizedText(ko="?", en="?")
    return Ask(what=what, question=text, why=text, **more)


LINES = ["tile[i] = in[i];", "out[i] = tile[j];"]
ROWS = (AccessLine(1, "global", "load", 4, 8, 32, 32, True), AccessLine(1, "shared", "store", 4, 8, 8, 8, True),
        AccessLine(2, "shared", "load", 4, 8, 16, 8, True))  # fmt: skip
DONE = (Executed(0, 1, "IMAD R0, R1, R2, R3", 8, 256, 256), Executed(16, 2, "@P0 BRA 0x40", 8, 256, 128, divergent=5),
        Executed(32, 2, "FADD R0, R1, R2", 13, 208, 208))  # fmt: skip
ATOMIC = AccessLine(2, "global", "atomic", 4, 4, 16, 16, True, passes=70, most=30)
RESULT = LaunchResult({}, ROWS, (), (), 1, 5, 24, executed=DONE)
ROOM = Room(occupancy("sm_90", 256, 64, 0), 1_000)
COUNTED = Counted(replace(RESULT, accesses=(*ROWS, ATOMIC)), (), LINES, ROOM)


@pytest.mark.parametrize(
    ("asked", "number"),
    [
        (ask("requests", space="shared"), 16), (ask("requests", space="shared", at="in[i]"), 8),
        (ask("wavefronts"), 24), (ask("wavefronts", operation="load"), 16), (ask("excess", space="shared"), 8),
        (ask("sectors", operation="load"), 32), (ask("barriers"), 24),
        (ask("passes", space="global"), 70), (ask("most", space="global"), 30), (ask("divergent"), 5),
        (ask("divergent", at="in[i]"), 0), (ask("instructions"), 29), (ask("instructions", at="out[i]"), 21),
        # 64 registers x 256 threads: 4 blocks, 32 warps; 528 at once, 1,000 blocks in two waves, 472 in the last.
        (ask("blocks"), 4), (ask("warps"), 32), (ask("waves"), 2), (ask("tail"), 472),
    ],
)  # fmt: skip
def test_what_is_asked_for_is_what_is_counted(asked: Ask, number: int) -> None:
    assert number_of(asked, COUNTED) == number


def test_passes_that_nobody_counted_are_no_answer() -> None:
    unknown = replace(RESULT, accesses=(replace(ATOMIC, passes=0, most=0),))
    for what in ("passes", "most"):
        with pytest.raises(Uncounted):
            number_of(ask(what, space="global"), replace(COUNTED, result=unknown))
        with pytest.raises(Uncounted):
            number_of(ask(what, space="shared"), COUNTED)


@pytest.mark.parametrize(("asked", "said", "key"), [
    (ask("instructions"), 3, "once"), (ask("instructions", at="out[i]"), 464, "lanes"),
    (ask("divergent"), 160, "lanes"), (ask("warps"), 1024, "threads"), (ask("tail"), 56, "free"),
    (ask("waves"), 1, None),
])  # fmt: skip
def test_numbers_of_the_machine_code_and_of_waves_have_their_neighbours_too(
    asked: Ask, said: int, key: str | None
) -> None:
    truth = number_of(asked, COUNTED)
    assert {name for name, other in neighbours(asked, truth, COUNTED) if other == said} == ({key} if key else set())


@pytest.mark.parametrize(
    ("asked", "said", "key"),
    [
        (ask("wavefronts", operation="load"), 8, None), (ask("wavefronts", operation="load"), 2, "one_request"),
        (ask("wavefronts", operation="store"), 16, "loads"), (ask("wavefronts"), 16, "requests"),
        (ask("excess", space="shared"), 24, "wavefronts"), (ask("requests", space="global"), 256, "threads"),
        (ask("requests", space="global"), 32, "sectors"), (ask("sectors"), 31, None), (ask("barriers"), 768, "threads"),
        (ask("bank", at="tile[j]", lane=1), 37, "word"), (ask("bank", at="tile[j]", lane=1), 148, "byte"),
    ],
)  # fmt: skip
def test_a_wrong_number_that_is_one_other_thing_is_called_that(asked: Ask, said: int, key: str | None) -> None:
    sample = WarpAccess(2, "shared", "load", 4, "load", (0, 0, 0), 0, "tile", tuple(4 * (36 + n) for n in range(32)),
                        (1 << 32) - 1, 1, 1, 1)  # fmt: skip
    base = graded(RIGHT).seen
    assert base is not None
    run = replace(base.runs[0], index=0, result=replace(RESULT, samples=(sample,)))
    seen = replace(base, counts=None, runs=(run,), drawn=())
    rule = PredictionsSpec(points=10, asks=(asked,), case=0)
    source = "\n".join(LINES)
    spec = exercise().spec
    truth = truths(spec, rule, source, seen)
    assert confusions(spec, rule, source, seen, truth, {1: said}) == ({1: key} if key else {})


def test_the_bank_of_a_lane_is_that_of_the_first_request() -> None:
    addresses = tuple(4 * (5 + 33 * lane) for lane in range(32))
    second = WarpAccess(2, "shared", "load", 4, "load", (0, 0, 0), 1, "tile", (0,) * 32, (1 << 32) - 1, 1, 1, 1)
    first = replace(second, warp=0, addresses=addresses, active=(1 << 16) - 1)
    counted = replace(COUNTED, samples=(second, first))
    banks = [number_of(ask("bank", at="tile[j]", lane=lane), counted) for lane in (0, 1, 15)]
    assert banks == [5, 6, 20]
    with pytest.raises(Uncounted):
        number_of(ask("bank", at="tile[j]", lane=16), counted)


def test_what_was_not_counted_exactly_is_no_answer() -> None:
    doubtful = replace(RESULT, accesses=(replace(ROWS[2], exact=False),), barriers=None)
    doubtful = replace(doubtful, executed=(replace(DONE[0], exact=False), DONE[1]))
    for asked in (ask("wavefronts"), ask("barriers"), ask("sectors"), ask("instructions"), ask("divergent")):
        with pytest.raises(Uncounted):
            number_of(asked, replace(COUNTED, result=doubtful))


def test_counts_that_are_missing_say_why() -> None:
    from grader.checks.evaluate import evaluate

    found = graded(RIGHT)
    assert found.seen is not None
    missing = Seen("cuda", missing=Reason("gpu_failed", {"detail": "lost"}, doubtful=True))
    result = evaluate(exercise().spec, replace(found.seen, counts=missing), "en")[-1]
    assert (result.id, result.status) == ("predictions", Status.INCONCLUSIVE) and "lost" in result.message


@pytest.mark.parametrize("lang", ["en", "ko"])
def test_passes_of_constant_loads_are_told_from_the_excess(lang: str) -> None:
    found = COURSE.named("18_constant_memory_and_convolution/count_constant_passes")
    assert found is not None
    text = with_answers(pristine(found, "en"), {1: "3", 2: "12", 3: "12", 4: "12"})
    done = grade_data(COURSE, found, "mine.cu", text.encode(), Devices(InProcess), lang)
    (note,) = next(each for each in done.report.checks if each.id == "predictions").lines
    assert say("checks.predictions.is_passes", lang, given=12) in note.message
