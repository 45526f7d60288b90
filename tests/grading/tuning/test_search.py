"""The search: what is known is not done again, what has changed is, and what is under way ends with it."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from grader.course.tune_space import narrowed, space_of
from grader.cuda.availability import Unavailable
from grader.grading.tuning.kept import TUNED, Shelf, digest
from grader.grading.tuning.outcome import Costs, Raced, Weighed
from grader.grading.tuning.parameters import tunable
from grader.grading.tuning.race import bulk_of, timed_size
from grader.grading.tuning.search import (
    Subject,
    Variant,
    by_speed,
    race_all,
    ranked,
    short_list,
    weigh_all,
)
from grader.launch import Fault
from grader.sandbox.session import Crashed, TimedOut
from grader.toolchain import Program, compile_source
from grader.toolchain.program import ToolchainError
from tests.checks.contests import idle
from tests.grading.test_gpu_observation import FakeGpu
from tests.grading.test_grade import Box
from tests.tuned_course import ID, KERNEL


@cache
def compiled(source: str, file: str, fmad: bool, defines: tuple[tuple[str, str], ...]) -> Program:
    return compile_source(source, file=file, fmad=fmad, defines=dict(defines))


class Counting(Box):
    """A sandbox that remembers the macros of everything that it compiled, with all of its kind; once is enough."""

    compiled: list[str] = []  # noqa: RUF012

    def compile(self, source: str, **options: Any) -> Program:
        self.compiled.append(options["defines"]["MODE"])
        self.program = compiled(source, options["file"], options["fmad"], tuple(options["defines"].items()))
        return self.program


@pytest.fixture(autouse=True)
def _nothing_compiled() -> None:
    Counting.compiled = []


def search(subject: Subject, root: Path, fresh: bool = False, box: Callable[[], Any] = Counting) -> list[Variant]:
    steps = weigh_all(subject, space_of(subject.tune).variants, box, Shelf(root, ID, fresh), jobs=1)
    return sorted(steps, key=lambda variant: variant.values["MODE"])


def test_a_second_search_takes_everything_from_the_first(modes: Subject, tmp_path: Path) -> None:
    first = search(modes, tmp_path)
    assert [v.weighed.fate for v in first] == ["counted", "wrong", "compile"]
    assert sorted(Counting.compiled) == ["0", "1", "3"] and not any(v.kept for v in first)
    again = search(modes, tmp_path)
    assert len(Counting.compiled) == 3 and all(v.kept for v in again)
    assert [replace(v, kept=False) for v in again] == first


def test_fresh_does_all_again_and_keeps_it(modes: Subject, tmp_path: Path) -> None:
    search(modes, tmp_path)
    assert not any(v.kept for v in search(modes, tmp_path, fresh=True))
    assert len(Counting.compiled) == 6
    assert all(v.kept for v in search(modes, tmp_path))


def test_the_variant_of_the_file_is_known_as_such(modes: Subject, tmp_path: Path) -> None:
    assert [v.own for v in search(modes, tmp_path)] == [True, False, False]


@pytest.mark.parametrize("damage", [b"", b"{", b"[]", b'{"fate": "counted"}', b"[" * 40_000, b"\xff", None])
def test_a_damaged_result_is_done_again(modes: Subject, tmp_path: Path, damage: bytes | None) -> None:
    search(modes, tmp_path)
    kept = sorted((tmp_path / TUNED / ID).glob("*.json"))
    for path in kept:
        path.write_bytes(b"x" * 70_000 if damage is None else damage)
    assert [v.weighed.fate for v in search(modes, tmp_path)] == ["counted", "wrong", "compile"]
    assert len(Counting.compiled) == 6


def changed(subject: Subject, what: str) -> Subject:
    spec, tune = subject.spec, subject.tune
    match what:
        case "source":
            return replace(subject, kernel=tunable(KERNEL + "\n", tune.parameters))
        case "fmad":
            return replace(subject, spec=replace(spec, compile=replace(spec.compile, fmad=False)))
        case "macro":
            return replace(subject, spec=replace(spec, compile=replace(spec.compile, defines={"X": "1"})))
        case "launch":
            return replace(subject, tune=replace(tune, launch=replace(tune.launch, shared=16)))
        case "case":
            return replace(subject, tune=replace(tune, case=replace(tune.case, K=8)))
    raise ValueError(what)


@pytest.mark.parametrize("what", ["source", "fmad", "macro", "launch", "case"])
def test_whatever_a_result_depends_on_makes_it_another(modes: Subject, tmp_path: Path, what: str) -> None:
    search(modes, tmp_path)
    search(changed(modes, what), tmp_path)
    assert len(Counting.compiled) == 6


def test_each_device_has_results_of_its_own(subject: Subject) -> None:
    names = {digest(subject.spec, KERNEL, subject.tune.case, device) for device in ("emulated sm_90", "H200", "H100")}
    assert len(names) == 3


def test_what_was_stopped_is_tried_again(modes: Subject, tmp_path: Path) -> None:
    class Slow(Counting):
        def compile(self, source: str, **options: Any) -> Program:
            super().compile(source, **options)
            raise TimedOut("30 s")

    assert {v.weighed.fate for v in search(modes, tmp_path, box=Slow)} <= {"stopped", "compile"}
    assert [v.weighed.fate for v in search(modes, tmp_path)] == ["counted", "wrong", "compile"]


def test_where_nothing_can_be_kept_the_search_goes_on(modes: Subject, tmp_path: Path) -> None:
    (tmp_path / ".warplings").write_text("a file", "utf-8")
    shelf = Shelf(tmp_path, ID)
    steps = weigh_all(modes, space_of(modes.tune).variants, Counting, shelf, jobs=1)
    assert len(list(steps)) == 3
    assert shelf.refused is not None


def test_only_the_results_used_last_are_kept(modes: Subject, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    search(modes, tmp_path)
    monkeypatch.setattr("grader.grading.tuning.kept._KEPT", 2)
    Shelf(tmp_path, ID).tidy()
    assert len(list((tmp_path / TUNED / ID).glob("*.json"))) == 2


def test_what_fails_in_the_grader_itself_is_raised(modes: Subject, tmp_path: Path) -> None:
    class Broken(Box):
        def compile(self, source: str, **options: Any) -> Program:
            raise ToolchainError("no compiler")

    with pytest.raises(ToolchainError):
        search(modes, tmp_path, box=Broken)


def test_leaving_early_ends_what_is_under_way_and_keeps_what_is_done(modes: Subject, tmp_path: Path) -> None:
    closed = threading.Event()

    class Endless(Box):
        """Only mode 0 ever comes to its end; the others wait until they are closed."""

        def compile(self, source: str, **options: Any) -> Program:
            if options["defines"]["MODE"] != "0":
                assert closed.wait(60)
                raise Crashed("closed")
            return super().compile(source, **options)

        def __exit__(self, *_: object) -> None:
            if threading.current_thread() is threading.main_thread():
                closed.set()

    steps = weigh_all(modes, space_of(modes.tune).variants, Endless, Shelf(tmp_path, ID), jobs=2)
    assert next(steps).weighed.fate == "counted"
    steps.close()
    assert closed.is_set()
    assert sum(v.kept for v in search(modes, tmp_path)) == 1


# The ranking


def made_up(number: int, instructions: int, own: bool = False, warps: int = 8) -> Variant:
    costs = Costs(ffma=8, instructions=instructions, wavefronts=0, excess=0, sectors=0, exact=True)
    return Variant({"BM": number}, Weighed(fate="counted", threads=32, warps=warps, costs=costs), own=own)


def test_the_short_list_has_the_best_and_the_variant_of_the_file() -> None:
    discarded = Variant({"BM": 9}, Weighed(fate="wrong", threads=32))
    variants = [made_up(1, 30), made_up(2, 10), discarded, made_up(3, 20), made_up(4, 40, own=True), made_up(5, 10)]
    assert [v.values["BM"] for v in ranked(variants)] == [2, 5, 3, 1, 4]
    assert [v.values["BM"] for v in short_list(variants, 2)] == [2, 5, 4]
    assert [v.values["BM"] for v in short_list(variants, 9)] == [2, 5, 3, 1, 4]


def test_what_keeps_more_warps_than_all_better_ones_comes_before_the_next_best() -> None:
    variants = [made_up(1, 10), made_up(2, 11), made_up(3, 12), made_up(4, 20, warps=16), made_up(5, 21, warps=16),
                made_up(6, 30, warps=12), made_up(7, 40, warps=24)]  # fmt: skip
    assert [v.values["BM"] for v in short_list(variants, 4)] == [1, 2, 4, 7]
    assert [v.values["BM"] for v in short_list(variants, 2)] == [1, 4]


def test_the_fastest_comes_first_and_what_has_no_time_last() -> None:
    times = [Raced(ratio=0.5), None, Raced(ratio=0.9), Raced(ratio=0.7)]
    variants = [replace(made_up(number, 10), raced=raced) for number, raced in enumerate(times)]
    assert [v.values["BM"] for v in by_speed(variants)] == [2, 3, 0, 1]


# On a GPU


class Gpu(FakeGpu):
    """A GPU that compiles with macros and runs a variant in as many milliseconds as its BM says."""

    def compile(self, source: str, *, file: str, fmad: bool, defines: Any, program: str = "student") -> Program:
        self._asked("compile")
        self.bm = int(defines["BM"])
        self.programs[program] = compiled(source, file, fmad, tuple(defines.items()))
        return self.programs[program]


def gpu_for(**options: Any) -> Gpu:
    gpu = Gpu(**options)
    gpu.times = lambda name, *_: float(gpu.bm) if name == "student" else 8.0
    return gpu


def timed(subject: Subject, gpu: Gpu, shelf: Shelf, values: list[dict[str, int]]) -> list[Variant]:
    size = timed_size(subject.spec, subject.tune)
    bulk = bulk_of(subject.spec, size)
    assert bulk is not None
    variants = [Variant(v, Weighed(fate="counted", threads=32)) for v in values]
    return list(race_all(subject, variants, size, bulk, gpu, shelf, "NVIDIA H200 sm_90 driver 13000"))


RIGHT = [{"BM": 16, "TM": 2, "MODE": 0}, {"BM": 32, "TM": 2, "MODE": 0}]


def test_variants_are_timed_beside_the_library_at_the_size_that_matters(subject: Subject, tmp_path: Path) -> None:
    gpu = gpu_for()
    found = [v.raced for v in timed(subject, gpu, Shelf(tmp_path, ID), RIGHT)]
    assert [(r.ms, r.library_ms, r.ratio) for r in found if r] == [(16.0, 8.0, 0.5), (32.0, 8.0, 0.25)]
    assert gpu.routines["baseline"] == "cublas_sgemm"
    assert gpu.entered["student"].grid == (4, 2, 1) and gpu.entered["student"].block == (256, 1, 1)
    assert gpu.asked.count("retire") == 2


def test_a_time_is_kept_for_its_gpu(subject: Subject, tmp_path: Path) -> None:
    first = timed(subject, gpu_for(), Shelf(tmp_path, ID), RIGHT)
    gpu = gpu_for()
    assert timed(subject, gpu, Shelf(tmp_path, ID), RIGHT) == first
    assert gpu.asked == []


def test_unsteady_times_are_marked_and_not_kept(subject: Subject, tmp_path: Path) -> None:
    gpu = gpu_for()
    gpu.times = lambda name, number, of_all: 10.0 + 9 * (of_all % 3)
    (found,) = timed(subject, gpu, Shelf(tmp_path, ID), RIGHT[:1])
    assert found.raced is not None and found.raced.doubtful
    assert not (tmp_path / TUNED / ID).exists()


@pytest.mark.parametrize(
    ("mode", "options", "words"),
    [
        (0, {"computes": {"student": idle}}, "expected"),
        (0, {"computes": {"student": lambda *_: Fault("trap", None, None, None, "trap", {})}}, "trap"),
        (3, {}, "this mode does not compile"),
        (9, {}, "%smid"),
    ],
)
def test_what_goes_wrong_there_is_told_in_both_languages(
    subject: Subject, tmp_path: Path, mode: int, options: dict[str, Any], words: str
) -> None:
    (found,) = timed(subject, gpu_for(**options), Shelf(tmp_path, ID), [{"BM": 16, "TM": 2, "MODE": mode}])
    assert found.raced is not None and found.raced.why is not None
    assert words in found.raced.why.en and found.raced.why.ko


def test_a_process_that_ends_early_says_nothing_about_the_variant(subject: Subject, tmp_path: Path) -> None:
    gpu = gpu_for(stops={"enter": TimedOut("3600 s")})
    (found,) = timed(subject, gpu, Shelf(tmp_path, ID), RIGHT[:1])
    assert found.raced is None
    assert not (tmp_path / TUNED / ID).exists()


def test_a_gpu_that_is_too_small_is_told_as_such(subject: Subject, tmp_path: Path) -> None:
    with pytest.raises(Unavailable):
        timed(subject, gpu_for(stops={"enter": Unavailable("too_small")}), Shelf(tmp_path, ID), RIGHT[:1])


def test_the_size_is_that_of_the_speed_check_or_else_of_the_case(subject: Subject) -> None:
    tune = replace(subject.tune, size=None)
    assert timed_size(subject.spec, tune) == tune.case
    assert timed_size(subject.spec, subject.tune) == subject.tune.size


def test_a_result_is_kept_as_plain_json(modes: Subject, tmp_path: Path) -> None:
    search(modes, tmp_path)
    for path in (tmp_path / TUNED / ID).glob("*.json"):
        assert json.loads(path.read_text("utf-8"))["version"] == 1


def test_narrowing_changes_no_result(modes: Subject, tmp_path: Path) -> None:
    search(modes, tmp_path)
    search(replace(modes, tune=narrowed(modes.tune, {"MODE": [1]})), tmp_path)
    assert len(Counting.compiled) == 3


