"""What `grader watch` shows fits its window, stays as long as it is true, and nothing that matters is cut off."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from grader.cli.watch.input import Event
from grader.cli.watch.loop import WatchLoop
from grader.course.catalog import open_course
from grader.grading.opening import problem_cases
from tests.cli.conftest import MODULE, REPOSITORY
from tests.cli.watch.conftest import PASSES, SKELETON_FAILS, Watched, flat, kernel, solution
from tests.small_course import without_tiny_steps

DOWN = "\x1b[B"
UNTOUCHED = "This is still the skeleton"


def close(screen: str) -> str:
    return "".join(screen.split())


@pytest.fixture
def whole_course(course: Path) -> Path:
    """All modules and their exercises."""
    for name in ("exercises", "solutions"):
        shutil.rmtree(course / name)
        shutil.copytree(REPOSITORY / name, course / name, ignore=shutil.ignore_patterns("*.bak*"))
    shutil.copy(REPOSITORY / "course.yaml", course / "course.yaml")
    without_tiny_steps(course)
    return course


@pytest.mark.slow
def test_a_file_that_cannot_be_checked_is_told_in_full(course: Path, watched: Callable[..., Watched]) -> None:
    watch = watched("06/sgemm_tiled")
    watch.until(SKELETON_FAILS)
    kernel(course).unlink()
    watch.until(lambda screen: "it is checked as soon as it is back." in flat(screen))
    kernel(course).mkdir()
    watch.until(lambda screen: "it is checked as soon as it is a file." in flat(screen))
    kernel(course).rmdir()
    kernel(course).write_text(solution(course), "utf-8")
    watch.until(PASSES)
    assert "Layout(" not in watch.written


@pytest.mark.slow
@pytest.mark.parametrize(("lang", "words"), [("en", ("y: yes", "other key: no")), ("ko", ("y:예", "다른키:아니요"))])
def test_a_question_is_there_with_its_answers(
    course: Path, watched: Callable[..., Watched], lang: str, words: tuple[str, ...]
) -> None:
    for rows, columns in ((24, 80), (8, 30)):
        watch = watched("06/sgemm_tiled", "--lang", lang, rows=rows, columns=columns)
        watch.until(lambda screen: "correctness" in screen)
        watch.press("x")
        watch.until(lambda screen: all(word in (flat(screen) if lang == "en" else close(screen)) for word in words))
        watch.press("\x1b")
        watch.until(lambda screen: words[0] not in flat(screen) + close(screen))


@pytest.mark.slow
def test_a_small_window_still_says_how_to_quit(course: Path, watched: Callable[..., Watched]) -> None:
    watch = watched("06/sgemm_tiled", rows=8, columns=30)
    watch.until(lambda screen: "FAIL" in screen and "q quit" in screen)


@pytest.mark.slow
@pytest.mark.parametrize("lang", ["en", "ko"])
def test_the_list_opens_at_the_module_in_work(whole_course: Path, watched: Callable[..., Watched], lang: str) -> None:
    above, below = {"en": ("above", "more lines"), "ko": ("위에", "더 있음: j")}[lang]
    for exercise, number in (("06/sgemm_tiled", "06"), ("18/conv2d_halo", "18"), ("00/vector_add", "00")):
        watch = watched(exercise, "--lang", lang, rows=14)
        watch.until("correctness")
        watch.press("l")
        shown = watch.until("[..")
        assert f"\n{number} " in shown
        assert (above in shown, below in shown) == (number != "00", number != "18")
        watch.press("k" * 30)
        assert "\n00 " in watch.until(lambda screen: above not in screen)
        watch.press("j" * 30)
        assert "\n18 " in watch.until(lambda screen: below not in screen)
        watch.press("q")


@pytest.mark.slow
def test_a_note_goes_when_it_is_no_longer_true(course: Path, watched: Callable[..., Watched]) -> None:
    kernel(course).write_text(solution(course), "utf-8")
    watch = watched("06/sgemm_tiled")
    watch.until(lambda screen: "this screen follows" in flat(screen))
    kernel(course).write_text(solution(course).replace("__syncthreads();", "", 1), "utf-8")
    assert "this screen follows" not in watch.until("FAIL: hazards")
    kernel(course).unlink()
    watch.until("is not there")
    watch.press("x")
    watch.until("y: yes")
    watch.press("y")
    watch.until(lambda screen: "is back." in screen and SKELETON_FAILS in screen)
    kernel(course).unlink()
    kernel(course).mkdir()
    assert "is back." not in watch.until("is a folder")


@pytest.mark.slow
def test_a_save_leaves_a_hint_open(course: Path, watched: Callable[..., Watched]) -> None:
    watch = watched("06/sgemm_tiled")
    watch.until(SKELETON_FAILS)
    watch.press("h")
    watch.until("1. ")
    kernel(course).write_text(solution(course), "utf-8")
    watch.until(lambda screen: PASSES in screen and "1. " in screen)
    watch.press("\x1b")
    watch.until("shared_wavefronts")
    watch.press("h")
    assert "2. " not in watch.until("1. "), "the hint that was open, and no further one"


@pytest.mark.slow
def test_findings_that_do_not_fit_are_scrolled(course: Path, watched: Callable[..., Watched]) -> None:
    watch = watched("06/sgemm_tiled", rows=12)
    first = watch.until("more lines")
    watch.press("j")
    second = watch.until(lambda screen: screen != first)
    watch.press(DOWN)
    third = watch.until(lambda screen: screen != second)
    for _ in range(40):
        watch.press("j")
    last = watch.until(lambda screen: "more lines" not in screen)
    assert "not run" in last, "the checks in a line stand at the end"
    watch.press("k")
    watch.until(lambda screen: screen != last)
    assert first != third and all("q quit" in screen for screen in (first, second, third, last))


@pytest.mark.slow
def test_how_far_the_course_is(course: Path, watched: Callable[..., Watched]) -> None:
    watch = watched("06/sgemm_tiled")
    assert "0/3" in watch.until(SKELETON_FAILS).splitlines()[2]
    kernel(course).write_text(solution(course), "utf-8")
    watch.until(lambda screen: "1/3" in screen.splitlines()[2])


@pytest.mark.slow
def test_the_bar_can_be_drawn_in_ascii_and_no_hint_is_advertised_twice(
    course: Path, watched: Callable[..., Watched], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PYTHONIOENCODING", "ascii:replace")
    screen = watched("06/sgemm_tiled").until(lambda screen: SKELETON_FAILS in screen and "h hint" in screen)
    assert screen.splitlines()[2] == "-" * 76 + " 0/3"
    assert "grader hint" not in screen


@pytest.mark.parametrize("lang", ["en", "ko"])
def test_whatever_goes_wrong_is_a_note(course: Path, monkeypatch: pytest.MonkeyPatch, lang: str) -> None:
    def broken(*_: object) -> None:
        raise PermissionError(13, "Permission denied", "somewhere")

    opened = open_course(course, problem_cases())
    loop = WatchLoop(opened, opened.exercises[0], lang)
    monkeypatch.setattr("grader.cli.course_commands.course_map", broken)
    monkeypatch.setattr("grader.cli.watch.loop.road", broken)
    try:
        for key in "ln":
            assert loop.handle(Event("key", key))
            assert "Permission denied" in loop._shown.note
    finally:
        loop._checks.close()


@pytest.mark.slow
def test_other_exercises_may_be_unreadable(course: Path, watched: Callable[..., Watched]) -> None:
    other = kernel(course, "transpose_tiled")
    other.write_text(solution(course, "transpose_tiled"), "utf-8")
    watch = watched("06/transpose_tiled")
    watch.until(PASSES)
    watch.press("n")
    watch.until("choose_padding")
    other.unlink()
    other.mkdir()
    watch.press("l")
    watch.until("[x..")  # what was done stays done
    watch.press("q")
    assert watch.end() == 0


@pytest.mark.slow
def test_the_head_names_the_exercise_after_every_key(course: Path, watched: Callable[..., Watched]) -> None:
    watch = watched("06/sgemm_tiled")
    watch.until(SKELETON_FAILS)
    for key in ("h", "l", "l", "j", "x", "\x1b", "u"):
        watch.press(key)
        assert watch.read(0.3).splitlines()[0].startswith(f"{MODULE}/sgemm_tiled")


@pytest.mark.slow
def test_an_untouched_file_is_told_to_be_one(course: Path, watched: Callable[..., Watched]) -> None:
    watch = watched("06/sgemm_tiled", rows=40)
    assert UNTOUCHED in flat(watch.until(SKELETON_FAILS))
    kernel(course).write_text(solution(course).replace("k < TILE", "k < TILE - 1"), "utf-8")
    assert UNTOUCHED not in flat(watch.until(lambda screen: "Of every 16 terms" in flat(screen)))


@pytest.mark.slow
def test_a_race_behind_wrong_results_is_on_the_screen_too(course: Path, watched: Callable[..., Watched]) -> None:
    head, _, rest = solution(course).partition("__syncthreads();")
    kernel(course).write_text(f"{head}if (row < M) __syncthreads();{rest}", "utf-8")
    watch = watched("06/sgemm_tiled", rows=70)
    screen = flat(watch.until(lambda screen: "Also failing: hazards" in flat(screen)))
    assert "elements of C are wrong" in screen and "with no barrier between them" in screen
