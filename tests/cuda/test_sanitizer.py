"""compute-sanitizer's reports become hazards and faults, and a silence that nothing proves is never a clean bill."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import pytest

from grader.cuda import sanitizer, tools
from grader.cuda.sanitizer import TOOLS, Finding, NotChecked, check, faults, hazards, read_records
from grader.launch import Fault, Hazard
from grader.sandbox import gpu_worker
from grader.toolchain import compile_source

MARK = "0a1b2c"

HEAD = '<?xml version="1.0" encoding="utf-8"?>\n<ComputeSanitizerOutput>\n'
TAIL = "</ComputeSanitizerOutput>\n"
IN, OUT = 0x7F6B_8EC0_0000, 0x7F6B_8EE0_0000
BUFFERS = [("in", IN, 1024), ("out", OUT, 1024)]


def where(function: str, line: int, path: str = "/dev/null/k.cu") -> str:
    return f"""<where>
          <func>{function}</func>
          <path>{path}</path>
          <line>{line}</line>
          <pc>0xe0</pc>
        </where>"""


def race(
    function: str = "race", lines: tuple[int, int] = (3, 4), directions: tuple[str, str] = ("Write", "Read"),
    level: str = "Error", path: str = "/dev/null/k.cu", count: int = 1024,
) -> str:  # fmt: skip
    """A record of racecheck."""
    return f"""  <record>
    <kind>Analysis</kind>
    <level>{level}</level>
    <what>
      <text>Race condition</text>
      <source>
        <direction>{directions[0]}</direction>
        {where(function, lines[0], path)}
      </source>
      <destination>
        <direction>{directions[1]}</direction>
        {where(function, lines[1], path)}
        <count>{count}</count>
      </destination>
    </what>
  </record>
"""


def access(
    text: str = "Invalid __global__ read of size 4 bytes is out of bounds", function: str = "oob", line: int = 2,
    thread: int = 256, block: int = 0, path: str = "/dev/null/k.cu", what: str = "",
) -> str:  # fmt: skip
    """A record of one thread, as memcheck, synccheck and initcheck write it; what: how the access is described."""
    return f"""  <record>
    <kind>Precise</kind>
    <level>Error</level>
    <who>
      <threadIdx>
        <x>{thread}</x>
        <y>0</y>
        <z>0</z>
      </threadIdx>
      <blockIdx>
        <x>{block}</x>
        <y>0</y>
        <z>0</z>
      </blockIdx>
    </who>
    <what>
      <text>{text}</text>
      {what}
    </what>
    {where(function, line, path)}
    <hostStack>
      <saveLocation>kernel launch time</saveLocation>
      <frame>
        <func>__pyx_f_13cupy_backends_4cuda_3api_6driver_launchKernel</func>
        <path>cupy_backends/cuda/api/driver.cpp</path>
        <line>8369</line>
        <pc>0xda7f</pc>
      </frame>
      <frame>
        <func>&lt;module&gt;</func>
        <path>/work/k.cu</path>
        <line>13</line>
      </frame>
    </hostStack>
  </record>
"""


def described(
    address: int, direction: str = "read", size: int = 4, space: str = "__global__", error: str = "out of bounds"
) -> str:
    return (
        f"<space>{space}</space><size>{size}</size><direction>{direction}</direction>"
        f"<error>{error}</error><address>{address:#x}</address>"
    )


def planted(tool: str) -> str:
    """The record of a sentinel."""
    name, path = sanitizer.sentinel(tool, MARK), "/usr/lib/grader/cuda/sentinels.cu"
    return race(name, path=path) if tool == "racecheck" else access(function=name, path=path)


def report(*records: str) -> str:
    return HEAD + "".join(records) + TAIL


def findings(*records: str, file: str = "k.cu") -> tuple[Finding, ...]:
    return tuple(read_records(report(*records), file))


def test_a_race_is_read_with_both_places() -> None:
    (found,) = findings(race())
    assert found == Finding(
        text="Race condition",
        level="Error",
        function="race",
        line=3,
        line_b=4,
        directions=("Write", "Read"),
        count=1024,
    )


def test_an_access_is_read_with_its_thread_block_and_address() -> None:
    (found,) = findings(access(what=described(IN + 0x400), block=7))
    assert found == Finding(
        text="Invalid __global__ read of size 4 bytes is out of bounds", level="Error", function="oob", line=2,
        line_b=2, directions=("read",), block=(7, 0, 0), thread=(256, 0, 0), space="__global__", error="out of bounds",
        size=4, address=IN + 1024,
    )  # fmt: skip


def test_lines_of_other_files_are_not_the_students() -> None:
    (found,) = findings(access(path="/usr/include/cuda_fp16.hpp"), file="k.cu")
    assert (found.line, found.line_b, found.function) == (None, None, "oob")
    (found,) = findings(access(path="k.cu"), file="k.cu")
    assert found.line == 2
    (found,) = findings(access(path="/a/k.cu"), file="mine.cu")
    assert found.line is None


def test_a_record_of_the_interface_has_no_place() -> None:
    record = """  <record>
    <kind>Api</kind>
    <what>
      <text>Program hit cudaErrorLaunchFailure (error 719) due to &quot;unspecified launch failure&quot;.</text>
      <api>cudaDeviceSynchronize</api>
      <error>cudaErrorLaunchFailure</error>
    </what>
    <hostStack>
      <saveLocation>error</saveLocation>
    </hostStack>
  </record>
