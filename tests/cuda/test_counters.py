"""Nsight Compute's counters become the emulator's rows, and a counter without a number is never a zero."""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from grader.cuda import counters
from grader.cuda.counters import PER_INSTRUCTION, PER_LAUNCH, Code, Counts, NotCounted, access_lines, read_report
from grader.launch import AccessLine, Executed
from grader.toolchain.program import MachineInstruction
from tests.hardware import corpus
from tests.hardware.emulated import emulate

pytestmark = pytest.mark.share(3, guard="hardware")

Key = tuple[int, str, str, int]  # line, space, operation, width
# Every so many launches of some files: unrolled loops, a course's kernels, and mixtures with predicated instructions.
SAMPLED = {"launches_unrolled.yaml": 6, "launches_semester.yaml": 7, "launches_mixed.yaml": 7}


def recorded(truth: dict[str, Any], launch: corpus.Launch) -> dict[int, dict[str, float]]:
    """The metrics that the H200 gave, by address; those that it did not give are missing."""
    rows = (dict(zip(truth["columns"], row, strict=True)) for row in truth["launches"][launch.id]["instructions"])
    return {row["address"]: {m: row[m] for m in PER_INSTRUCTION if row.get(m) is not None} for row in rows}


def by_key(rows: Sequence[AccessLine]) -> dict[Key, AccessLine]:
    found = {(a.line, a.space, a.operation, a.width): a for a in rows if a.cost}
    assert len(found) == sum(bool(a.cost) for a in rows)
    return found


def costs(rows: Mapping[Key, AccessLine]) -> dict[Key, tuple[int, int]]:
    return {key: (row.cost, row.ideal) for key, row in rows.items()}


@pytest.mark.slow
@pytest.mark.parametrize("file", SAMPLED)
def test_the_counters_of_the_h200_give_the_rows_of_the_emulator(file: str) -> None:
    """Where the emulator is sure of every row, and no code is of a header, whose lines are told otherwise."""
    truth = json.loads(corpus.truth_file(file).read_text("utf-8"))
    launches = corpus.load(file)[:: SAMPLED[file]]
    compared, fewer = 0, 0
    for launch in launches:
        compiled, result = emulate(launch)
        code = compiled.machine_code[launch.kernel]
        if not all(a.exact for a in result.accesses) or any(i.file not in (launch.file, None) for i in code):
            continue
        ours = by_key(result.accesses)
        theirs = by_key(list(access_lines(recorded(truth, launch), code, launch.file)))
        assert costs(theirs) == costs(ours), launch.id
        assert all(theirs[key].requests >= ours[key].requests for key in ours), launch.id
        compared += 1
        fewer += any(theirs[key].requests > ours[key].requests for key in ours)
    assert compared >= 0.7 * len(launches)
    assert fewer < compared  # where a predicate kept whole warps from an access


SHARED, SHARED_IDEAL = "memory_l1_wavefronts_shared", "memory_l1_wavefronts_shared_ideal"
GLOBAL, GLOBAL_IDEAL = "memory_l2_theoretical_sectors_global", "memory_l2_theoretical_sectors_global_ideal"


def shared(executed: float, cost: float, ideal: float) -> dict[str, float]:
    return {"inst_executed": executed, SHARED: cost, SHARED_IDEAL: ideal}


def sectors(executed: float, cost: float, ideal: float) -> dict[str, float]:
    return {"inst_executed": executed, GLOBAL: cost, GLOBAL_IDEAL: ideal}


def instruction(address: int, opcode: str, line: int | None, width: int | None = 4, file: str = "k.cu") -> Any:
    return MachineInstruction(address, opcode, width, file=file, line=line)


def rows(values: Mapping[int, Mapping[str, float]], *code: MachineInstruction) -> list[AccessLine]:
    return list(access_lines(values, code, "k.cu"))


def test_instructions_of_one_line_space_operation_and_width_are_one_row() -> None:
    values = {0: shared(8, 16, 8), 16: shared(4, 4, 4), 32: shared(2, 8, 8), 48: sectors(8, 32, 32)}
    code = (
        instruction(0, "LDS", 7), instruction(16, "LDS", 7), instruction(32, "LDS.128", 7, 16),
        instruction(48, "STG", 7),
    )  # fmt: skip
    assert rows(values, *code) == [
        AccessLine(7, "global", "store", 4, 8, 32, 32, exact=True),
        AccessLine(7, "shared", "load", 4, 12, 20, 12, exact=True),
        AccessLine(7, "shared", "load", 16, 2, 8, 8, exact=True),
    ]


