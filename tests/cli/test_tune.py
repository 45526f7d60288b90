"""`grader tune`: from the exercise file to a short list, with a sentence for everything that cannot be done."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from rich.cells import cell_len

from grader.cuda.availability import Unavailable
from grader.sandbox.session import Crashed
from grader.toolchain import Program, compile_source
from grader.toolchain.program import ToolchainError
from tests.cli.conftest import REPOSITORY, Grader, InProcess, Run
from tests.grading.test_gpu_observation import FakeGpu
from tests.tuned_course import ID, KERNEL, write_tuned_course

SMALL = ("--set", "BM=16,32", "--set", "TM=2", "--jobs", "1")


@cache
def compiled(source: str, file: str, fmad: bool, defines: tuple[tuple[str, str], ...]) -> Program:
    return compile_source(source, file=file, fmad=fmad, defines=dict(defines))


@pytest.fixture(autouse=True)
def _once(monkeypatch: pytest.MonkeyPatch) -> None:
    """What was compiled in this process is not compiled again."""

    def compile_once(self: InProcess, source: str, **options: Any) -> Program:
        macros = tuple(options["defines"].items())
        self.program = compiled(source, options["file"], options["fmad"], macros)
        return self.program

    monkeypatch.setattr(InProcess, "compile", compile_once)


@pytest.fixture
def kernel(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The student's kernel in a course of its own, which is the current folder; this machine has no GPU."""
    path = write_tuned_course(tmp_path)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("grader.cli.tune.running.has_driver", lambda: False)
    monkeypatch.setattr("grader.cli.tune.command.has_driver", lambda: False)
    return path


def test_it_ends_in_a_short_list_and_says_why_others_are_out(kernel: Path, grader: Grader) -> None:
    done = grader("tune", "09/tune_tiles", "--jobs", "1", "--json", "o.json")
    assert done.status == 0 and done.err.count("grader:") == 0
    assert "12 combinations of 3 parameters, 7 meet the rules" in done.out
    assert "BM % TM == 0" in done.out and "BM <= 32 or TM == 1" in done.out
    assert "too many threads a block" in done.out and "BM = 4096, TM = 1, MODE = 0: 65,536 threads" in done.out
    assert "6 of 6 that are left, in the order of the model" in done.out
    assert "max(warp instructions / 4, shared wavefronts)" in " ".join(done.out.split())
    assert "there is no GPU here" in done.out
    assert "grader check 09/tune_tiles" in done.out
    document = json.loads(Path("o.json").read_text("utf-8"))
    assert document["exercise"] == ID and document["combinations"] == 12 and document["timed_on"] is None
    assert [rule["refused"] for rule in document["requires"]] == [3, 2]
    ranks = {tuple(v["values"].values()): v["rank"] for v in document["variants"]}
    assert sorted(rank for rank in ranks.values() if rank) == [1, 2, 3, 4, 5, 6]
    assert ranks[4096, 1, 0] is None
    best = min((v for v in document["variants"] if v["rank"]), key=lambda v: v["rank"])
    assert best["model"]["cycles"] == min(v["model"]["cycles"] for v in document["variants"] if v["model"])
    assert [v["values"] for v in document["variants"] if v["own"]] == [{"BM": 16, "TM": 2, "MODE": 0}]


def test_json_on_stdout_is_all_that_is_there(kernel: Path, grader: Grader) -> None:
    document = grader("tune", "09/tune_tiles", *SMALL, "--json", "-").json
    assert [v["fate"] for v in document["variants"]] == ["counted", "counted"]
    assert document["parameters"] == {"BM": [16, 32], "TM": [2], "MODE": [0]}


def test_a_second_search_is_told_what_is_from_the_first(kernel: Path, grader: Grader) -> None:
    grader("tune", "09/tune_tiles", *SMALL)
    assert "2 of 2 results are from an earlier search" in grader("tune", "09/tune_tiles", *SMALL).out
    assert "earlier search" not in grader("tune", "09/tune_tiles", *SMALL, "--fresh").out