"""
    (found,) = findings(record)
    assert (found.function, found.line, found.block, found.address) == ("", None, None, None)
    assert found.text.endswith('"unspecified launch failure".')


@pytest.mark.parametrize("left", [2, 30, 300, 500])
def test_of_a_report_that_was_cut_off_the_records_before_the_cut_are_read(left: int) -> None:
    whole = HEAD + race(lines=(3, 4)) + race(lines=(7, 9))
    assert [f.line_b for f in read_records(whole, "k.cu")] == [4, 9]
    assert [f.line_b for f in read_records(whole[:-left], "k.cu")] == [4]
    assert list(read_records(HEAD, "k.cu")) == [] == list(read_records("", "k.cu"))


@pytest.mark.parametrize(
    ("directions", "kind"), [(("Write", "Read"), "RAW"), (("Read", "Write"), "WAR"), (("Write", "Write"), "WAW")]
)
def test_races_are_named_by_their_directions(directions: tuple[str, str], kind: str) -> None:
    (hazard,) = hazards("racecheck", findings(race(directions=directions)))
    assert hazard == Hazard(kind, "error", 3, 4, 1024, {"tool": "racecheck"}, "Race condition")


@pytest.mark.parametrize(("level", "severity"), [("Error", "error"), ("Warning", "warning"), ("Info", "note")])
def test_a_race_is_as_severe_as_the_tool_says(level: str, severity: str) -> None:
    (hazard,) = hazards("racecheck", findings(race(level=level)))
    assert hazard.severity == severity


def test_every_pair_of_lines_is_a_hazard_of_its_own() -> None:
    found = hazards("racecheck", findings(race(lines=(3, 4)), race(lines=(3, 8)), race(lines=(5, 5))))
    assert [(h.line_a, h.line_b) for h in found] == [(3, 4), (3, 8), (5, 5)]


@pytest.mark.parametrize(("tool", "kind"), [("synccheck", "barrier_divergence"), ("initcheck", "uninitialised_read")])
def test_threads_of_one_line_are_one_hazard(tool: str, kind: str) -> None:
    text = "Barrier error detected. Divergent thread(s) in warp."
    records = [access(text, line=5, thread=t) for t in (34, 35, 36)] + [access(text, line=9, thread=1, block=2)]
    first, second = hazards(tool, findings(*records))
    assert (first.kind, first.severity, first.line_a, first.line_b, first.count) == (kind, "error", 5, 5, 3)
    assert first.example == {"tool": tool, "block": (0, 0, 0), "thread_a": (34, 0, 0)}
    assert (second.line_a, second.count, second.example["block"]) == (9, 1, (2, 0, 0))
    assert first.message == text


@pytest.mark.parametrize("tool", TOOLS[1:])
def test_nothing_found_is_no_hazard(tool: str) -> None:
    assert list(hazards(tool, ())) == []


def test_an_access_behind_a_buffer_names_it_with_the_offset() -> None:
    (fault,) = faults(findings(access(what=described(IN + 1024))), BUFFERS)
    details = {"space": "global", "operation": "load", "width": 4, "buffer": "in", "offset": 1024, "size": 1024}
    text = "Invalid __global__ read of size 4 bytes is out of bounds"
    assert fault == Fault("out_of_bounds", 2, (0, 0, 0), (256, 0, 0), text, {"threads": 1} | details)


@pytest.mark.parametrize(
    ("address", "buffer", "offset"),
    [(OUT - 4, "out", -4), (OUT + 1024, "out", 1024), (IN - 64, "in", -64), (OUT + (1 << 44), "out", 1 << 44)],
)
def test_the_nearest_buffer_is_named(address: int, buffer: str, offset: int) -> None:
    for given in (BUFFERS, BUFFERS[::-1]):
        (fault,) = faults(findings(access(what=described(address))), given)
        assert (fault.details["buffer"], fault.details["offset"]) == (buffer, offset)


def test_an_address_where_no_buffers_are_known_has_no_name() -> None:
    (fault,) = faults(findings(access(what=described(IN))), [])
    assert fault.kind == "out_of_bounds" and "buffer" not in fault.details


@pytest.mark.parametrize(("direction", "operation"), [("read", "load"), ("write", "store"), ("atomic", "atomic")])
def test_what_the_access_did_is_told(direction: str, operation: str) -> None:
    (fault,) = faults(findings(access(what=described(IN + 1024, direction, 16))), BUFFERS)
    assert (fault.details["operation"], fault.details["width"]) == (operation, 16)


def test_memory_that_is_no_buffer_is_told_by_its_space() -> None:
    text = "Invalid __shared__ write of size 4 bytes is out of bounds"
    (fault,) = faults(findings(access(text, what=described(0x100, "write", space="__shared__"))), BUFFERS)
    assert (fault.kind, fault.details) == (
        "out_of_bounds", {"threads": 1, "space": "shared", "operation": "store", "width": 4},
    )  # fmt: skip


@pytest.mark.parametrize(
    ("record", "kind"),
    [
        (access("Invalid __global__ write of size 16 bytes is misaligned",
                what=described(OUT + 4, "write", 16, error="misaligned")), "misaligned"),
        (access("Invalid __global__ read of size 4 bytes is out of bounds", what=described(0x10)), "null_pointer"),
        (access("Invalid __global__ read of size 4 bytes is out of bounds", what=described(0x2000)), "out_of_bounds"),
        (access("Trap instruction executed"), "trap"),
    ],
)  # fmt: skip
def test_other_faults_have_their_kind_and_no_buffer_unless_it_is_meant(record: str, kind: str) -> None:
    (fault,) = faults(findings(record), BUFFERS)
    assert (fault.kind, fault.line, fault.thread) == (kind, 2, (256, 0, 0))
    assert ("buffer" in fault.details) == (kind == "out_of_bounds")


def test_a_fault_tells_how_many_threads_had_it() -> None:
    found = list(faults(findings(*(access(thread=t, what=described(IN + 1024)) for t in range(5))), BUFFERS))
    assert [f.details["threads"] for f in found] == [5] * 5
    assert found[0].thread == (0, 0, 0)


@dataclass
class Tool:
    """A compute-sanitizer that writes what a test wants, in a folder of its own."""

    folder: Path

    def writes(self, xml: str | None, log: str | None, then: str = "") -> Tool:
        """xml, log: the files that it leaves, None: it leaves none. then: lines of shell that follow."""
        for name, text in (("given.xml", xml), ("given.log", log)):
            if text is not None:
                (self.folder / name).write_text(text, "utf-8")
        script = self.folder / "bin" / "compute-sanitizer"
        script.parent.mkdir(exist_ok=True)
        script.write_text(
            f"""#!/bin/sh
