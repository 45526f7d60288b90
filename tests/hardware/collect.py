"""Measures the corpus on this machine's GPU, to be read later by `read_reports.py`. No compiler is needed here.

    python -m tests.hardware.collect counts FILE CUBINS OUT [SECONDS]    the launches of FILE under Nsight Compute
    python -m tests.hardware.collect hazards FILE CUBINS OUT [SECONDS]   the kernels of FILE under compute-sanitizer

FILE is one of corpus.LAUNCHES, corpus.MACHINE_CODE or corpus.HAZARDS. `counts` writes OUT/counts_NN.ncu-rep with
launches in corpus order (several, so that each stays small and one failure costs one part), OUT/outputs.json and
OUT/machine.json. `hazards` writes OUT/hazards_raw.json and OUT/machine.json. SECONDS ends the measuring in good time;
parts that were not reached are named on the standard output.
"""

from __future__ import annotations

import concurrent.futures
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

from tests.hardware import corpus

PART = 60
SOURCE_METRICS = (
    "inst_executed",
    "thread_inst_executed",
    "thread_inst_executed_true",
    "memory_l1_tag_requests_global",
    "memory_l1_wavefronts_shared",
    "memory_l1_wavefronts_shared_ideal",
    "memory_l2_theoretical_sectors_global",
    "memory_l2_theoretical_sectors_global_ideal",
    "memory_l2_theoretical_sectors_local",
    "smsp__sass_branch_targets_threads_divergent",
)
TOTAL_METRICS = (
    "smsp__inst_executed.sum",
    "smsp__inst_executed_op_shared_ld.sum",
    "smsp__inst_executed_op_shared_st.sum",
    "smsp__inst_executed_op_shared_atom.sum",
    "smsp__inst_executed_op_ldgsts.sum",
    "smsp__inst_executed_op_ldc.sum",
    "smsp__inst_executed_op_ldc_pred_off_all.sum",
    "idc__requests.sum",
    "idc__requests_lookup_hit.sum",
    "idc__requests_lookup_miss.sum",
    "idc__request_cycles_active.sum",
    "smsp__sass_branch_targets_threads_divergent.sum",
    "smsp__sass_l1tex_data_pipe_lsu_wavefronts_mem_shared.sum",
    "smsp__sass_l1tex_data_pipe_lsu_wavefronts_mem_shared_op_ld.sum",
    "smsp__sass_l1tex_data_pipe_lsu_wavefronts_mem_shared_op_st.sum",
    "smsp__sass_l1tex_data_pipe_lsu_wavefronts_mem_shared_op_atom.sum",
    "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld.sum",
    "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_st.sum",
    "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_atom.sum",
    "l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum",
    "l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum",
    "l1tex__t_requests_pipe_lsu_mem_global_op_atom.sum",
    "l1tex__t_requests_pipe_lsu_mem_global_op_red.sum",
    "l1tex__t_sectors_pipe_lsu_mem_global_op_atom.sum",
    "l1tex__t_sectors_pipe_lsu_mem_global_op_red.sum",
    "lts__t_requests_srcunit_tex_op_atom.sum",
    "lts__t_requests_srcunit_tex_op_red.sum",
    "lts__d_atomic_input_cycles_active.sum",
)
TOOLS = ("none", "memcheck", "racecheck", "synccheck", "initcheck")


def output(*command: str) -> str:
    """What a command prints, or why it printed nothing."""
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=60)
    except (OSError, subprocess.TimeoutExpired) as error:
        return str(error)
    return (done.stdout + done.stderr).strip()


def machine() -> dict[str, str]:
    """Versions of everything that could change a count."""
    query = "--query-gpu=name,driver_version,compute_cap"
    modules = "import cupy,numpy;print(cupy.__version__,cupy.cuda.runtime.runtimeGetVersion(),numpy.__version__)"
    return {
        "gpu": output("nvidia-smi", query, "--format=csv,noheader"),
        "ncu": output("ncu", "--version"),
        "compute-sanitizer": output("compute-sanitizer", "--version"),
        "cupy, CUDA runtime, numpy": output(sys.executable, "-c", modules),
        "nvrtc of this machine": output(sys.executable, "-m", "pip", "show", "nvidia-cuda-nvrtc").split("Summary")[0],
    }


def known_metrics(names: tuple[str, ...], *collection: str) -> list[str]:
    """Those of the names that this Nsight Compute knows for this chip."""
    listing = output("ncu", "--query-metrics", *collection, "--chip", "gh100")
    words = set(re.findall(r"^([\w]+)", listing, re.MULTILINE))
    return [name for name in names if name.split(".")[0] in words]


