"""`grader predict`: numbers are written down first, counted afterwards, and a miss gets other numbers."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest

from grader.course.predictions import answers
from tests.cli.conftest import REPOSITORY, Grader

MODULE, PREDICT = "00_first_kernel", "00/count_sectors"


@pytest.fixture
def first_module(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of module 00 with its tiny steps, the current folder."""
    root = tmp_path / "course"
    head, *modules = re.split(r"^(?=  - name: )", (REPOSITORY / "course.yaml").read_text("utf-8"), flags=re.M)
    for folder in ("solutions", "exercises", "modules"):
        shutil.copytree(REPOSITORY / folder / MODULE, root / folder / MODULE, ignore=shutil.ignore_patterns("*.bak*"))
    (root / "course.yaml").write_text(head + modules[0], "utf-8")
    from tests.skeletons import write_skeletons

    write_skeletons(root)
    monkeypatch.chdir(root)
    return root


def file(root: Path) -> Path:
    return root / "exercises" / MODULE / "count_sectors.cu"


def test_right_predictions_are_shown_beside_what_was_counted_and_kept(first_module: Path, grader: Grader) -> None:
    done = grader("predict", PREDICT, typed="23\n90\n90\n")
    assert done.status == 0, done.out
    assert done.out.count("✓") == 3 and "How many sectors do the loads touch?" in done.out
    assert answers(file(first_module).read_text("utf-8")) == {1: "23", 2: "90", 3: "90"}
    (entry,) = (e for e in grader("list", "--json").json["modules"][0]["exercises"] if e["id"].endswith(PREDICT[3:]))
    assert entry["done"] and entry["points"] == 10
    assert grader("check", PREDICT).status == 0


@pytest.mark.parametrize("lang", ["en", "ko"])
def test_a_miss_is_shown_the_count_and_gets_other_numbers(first_module: Path, grader: Grader, lang: str) -> None:
    done = grader("predict", PREDICT, "--lang", lang, typed="23\n90\n91\n")
    assert done.status == 1 and done.out.count("✓") == 2 and done.out.count("✗") == 1
    text = file(first_module).read_text("utf-8")
    assert "#define ORDER 1" in text and answers(text) == {}
    section = re.search(r"grader lesson (00#\S+)", done.out)
    assert section and grader("lesson", section[1], "--lang", lang).status == 0
    again = grader("predict", PREDICT, typed="24\n270\n270\n")
    assert again.status == 0


@pytest.mark.parametrize("lang", ["en", "ko"])
def test_a_pass_offers_other_numbers_and_stays_one(first_module: Path, grader: Grader, lang: str) -> None:
    passed = grader("predict", PREDICT, "--lang", lang, typed="23\n90\n90\n")
    assert passed.status == 0 and "ORDER = 1" in passed.out and f"grader predict {PREDICT} --again" in passed.out
    assert "#define ORDER 0" in file(first_module).read_text("utf-8"), "not before one asks for it"
    other = grader("predict", PREDICT, "--again", "--lang", lang, typed="24\n270\n1\n")
    assert other.status == 1 and "#define ORDER 0" in file(first_module).read_text("utf-8")
    (entry,) = (e for e in grader("list", "--json").json["modules"][0]["exercises"] if e["id"].endswith(PREDICT[3:]))
    assert entry["done"] and entry["points"] == 10


def test_what_is_left_open_or_broken_off_is_kept_and_nothing_is_counted(first_module: Path, grader: Grader) -> None:
    done = grader("predict", PREDICT, typed="23\nmany\n\n")  # the third is never answered: the input ends
    assert done.status == 1 and "many" in done.err and "✗" not in done.out and "✓" not in done.out
    assert answers(file(first_module).read_text("utf-8")) == {1: "23"}
    more = grader("predict", PREDICT, typed="90\n90\n")
    assert more.status == 0 and "(1) How many loads" not in more.out.split("✓")[0].split("your number")[0]