echo "$@" > {self.folder}/command
while [ $# -gt 0 ]; do
    case "$1" in --save) save=$2 ;; --log-file) log=$2 ;; esac
    shift
done
test ! -f {self.folder}/given.xml || cp {self.folder}/given.xml "$save"
test ! -f {self.folder}/given.log || cp {self.folder}/given.log "$log"
{then}
""",
            "utf-8",
        )
        script.chmod(0o755)
        return self

    def checks(self, tool: str = "racecheck", seconds: float = 20.0) -> tuple[Finding, ...]:
        folder = self.folder / "work"
        folder.mkdir()
        return check(tool, ["target", "of", "it"], "k.cu", sanitizer.sentinel(tool, MARK), folder, seconds)

    def refusal(self, tool: str = "racecheck", seconds: float = 20.0) -> tuple[str, str]:
        with pytest.raises(NotChecked) as refused:
            self.checks(tool, seconds)
        return refused.value.key, refused.value.detail

    def command(self) -> Sequence[str]:
        return (self.folder / "command").read_text("utf-8").split()


LOG = "========= COMPUTE-SANITIZER\n========= {} SUMMARY: 1 hazard displayed (1 error, 0 warnings)\n"
SUMMARY = {tool: LOG.format("RACECHECK" if tool == "racecheck" else "ERROR") for tool in TOOLS}


@pytest.fixture
def tool(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Tool:
    monkeypatch.setenv("PATH", str(tmp_path / "bin"), prepend=":")
    return Tool(tmp_path)


@pytest.mark.parametrize("name", TOOLS)
def test_the_planted_error_alone_is_a_clean_bill(tool: Tool, name: str) -> None:
    assert tool.writes(report(planted(name)), SUMMARY[name]).checks(name) == ()
    command = tool.command()
    assert command[:3] == ["--tool", name, "--xml"]
    assert command[-3:] == ["target", "of", "it"]
    assert ("--padding" in command) == (name == "memcheck")


@pytest.mark.parametrize("name", TOOLS)
def test_silence_without_the_planted_error_proves_nothing(tool: Tool, name: str) -> None:
    assert tool.writes(report(), SUMMARY[name]).refusal(name)[0] == "no_proof"


def test_the_planted_error_without_a_summary_proves_nothing(tool: Tool) -> None:
    key, detail = tool.writes(report(planted("racecheck")), "========= COMPUTE-SANITIZER\n").refusal()
    assert (key, detail) == ("no_proof", "========= COMPUTE-SANITIZER")


def test_a_summary_that_a_kernel_prints_proves_nothing(tool: Tool) -> None:
    said = "lane 3: ========= RACECHECK SUMMARY: 0 hazards displayed\n"
    assert tool.writes(report(planted("racecheck")), said).refusal()[0] == "no_proof"


@pytest.mark.parametrize("log", [None, ""])
def test_a_tool_that_leaves_nothing_proves_nothing(tool: Tool, log: str | None) -> None:
    assert tool.writes(None, log, then="exit 3").refusal()[0] == "no_proof"


def test_what_a_tool_says_without_a_log_is_its_detail(tool: Tool) -> None:
    key, detail = tool.writes(None, None, then="echo no device here").refusal()
    assert (key, detail) == ("no_proof", "no device here")


@pytest.mark.parametrize("log", [SUMMARY["racecheck"], "", "========= Internal Sanitizer Error: it broke\n"])
def test_what_was_found_in_the_students_code_needs_no_proof(tool: Tool, log: str) -> None:
    (found,) = tool.writes(report(race(lines=(12, 15))), log).checks()
    assert (found.line, found.line_b) == (12, 15)


def test_the_planted_error_is_not_told_beside_the_students(tool: Tool) -> None:
    records = (race("mine"), planted("racecheck"), race("mine", (7, 8)))
    assert {f.function for f in tool.writes(report(*records), SUMMARY["racecheck"]).checks()} == {"mine"}


def test_what_was_found_before_the_tool_broke_off_counts(tool: Tool) -> None:
    cut = report(race(lines=(3, 4)), race(lines=(7, 9)))[:-200]
    (found,) = tool.writes(cut, "", then="kill -SEGV $$").checks()
    assert found.line_b == 4


@pytest.mark.parametrize(
    "line",
    [
        "========= Internal Sanitizer Error: The Sanitizer encountered an error",
        "========= Error: No attachable process found. compute-sanitizer timed-out.",
        "========= Target application terminated before first instrumented API call",
    ],
)
def test_a_tool_that_broke_down_says_so(tool: Tool, line: str) -> None:
    key, detail = tool.writes(report(), f"========= COMPUTE-SANITIZER\n{line}\n").refusal()
    assert key == "broken"
    assert detail in line and len(detail) > 20


def test_an_internal_error_makes_the_planted_error_no_proof(tool: Tool) -> None:
    log = f"========= Internal Sanitizer Error: gone\n{SUMMARY['racecheck']}"
    assert tool.writes(report(planted("racecheck")), log).refusal()[0] == "broken"


def test_a_tool_that_does_not_come_to_an_end_is_late(tool: Tool) -> None:
    both = report(planted("racecheck"))
    assert tool.writes(both, SUMMARY["racecheck"], then="exec sleep 20").refusal(seconds=0.5)[0] == "late"


def test_without_compute_sanitizer_nothing_is_checked(tool: Tool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tools, "find_sanitizer", lambda: None)
    assert tool.refusal() == ("no_sanitizer", "")


def test_it_is_found_on_the_path_before_any_wheel(tool: Tool, tmp_path: Path) -> None:
    assert tools.find_sanitizer() != str(tmp_path / "bin" / "compute-sanitizer")
    tool.writes(None, None)
    assert tools.find_sanitizer() == str(tmp_path / "bin" / "compute-sanitizer")


def test_every_tool_has_its_sentinel() -> None:
    source = Path(sanitizer.__file__).with_name("sentinels.cu").read_text("utf-8")
    assert all(f"\nSENTINEL({name})\n" in source for name in TOOLS)
    program = compile_source(source, file="sentinels.cu", defines={"MARK": MARK})
    assert set(program.kernels) == {sanitizer.sentinel(name, MARK) for name in TOOLS}


@pytest.mark.parametrize("also", [(), (planted("racecheck"),)])
def test_a_function_of_the_student_that_is_called_like_a_sentinel_hides_nothing(
    tool: Tool, also: tuple[str, ...]
) -> None:
    (found,) = tool.writes(report(race("sentinel_of_mine"), *also), SUMMARY["racecheck"]).checks()
    assert (found.line, found.line_b) == (3, 4)


Told = Callable[[Sequence[Finding]], list[object]]


@pytest.mark.parametrize(
    ("name", "record", "told"),
    [
        ("racecheck", race(directions=("Atomic", "Read")), lambda found: list(hazards("racecheck", found))),
        ("memcheck", access("Malloc/Free error encountered : Double free"), lambda found: list(faults(found, BUFFERS))),
    ],
)
def test_a_finding_of_a_kind_that_is_not_known_is_no_clean_bill(tool: Tool, name: str, record: str, told: Told) -> None:
    with pytest.raises(NotChecked):
        told(tool.writes(report(record), SUMMARY[name]).checks(name))


def test_nothing_found_by_memcheck_is_no_fault() -> None:
    assert list(faults((), BUFFERS)) == []


@pytest.mark.parametrize("name", TOOLS)
def test_a_clean_bill_reaches_the_grader(tool: Tool, tmp_path: Path, name: str) -> None:
    tool.writes(report(planted(name)), SUMMARY[name])
    (tmp_path / "work").mkdir()
    found = gpu_worker._checked(name, MARK, tmp_path / "work" / "job", "k.cu", 20.0)
    assert [list(part) for part in found] == [[], [], []]


def test_what_a_tool_refuses_reaches_the_grader(tool: Tool, tmp_path: Path) -> None:
    tool.writes(report(), SUMMARY["synccheck"])
    (tmp_path / "work").mkdir()
    hazardous, faulty, (key, _) = gpu_worker._checked("synccheck", MARK, tmp_path / "work" / "job", "k.cu", 20.0)
    assert (hazardous, faulty, key) == ((), (), "no_proof")


def test_a_fault_reaches_the_grader_with_its_launch_and_buffer(tool: Tool, tmp_path: Path) -> None:
    tool.writes(report(access(what=described(IN + 1024))), "")
    (tmp_path / "work").mkdir()
    steps = [{"launch": 0, "buffers": [["other", IN, 4096]]}, {"launch": 0, "fault": None}, {"launch": 1}]
    steps.append({"launch": 1, "buffers": [list(b) for b in BUFFERS]})
    (tmp_path / "work" / "memcheck.steps").write_text("".join(f"{json.dumps(s)}\n" for s in steps), "utf-8")
    _, ((number, fault),), refused = gpu_worker._checked("memcheck", MARK, tmp_path / "work" / "job", "k.cu", 20.0)
    assert (number, fault.details["buffer"], fault.details["offset"], refused) == (1, "in", 1024, [])