def test_the_file_is_shown_wherever_the_model_puts_it(kernel: Path, grader: Grader) -> None:
    shown = grader("tune", "09/tune_tiles", "--top", "1", "--jobs", "1").out
    assert "* The values in the file." in shown
    assert "4 more are left: --top 6 shows all." in shown
    kernel.write_text(KERNEL.replace("define MODE 0", "define MODE 1"), "utf-8")
    shown = grader("tune", "09/tune_tiles", *SMALL, "--set", "MODE=0,1").out
    assert "(BM = 16, TM = 2, MODE = 1) are discarded: the results of the case are wrong" in " ".join(shown.split())
    assert "The values in the file are none of these" in grader("tune", "09/tune_tiles", *SMALL, "--set", "MODE=0").out


def test_where_nothing_is_left_the_status_says_so(kernel: Path, grader: Grader) -> None:
    done = grader("tune", "09/tune_tiles", *SMALL, "--set", "MODE=1,3")
    assert done.status == 1
    assert "wrong results" in done.out and "does not compile" in done.out and "Nothing is left to rank." in done.out


def test_another_file_can_be_tuned(kernel: Path, grader: Grader) -> None:
    Path("other.cu").write_text(KERNEL.replace("define TM 2", "define TM 1"), "utf-8")
    done = grader("tune", "09/tune_tiles", "--file", "other.cu", *SMALL)
    assert done.status == 0 and "other.cu" in done.out and "grader check" not in done.out


def test_parameters_may_be_constants_of_the_text(kernel: Path, grader: Grader) -> None:
    text = KERNEL.replace("#ifndef BM\n#define BM 16\n#endif", "constexpr int BM = 16;")
    kernel.write_text(text, "utf-8")
    document = grader("tune", "09/tune_tiles", *SMALL, "--json", "-").json
    assert [v["shared_bytes"] for v in document["variants"]] == [4 * (bm * 8 + 8 * 16) for bm in (16, 32)]
    assert kernel.read_text("utf-8") == text


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--set", "BN=8"], "there is no parameter BN; there are BM, TM, MODE"),
        (["--set", "BM"], "NAME=value,value"),
        (["--set", "BM=8,-1"], "NAME=value,value"),
        (["--set", "BM=99999999"], "99999999 is too large for --set BM; values are at most 9,999,999"),
        (["--set", "BM=" + "9" * 5000], "is too large for --set BM"),
        (["--set", "=3"], "NAME=value,value"),
        (["--set", " =3"], "NAME=value,value"),
        (["--set", "BM="], "NAME=value,value"),
        (["--set", "BM=8", "--set", "BM=9"], "names BM twice"),
        (["--set", "BM=17", "--set", "TM=2"], "no combination of these values meets the rules"),
        (["--set", "TM=0"], "with BM = 16, TM = 0, MODE = 0 a rule or the launch of the exercise has no value: it div"),
        (["--set", "BM=0", "--set", "TM=1"], "has no value: 0 where a whole number of at least 1 is wanted"),
        (["--set", f"BM={','.join(map(str, range(1, 1500)))}"], "these values make 5,996 combinations"),
        (["--file", "missing.cu"], "there is no file missing.cu"),
        (["--file", "bare.cu"], "bare.cu does not set BM, MODE"),
        (["--file", "twice.cu"], "twice.cu sets BM more than once, in lines 2, 6;"),
        (["--file", "empty.cu"], "empty"),
        (["--solution"], "solution"),
        (["--file", "bare.cu", "--solution"], "--solution"),
        (["--backend", "cuda"], "there is no NVIDIA driver here"),
        (["--jobs", "0"], "--jobs"),
        (["--top", "0"], "--top"),
    ],
)
def test_what_cannot_be_done_is_one_sentence(kernel: Path, grader: Grader, arguments: list[str], words: str) -> None:
    Path("bare.cu").write_text("#define TM 2\n", "utf-8")
    Path("empty.cu").write_text("", "utf-8")
    Path("twice.cu").write_text(KERNEL.replace("#ifndef BM", "#define BM 8\n\n\n#ifndef BM"), "utf-8")
    done = grader("tune", "09/tune_tiles", *arguments, "--json", "-")
    assert done.status == 2
    assert words in done.json["error"]["message"]
    assert "Traceback" not in done.err