@pytest.mark.parametrize(
    ("opcode", "operation"),
    [("LDS", "load"), ("STS", "store"), ("ATOMS", "atomic"), ("LDSM", "load"), ("LDGSTS", "async_copy")],
)
def test_the_opcode_says_what_is_done(opcode: str, operation: str) -> None:
    assert [row.operation for row in rows({0: shared(1, 1, 1)}, instruction(0, opcode, 3))] == [operation]


def test_a_copy_from_global_to_shared_memory_counts_in_both() -> None:
    found = rows({0: shared(4, 8, 4) | sectors(4, 16, 16)}, instruction(0, "LDGSTS", 3, 16))
    assert [(row.space, row.cost) for row in found] == [("global", 16), ("shared", 8)]


def test_lines_of_headers_are_line_0() -> None:
    code = (instruction(0, "LDS", 120, file="cuda_fp16.hpp"), instruction(16, "LDS", None))
    (row,) = rows({0: shared(1, 2, 1), 16: shared(1, 3, 1)}, *code)
    assert (row.line, row.cost) == (0, 5)


def test_other_instructions_and_those_that_moved_nothing_are_no_rows() -> None:
    values = {0: shared(8, 0, 0), 16: shared(8, 0, 0), 32: {"inst_executed": 8.0}}
    code = (instruction(0, "FFMA", 3), instruction(16, "LDS", 3), instruction(32, "LDG", 3), instruction(48, "LDS", 3))
    assert rows(values, *code) == []


@pytest.mark.parametrize(
    ("opcode", "values"),
    [
        ("UBLKCP", {"inst_executed": 1.0}),
        ("UTMALDG.2D", {"inst_executed": 1.0}),
        ("TEX.LL", {"inst_executed": 8.0}),
        ("TLD4", {"inst_executed": 8.0}),
        ("SULD.D.BA.2D", {"inst_executed": 8.0}),
        ("SUST.D", {"inst_executed": 8.0}),
        ("NEWLOAD", shared(8, 16, 8)),
    ],
)
def test_what_reaches_memory_by_a_way_that_is_not_counted_is_refused_and_not_left_out(
    opcode: str, values: dict[str, float]
) -> None:
    with pytest.raises(NotCounted) as refused:
        rows({0: values}, instruction(0, opcode, 3))
    assert (refused.value.key, refused.value.detail) == ("uncounted", opcode)


def test_a_bulk_copy_that_no_warp_executed_is_no_reason_to_refuse() -> None:
    assert rows({0: {"inst_executed": 0.0}}, instruction(0, "UBLKCP", 3)) == []


@pytest.mark.parametrize("metric", ["inst_executed", SHARED, SHARED_IDEAL])
@pytest.mark.parametrize("value", [math.nan, math.inf])
def test_a_counter_that_is_no_number_is_no_count(metric: str, value: float) -> None:
    with pytest.raises(NotCounted) as refused:
        rows({0: shared(8, 8, 8) | {metric: value}}, instruction(0, "LDS", 3))
    assert refused.value.key == "not_a_number"


class Numbers:
    """A metric of a report: one number, or one for each instruction."""

    def __init__(self, *values: float | None, addresses: Sequence[int] | None = None) -> None:
        self._values, self._addresses = values, addresses

    def has_value(self) -> bool:
        return self._values[0] is not None

    def has_correlation_ids(self) -> bool:
        return self._addresses is not None

    def correlation_ids(self) -> Numbers:
        return Numbers(*(self._addresses or ()))

    def num_instances(self) -> int:
        return len(self._values) if self._addresses is not None else 0

    def as_double(self, instance: int = 0) -> float:
        value = self._values[instance]
        assert value is not None
        return float(value)

    def as_uint64(self, instance: int) -> int:
        return int(self._values[instance] or 0)


@dataclass
class Report:
    """Launches by range, each with its metrics by name; stands in for a report, a range and an action of ncu."""

    ranges: list[list[dict[str, Numbers]]] = field(default_factory=list)

    def num_ranges(self) -> int:
        return len(self.ranges)

    def range_by_idx(self, index: int) -> Actions:
        return Actions(self.ranges[index])


@dataclass
class Actions:
    actions: list[dict[str, Numbers]]

    def num_actions(self) -> int:
        return len(self.actions)

    def action_by_idx(self, index: int) -> Action:
        return Action(self.actions[index])