@pytest.mark.parametrize("lang", ["en", "ko"])
def test_a_variant_that_cannot_be_read_is_told_before_anything_is_asked(
    first_module: Path, grader: Grader, lang: str
) -> None:
    path = file(first_module)
    skeleton = path.read_text("utf-8")
    path.write_text(skeleton.replace("#define ORDER 0", "#define ORDER x"), "utf-8")
    done = grader("predict", PREDICT, "--lang", lang, typed="23\n90\n90\n")
    assert (done.status, done.out) == (2, "") and "ORDER" in done.err and "0, 1" in done.err
    assert grader("predict", PREDICT, "--again", typed="23\n90\n90\n").status == 0
    path.write_text(skeleton.replace("#define ORDER 0", ""), "utf-8")
    assert "ORDER must be a plain number" in grader("predict", PREDICT, "--again", typed="23\n90\n90\n").err
    path.write_text(skeleton.replace("#define ORDER 0", "#define ORDER (1)"), "utf-8")
    assert grader("predict", PREDICT, typed="24\n270\n270\n").status == 0


def test_other_exercises_have_nothing_to_predict(first_module: Path, grader: Grader) -> None:
    done = grader("predict", "00/vector_add")
    assert done.status == 2 and "grader check 00/vector_add" in done.err


def test_json_is_the_report_of_a_check(first_module: Path, grader: Grader) -> None:
    file(first_module).write_text(file(first_module).read_text("utf-8").replace("= ?", "= 90"), "utf-8")
    done = grader("predict", PREDICT, "--json", "-")
    assert done.status == 1
    (check,) = (each for each in done.json["checks"] if each["id"] == "predictions")
    assert (check["status"], check["measured"], check["target"]) == ("fail", 2, 3)
    assert "#define ORDER 0" in file(first_module).read_text("utf-8"), "a program that asks changes nothing"


def test_at_sixty_columns_nothing_is_cut(first_module: Path, grader: Grader, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "60")
    out = grader("predict", PREDICT, typed="23\n90\n90\n").out
    assert "\x1b" not in out and "…" not in out
    assert all(len(line) <= 64 for line in out.split("\n") if "your number" not in line)


def test_what_is_next_names_the_section_and_the_command(first_module: Path, grader: Grader) -> None:
    out = grader().out
    assert "grader lesson 00#one-kernel-many-threads" in out and "grader check 00/first_index" in out
    for name in ("first_index", "first_guard", "vector_add"):
        shutil.copy(first_module / "solutions" / MODULE / f"{name}.cu", first_module / "exercises" / MODULE)
        done = grader("check", f"00/{name}")
        assert done.status == 0 and f"grader solution 00/{name} --diff" in done.out
    assert "grader predict 00/count_sectors" in done.out


def test_a_lesson_is_its_core_and_names_the_commands_that_lead_deeper(
    first_module: Path, grader: Grader, monkeypatch: pytest.MonkeyPatch
) -> None:
    core = grader("lesson", "00").out
    assert "One kernel, many threads" in core and "Three lines, all the way down" not in core
    flat = " ".join(core.split())
    command = re.search(r"grader lesson (00#toolchain)", flat)
    assert command and "NVRTC is NVIDIA's own compiler" in grader("lesson", command[1]).out
    assert "](" not in flat, "no link to a file that nobody opens"
    page = first_module / "build" / "site" / "en" / "modules" / MODULE / "deeper" / "machine.html"
    page.parent.mkdir(parents=True)
    page.write_text("<h1>", "utf-8")
    opened: list[str] = []
    monkeypatch.setattr("webbrowser.open", lambda address: opened.append(address) or True)
    assert grader("lesson", "00#three-lines", "--browser").status == 0
    assert opened == [f"{page.as_uri()}#three-lines"]


def test_ones_own_beside_the_solution(first_module: Path, grader: Grader) -> None:
    mine = first_module / "exercises" / MODULE / "first_loop.cu"
    text = (first_module / "solutions" / MODULE / "first_loop.cu").read_text("utf-8")
    mine.write_text(text.replace("i += blockDim.x", "i = i + blockDim.x"), "utf-8")
    assert grader("solution", "00/first_loop", "--diff").status == 2, "not before it is done"
    assert grader("check", "00/first_loop").status == 0
    done = grader("solution", "00/first_loop", "--diff")
    assert done.status == 0
    assert re.search(r"^global_sectors\s+128\s+128\s+140", done.out, re.M)
    assert re.search(r"^-.*i = i \+ blockDim", done.out, re.M) and re.search(r"^\+.*i \+= blockDim", done.out, re.M)
    mine.write_text(text, "utf-8")
    grader("check", "00/first_loop")
    assert "The code is the same." in grader("solution", "00/first_loop", "--diff").out