def profile_part(
    file: str, number: int, ids: list[str], metrics: list[str], cubins: Path, out: Path, limit: float
) -> str:
    """Profile some launches into one report; "" or why there is none."""
    report = out / f"counts_{number:02}"
    tool = ["ncu", "--clock-control", "none", "--cache-control", "none", "-f", "-o", str(report)]
    selection = ["--metrics", ",".join(metrics)] if metrics else ["--section", "SourceCounters"]
    program = [sys.executable, "-m", "tests.hardware.launch", file, str(cubins)]
    command = [*tool, *selection, *program, str(out / f"outputs_{number:02}.json"), *ids]
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=limit)
    except subprocess.TimeoutExpired:
        return "time is up"
    text = done.stdout + done.stderr
    problems = [line for line in text.splitlines() if "ERROR" in line or "Error" in line or "WARNING" in line]
    print("\n".join(problems[:5]), flush=True)
    return "" if report.with_suffix(".ncu-rep").exists() else text[-1500:]


def counts(file: str, cubins: Path, out: Path, seconds: float) -> None:
    """Profile the launches of a file part by part."""
    ends = time.monotonic() + seconds
    out.mkdir(parents=True, exist_ok=True)
    (out / "machine.json").write_text(json.dumps(machine(), indent=1))
    metrics = known_metrics(SOURCE_METRICS, "--query-metrics-collection", "source") + known_metrics(TOTAL_METRICS)
    print(f"{len(metrics)} of {len(SOURCE_METRICS) + len(TOTAL_METRICS)} metrics are known: {metrics}", flush=True)
    ids = [launch.id for launch in corpus.load(file)]
    parts = [ids[i : i + PART] for i in range(0, len(ids), PART)]
    for number, part in enumerate(parts):
        began = time.monotonic()
        if ends - began < 5:
            print(f"not reached: {part[0]} .. {part[-1]}")
            continue
        problem = profile_part(file, number, part, metrics, cubins, out, ends - began)
        print(f"part {number}: {len(part)} launches, {time.monotonic() - began:.1f} s {problem}", flush=True)
    digests: dict[str, dict[str, str]] = {}
    for written in sorted(out.glob("outputs_*.json")):
        digests |= json.loads(written.read_text())
        written.unlink()
    (out / "outputs.json").write_text(json.dumps(digests))


def sanitize(file: str, launch: corpus.Launch, tool: str, cubins: Path, out: Path) -> dict[str, object]:
    """One launch in a process of its own, under one tool or none."""
    program = [sys.executable, "-m", "tests.hardware.launch", file, str(cubins)]
    program += [str(out / f"{launch.id}-{tool}.tmp"), launch.id]
    command = program
    if tool != "none":
        more = ["--racecheck-detect-level", "info"] if tool == "racecheck" else ["--print-limit", "8"]
        command = ["compute-sanitizer", "--tool", tool, *more, "--show-backtrace", "no", *program]
    child = subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, start_new_session=True
    )
    try:
        text, status = child.communicate(timeout=45 if tool != "none" else 25)[0], "ended"
    except subprocess.TimeoutExpired:
        os.killpg(child.pid, signal.SIGKILL)
        text, status = child.communicate()[0], "timed out"
    return {"id": launch.id, "tool": tool, "status": status, "exit": child.returncode, "output": text[:6000]}


def hazards(file: str, cubins: Path, out: Path, seconds: float) -> None:
    """Every launch of a file under every tool, eight processes at a time."""
    ends = time.monotonic() + seconds
    out.mkdir(parents=True, exist_ok=True)
    (out / "machine.json").write_text(json.dumps(machine(), indent=1))
    launches = corpus.load(file)
    jobs = [(launch, tool) for launch in launches for tool in TOOLS]
    results: list[dict[str, object]] = []

    def job(launch: corpus.Launch, tool: str) -> None:
        if time.monotonic() < ends:
            results.append(sanitize(file, launch, tool, cubins, out))
        else:
            print(f"not reached: {launch.id} {tool}", flush=True)

    with concurrent.futures.ThreadPoolExecutor(8) as pool:
        for future in [pool.submit(job, *each) for each in jobs]:
            future.result()
            (out / "hazards_raw.json").write_text(json.dumps(results, indent=1))
    for left in out.glob("*.tmp"):
        left.unlink()


def main() -> None:
    """Run one of the two measurements."""
    what, file, cubins, out, *rest = sys.argv[1:]
    if shutil.which("ncu") is None or shutil.which("compute-sanitizer") is None:
        raise SystemExit("ncu and compute-sanitizer are needed on the path")
    {"counts": counts, "hazards": hazards}[what](file, Path(cubins), Path(out), float(rest[0]) if rest else 3600.0)


if __name__ == "__main__":
    main()