def test_an_exercise_with_nothing_to_tune_names_those_that_have(course: Path, grader: Grader) -> None:
    done = grader("tune", "06/sgemm_tiled")
    assert done.status == 2 and "no other exercise of this course has" in done.err


def test_an_exercise_with_something_to_tune_is_named(kernel: Path, grader: Grader) -> None:
    listed = kernel.with_name("other.yaml")
    listed.write_text(kernel.with_suffix(".yaml").read_text("utf-8").partition("tune:")[0], "utf-8")
    assert "Exercises with parameters: 09/tune_tiles" in grader("tune", "09/other").err


@pytest.mark.parametrize("lang", ["en", "ko"])
def test_a_plot_has_a_mark_for_each_variant(kernel: Path, grader: Grader, lang: str) -> None:
    pytest.importorskip("matplotlib")
    done = grader("tune", "09/tune_tiles", "--jobs", "1", "--plot", "a/plot.svg", "--lang", lang)
    assert done.status == 0 and "a/plot.svg" in done.out
    root = ElementTree.fromstring(Path("a/plot.svg").read_text("utf-8"))
    assert root.get("lang") == lang
    shown = "".join(root.itertext())
    words = {"en": ("registers a thread", "shared wavefronts an FFMA"), "ko": ("스레드당 레지스터", "FFMA당")}
    assert all(word in shown for word in (*words[lang], "sgemm_tuned"))


def test_where_nothing_is_left_there_is_nothing_to_draw(kernel: Path, grader: Grader) -> None:
    pytest.importorskip("matplotlib")
    done = grader("tune", "09/tune_tiles", *SMALL, "--set", "MODE=1", "--plot", "plot.svg")
    assert done.status == 1 and "there is nothing to plot" in done.err and "wrong results" in done.out
    assert not Path("plot.svg").exists()


def test_macros_of_the_exercise_are_the_values_of_the_file(kernel: Path, grader: Grader) -> None:
    spec = kernel.with_suffix(".yaml")
    spec.write_text(spec.read_text("utf-8") + "compile: {defines: {BM: 32, OTHER: 1}}\n", "utf-8")
    document = grader("tune", "09/tune_tiles", *SMALL, "--json", "-").json
    assert [v["own"] for v in document["variants"]] == [False, True]


def test_without_matplotlib_that_is_said_before_the_search(
    kernel: Path, grader: Grader, monkeypatch: pytest.MonkeyPatch
) -> None:
    def missing() -> None:
        raise ImportError

    monkeypatch.setattr("grader.report.plots.load", missing)
    done = grader("tune", "09/tune_tiles", "--plot", "plot.svg")
    assert done.status == 2 and "make gpu" in done.err
    assert not Path(".warplings/tuned").exists()


@pytest.mark.parametrize("lang", ["en", "ko"])
@pytest.mark.parametrize("columns", [60, 80])
def test_a_narrow_terminal_is_filled_and_not_exceeded(kernel: Path, grader: Grader, columns: int, lang: str) -> None:
    """As a terminal: rich takes FORCE_COLOR for one."""
    done = grader("tune", "09/tune_tiles", "--jobs", "1", "--lang", lang,
                  env={"FORCE_COLOR": "1", "NO_COLOR": "1", "COLUMNS": str(columns)})  # fmt: skip
    lines = [cell_len(line) for line in re.sub(r"\x1b\[[0-9;]*m", "", done.out).splitlines()]
    assert done.status == 0 and columns - 20 < max(lines) <= columns
    assert max(cell_len(line) for line in grader("tune", "09/tune_tiles", *SMALL).out.splitlines()) > 100


def test_nothing_but_complaints_is_written_to_a_stderr_that_is_no_terminal(kernel: Path, grader: Grader) -> None:
    assert grader("tune", "09/tune_tiles", *SMALL).err == ""


def test_korean_is_spoken(kernel: Path, grader: Grader) -> None:
    shown = grader("tune", "09/tune_tiles", "--jobs", "1", "--lang", "ko").out
    assert "매개변수 3개의 조합 12가지 중 7가지가 조건을 만족합니다." in shown
    assert "블록당 스레드가 너무 많음" in shown and "모델:" in shown


# With a GPU