@dataclass
class Action:
    metrics: dict[str, Numbers]

    def metric_by_name(self, name: str) -> Numbers | None:
        return self.metrics.get(name)

    def sass_by_pc(self, address: int) -> str:
        return TEXTS[address - START]


START = 0x7F00_0000_1200
TEXTS = {0: "      S2R R0, SR_TID.X ", 16: "@P0   LDS R4, [R2]", 32: "BAR.SYNC.DEFER_BLOCKING 0x0"}
CODE = Code("k", (instruction(0, "S2R", 2), instruction(16, "LDS", 3), instruction(32, "BAR", 4)), "k.cu")


def action(**changes: Numbers | None) -> dict[str, Numbers]:
    """A launch of CODE; changes: metrics by name, None: it has none."""
    at = [START, START + 16, START + 32]
    metrics = {
        "inst_executed": Numbers(8, 8, 8, addresses=at),
        "thread_inst_executed": Numbers(256, 200, 256, addresses=at),
        "thread_inst_executed_true": Numbers(256, 100, 256, addresses=at),
        SHARED: Numbers(64, addresses=at[1:2]),
        SHARED_IDEAL: Numbers(8, addresses=at[1:2]),
        PER_LAUNCH["divergent_branches"]: Numbers(3),
        PER_LAUNCH["occupancy"]: Numbers(61.5),
        PER_LAUNCH["registers"]: Numbers(38),
        PER_LAUNCH["dram_bytes"]: Numbers(1 << 20),
    }
    return {name: metric for name, metric in (metrics | changes).items() if metric is not None}


ROW = AccessLine(3, "shared", "load", 4, 8, 64, 8, exact=True)
EXECUTED = (
    Executed(0, 2, "S2R R0, SR_TID.X", 8, 256, 256, pipe="lsu"),
    Executed(16, 3, "@P0 LDS R4, [R2]", 8, 200, 100, 64, 8, pipe="lsu"),
    Executed(32, 4, "BAR.SYNC.DEFER_BLOCKING 0x0", 8, 256, 256, pipe="other"),
)


def test_a_report_is_read_by_address_from_the_start_of_the_kernel() -> None:
    assert read_report(Report([[action()]]), [CODE]) == [Counts((ROW,), EXECUTED, 8, 3, 61.5, 38, 1 << 20)]


def test_launches_are_read_in_order_over_all_ranges() -> None:
    other = action(**{SHARED: Numbers(8, addresses=[START + 16])})
    counts = read_report(Report([[action(), other], [action()]]), [CODE] * 3)
    assert [each.accesses[0].cost for each in counts] == [64, 8, 64]


@pytest.mark.parametrize("report", [Report(), Report([[]]), Report([[action(), action()]])])
def test_a_report_of_another_number_of_launches_is_refused(report: Report) -> None:
    with pytest.raises(NotCounted) as refused:
        read_report(report, [CODE])
    assert refused.value.key == "no_kernel"


@pytest.mark.parametrize("name", PER_LAUNCH)
@pytest.mark.parametrize("metric", [None, Numbers(None), Numbers(math.nan)])
def test_a_number_of_the_launch_that_is_missing_is_none_and_no_zero(name: str, metric: Numbers | None) -> None:
    (counts,) = read_report(Report([[action(**{PER_LAUNCH[name]: metric})]]), [CODE])
    assert getattr(counts, name) is None
    assert counts.accesses == (ROW,)


@pytest.mark.parametrize("metric", [None, Numbers(64)])
def test_a_report_without_metrics_of_single_instructions_is_no_count(metric: Numbers | None) -> None:
    bare = action(**dict.fromkeys(PER_INSTRUCTION, metric))
    with pytest.raises(NotCounted) as refused:
        read_report(Report([[bare]]), [CODE])
    assert refused.value.key == "not_a_number"


def test_a_metric_that_the_report_does_not_have_is_no_zero() -> None:
    with pytest.raises(NotCounted):
        read_report(Report([[action(**{SHARED: None, SHARED_IDEAL: None})]]), [CODE])


def test_a_barrier_whose_counter_is_no_number_is_no_count() -> None:
    at = [START, START + 16, START + 32]
    with pytest.raises(NotCounted):
        read_report(Report([[action(inst_executed=Numbers(8, 8, math.nan, addresses=at))]]), [CODE])


Script = Callable[[str], None]