@pytest.fixture
def timed(kernel: Path, grader: Grader, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Run]:
    """Tunes on a machine with a GPU that is made up."""

    class Gpu(FakeGpu):
        def compile(self, source: str, *, file: str, fmad: bool, defines: Any, program: str = "student") -> Any:
            self.bm = float(defines["BM"])
            return super().compile(source, file=file, fmad=fmad, defines=defines, program=program)

    def run(*arguments: str, stops: dict[str, Exception] | None = None) -> Run:
        gpu = Gpu(stops=stops or {})
        gpu.times = lambda name, *_: gpu.bm if name == "student" else 8.0
        for module in ("running", "command"):
            monkeypatch.setattr(f"grader.cli.tune.{module}.has_driver", lambda: True)
        monkeypatch.setattr("grader.cli.tune.running.GpuSession", lambda **_: gpu)
        return grader("tune", "09/tune_tiles", *SMALL, *arguments)

    return run


def test_the_fastest_comes_first(timed: Callable[..., Run]) -> None:
    done = timed("--json", "o.json")
    assert done.status == 0
    assert "2 of 2 that are left, timed on NVIDIA H200 at M=64, N=64, K=32" in done.out
    assert done.out.index("50.0 %") < done.out.index("25.0 %")
    document = json.loads(Path("o.json").read_text("utf-8"))
    assert [v["timed"]["ratio"] for v in document["variants"]] == [0.5, 0.25]
    assert (document["timed_on"], document["library"]) == ("NVIDIA H200", "cublas_sgemm")


def test_a_plot_shows_what_was_timed(timed: Callable[..., Run]) -> None:
    pytest.importorskip("matplotlib")
    assert timed("--plot", "plot.svg").status == 0
    assert "in % of cuBLAS" in Path("plot.svg").read_text("utf-8")


def test_nobody_asks_the_gpu_where_only_the_emulator_is_wanted(timed: Callable[..., Run]) -> None:
    assert "--backend emulated" in timed("--backend", "emulated", stops={"open": ZeroDivisionError()}).out


def test_a_gpu_that_cannot_be_used_leaves_the_short_list(timed: Callable[..., Run]) -> None:
    refusal = {"facts": Unavailable("old_gpu", "a Tesla K80")}
    done = timed(stops=refusal)
    assert done.status == 0 and "Tesla K80" in done.out and "in the order of the model" in done.out
    done = timed("--backend", "cuda", stops=refusal)
    assert done.status == 2 and "Tesla K80" in done.err


@pytest.mark.parametrize("broken", [ToolchainError("the vendor's routine fails"), Crashed("SIGSEGV")])
def test_a_gpu_that_breaks_leaves_the_short_list(timed: Callable[..., Run], broken: Exception) -> None:
    stops: dict[str, Exception] = {"facts": broken}
    done = timed(stops=stops)
    assert done.status == 0 and str(broken) in done.out and "in the order of the model" in done.out
    assert timed("--backend", "cuda", stops=stops).status == 2


# As people run it


@pytest.mark.slow
def test_children_do_the_work_and_a_search_that_is_interrupted_goes_on(kernel: Path, process: Grader) -> None:
    arguments = ["tune", "09/tune_tiles", "--set", "BM=16,32,48,64,80,96,112,128", "--set", "TM=4,8"]
    spec = kernel.with_suffix(".yaml")
    spec.write_text(spec.read_text("utf-8").replace('"BM <= 32 or TM == 1"', '"BM <= 128"')
                    .replace("[16, 32, 4096]", "[16, 32]"), "utf-8")  # fmt: skip
    environment = {**os.environ, "PYTHONPATH": str(REPOSITORY)}
    running = subprocess.Popen([sys.executable, "-m", "grader", *arguments], env=environment, stderr=subprocess.PIPE,
                               stdout=subprocess.PIPE, text=True)  # fmt: skip
    until = time.monotonic() + 60
    while not list(Path(".warplings").glob("tuned/*/*/*.json")) and time.monotonic() < until:
        time.sleep(0.05)
    running.send_signal(signal.SIGINT)
    _, told = running.communicate(timeout=30)
    assert running.returncode == 130
    assert "of 16 variants are done and kept. The same command does the rest." in told
    done = process(*arguments)
    assert done.status in (0, 1) and "results are from an earlier search" in done.out