@pytest.fixture
def ncu(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Script:
    """Puts an `ncu` with the given lines of shell on the PATH; `$report` is the file that it is to write."""
    monkeypatch.setattr(counters.tools, "import_ncu_report", lambda _: Reader())

    def put(lines: str) -> None:
        tool = tmp_path / "bin" / "ncu"
        tool.parent.mkdir()
        find = 'while [ "$1" != --export ]; do shift; done; report=$2'
        tool.write_text(f'#!/bin/sh\necho "$@" > {tmp_path}/command\n{find}\n{lines}\n', "utf-8")
        tool.chmod(0o755)
        monkeypatch.setenv("PATH", str(tool.parent), prepend=":")

    return put


class Reader:
    """Stands in for `ncu_report`."""

    def load_report(self, path: str) -> Report:
        assert Path(path).read_text("utf-8") == "a report\n"
        return Report([[action()]])


def counted(folder: Path, seconds: float = 20.0) -> list[Counts]:
    return counters.count(["target", "argument"], [CODE], folder, seconds)


def test_the_report_that_ncu_writes_is_read(ncu: Script, tmp_path: Path) -> None:
    ncu('echo "a report" > "$report"')
    (counts,) = counted(tmp_path)
    assert counts.accesses == (ROW,)
    command = (tmp_path / "command").read_text("utf-8")
    assert command.endswith(" target argument\n")
    assert " --kernel-name-base mangled --kernel-name regex:^(k)$ " in command
    assert all(metric in command for metric in (*PER_INSTRUCTION, *PER_LAUNCH.values()))


def test_a_report_that_cannot_be_read_is_no_count(
    ncu: Script, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def unreadable(_: object, path: str) -> Report:
        raise RuntimeError("unsupported report version")

    monkeypatch.setattr(Reader, "load_report", unreadable)
    ncu('echo "a report" > "$report"')
    with pytest.raises(NotCounted) as refused:
        counted(tmp_path)
    assert (refused.value.key, refused.value.detail) == ("failed", "RuntimeError: unsupported report version")


@pytest.mark.parametrize(
    ("lines", "key", "detail"),
    [
        ('echo "==ERROR== ERR_NVGPUCTRPERM - The user does not have permission"; exit 1', "no_permission", ""),
        ('echo "==WARNING== No kernels were profiled."', "no_kernel", "==WARNING== No kernels were profiled."),
        ('echo "==ERROR== The application returned an error code (11)."; exit 1', "failed",
         "The application returned an error code (11)."),
        ("exit 1", "failed", ""),
        ("exec sleep 20", "late", ""),
    ],
)  # fmt: skip
def test_what_ncu_says_instead_is_told(ncu: Script, tmp_path: Path, lines: str, key: str, detail: str) -> None:
    ncu(lines)
    with pytest.raises(NotCounted) as refused:
        counted(tmp_path, seconds=0.5)
    assert (refused.value.key, refused.value.detail) == (key, detail)


def test_an_error_of_the_driver_is_given_a_second_chance(ncu: Script, tmp_path: Path) -> None:
    first = f"{tmp_path}/first"  # another process that faults can spoil one run of ncu, not two
    ncu(f'if [ -e {first} ]; then echo "a report" > "$report"; exit; fi; touch {first}; '
        'echo "==ERROR== An error was reported by the driver"; exit 1')  # fmt: skip
    (counts,) = counted(tmp_path)
    assert counts.accesses == (ROW,)


def test_an_error_of_the_driver_that_stays_is_told(ncu: Script, tmp_path: Path) -> None:
    ncu(f'echo >> {tmp_path}/runs; echo "==ERROR== An error was reported by the driver"; exit 1')
    with pytest.raises(NotCounted) as refused:
        counted(tmp_path)
    assert (refused.value.key, refused.value.detail) == ("failed", "An error was reported by the driver")
    assert len((tmp_path / "runs").read_text("utf-8").splitlines()) == 2


def test_without_ncu_there_are_no_counts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(counters.tools, "find_ncu", lambda: None)
    with pytest.raises(NotCounted) as refused:
        counted(tmp_path)
    assert refused.value.key == "no_ncu"


def test_without_a_reader_of_reports_nothing_is_run(
    ncu: Script, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def missing(_: str) -> object:
        raise ImportError("No module named 'ncu_report'")

    ncu("exit 1")
    monkeypatch.setattr(counters.tools, "import_ncu_report", missing)
    with pytest.raises(NotCounted) as refused:
        counted(tmp_path)
    assert (refused.value.key, refused.value.detail) == ("no_report_reader", "No module named 'ncu_report'")
    assert not (tmp_path / "command").exists()
