"""English messages of the checks: what was wanted, what happened, what to do."""

from __future__ import annotations

_TITLES = {
    "checks.compiles.title": "The kernel compiles, with the name and the parameters that the exercise asks for.",
    "checks.correctness.title": "Every case gives the right result, and nothing but the result is written.",
    "checks.hazards.title": "No result depends on luck: no races, no barrier that threads miss, "
    "no unwritten shared memory read.",
    "checks.shared_excess.title": "Shared memory loses no more wavefronts to bank conflicts than the exercise allows.",
    "checks.shared_wavefronts.title": "The kernel works through shared memory, and needs few wavefronts for it.",
    "checks.global_sectors.title": "Global memory is read and written in few 32-byte sectors: neighbours together, "
    "nothing too often.",
    "checks.barriers.title": "Warps wait for each other no more often than the exercise allows.",
    "checks.resources.title": "The kernel keeps to its budget of registers, local memory and shared memory.",
    "checks.machine_code.title": "The machine code has the instructions that the exercise is about, and none that "
    "it rules out.",
    "checks.speed.title": "The kernel is fast next to a baseline that runs beside it on the same GPU.",
}

_ORDER = {
    "checks.compiles_first": "Not judged: the kernel has to compile first.",
    "checks.private_case": "private-{number}",
    "checks.private_wrong": "the results are wrong there, or the kernel stops. (Nothing more is told of private cases.)",
    "checks.private_unknown": "the emulator cannot judge the kernel there. (Nothing more is told of private cases.)",
    "checks.private_hazard": "On a private case: a hazard that no other case has.",
    "checks.private_for_instructor": "{case}: {what}",
    "checks.private_count": "On a private case the count is above what is allowed there. (Numbers of private cases are not shown.)",
    "checks.correct_first": "No points yet: correct results first.",
    "checks.correct_unknown": "Not judged: it is not known whether the results are right.",
}

_COMPILES = {
    "checks.compiles.pass": "It compiles.",
    "checks.compiles.refused": "It cannot be compiled: {what}",
    "checks.compiles.error": "The compiler stops: {what}",
    "checks.compiles.errors": "The compiler stops: {what} ({more} more after it; the first is usually the cause.)",
    "checks.compiles.at_line": "line {line}: {what}",
    "checks.compiles.no_kernel": "There is no kernel in the file. Wanted is "
    '`extern "C" __global__ void {kernel}(...)`.',
    "checks.compiles.mangled": 'The kernel `{kernel}` lacks `extern "C"`: without it, C++ gives it another name.',
    "checks.compiles.near_name": "There is no kernel `{kernel}`, only `{near}`. Is that a typing error?",
    "checks.compiles.wrong_name": "There is no kernel `{kernel}`. The file has: {found}.",
    "checks.compiles.parameter_count": "`{kernel}` takes {found} parameters instead of {wanted}. "
    "Its signature must stay `{kernel}({signature})`.",
    "checks.compiles.parameter_type": "Parameter {position} of `{kernel}` should be `{parameter}`. "
    "Its signature must stay `{kernel}({signature})`.",
}

_CORRECTNESS = {
    "checks.not_begun": "Judged once there is code of yours: this is still the skeleton.",
    "checks.correctness.pass": "All {total} cases are right.",
    "checks.correctness.case": "Case {case}: {what}",
    "checks.correctness.others_right": "The other cases are right ({count}).",
    "checks.correctness.also_wrong": "Wrong in {count} of {total} cases, the others are {wrong}; right: {right}.",
    "checks.correctness.all_wrong": "All {total} cases are wrong.",
    "checks.slip_empty": "Line {line}: `{word} (...)` ends with a `;`, so it governs nothing, and what follows is done once, "
    "whatever it says.",
    "checks.slip_assignment": "Line {line}: `{word} (... = ...)` assigns; `==` compares.",
    "checks.working.got": "your kernel left {got}",
    "checks.correctness.not_run": "Case {case} was not run.{what}",
    "checks.correctness.missing": "{missing} cases were not run.",
    "checks.mismatch.value": "{wrong:,} of {total:,} elements of {buffer} are wrong. The first is row {row}, "
    "column {column}: expected {expected}, got {got}.",
    "checks.mismatch.value_matrix": "{wrong:,} of {total:,} elements of {buffer} are wrong. The first is in matrix "
    "{matrix}, row {row}, column {column}: expected {expected}, got {got}.",
    "checks.mismatch.value_element": "{wrong:,} of {total:,} elements of {buffer} are wrong. The first is element "
    "{column}: expected {expected}, got {got}.",
    "checks.mismatch.padding": "{wrong:,} elements of {buffer} that belong to nobody were overwritten, the first at "
    "row {row}, column {column}: only the matrix itself may be written, not the rest of each row.",
    "checks.mismatch.input": "{wrong:,} elements of the input {buffer} were changed, the first at row {row}, column "
    "{column}: it was {expected} and is now {got}. Inputs are for reading only.",
    "checks.mismatch.input_element": "{wrong:,} elements of the input {buffer} were changed, the first is element "
    "{column}: it was {expected} and is now {got}. Inputs are for reading only.",
    "checks.part_of": "{buffer} ({part})",
    "checks.part.transpose_of_m": "transpose of m",
    "checks.part.w_times_w": "w times w",
    "checks.part.transpose_of_w": "transpose of w",
    "checks.part.stride_1": "read with stride 1",
    "checks.part.stride_2": "read with stride 2",
    "checks.part.stride_4": "read with stride 4",
    "checks.part.stride_8": "read with stride 8",
    "checks.part.stride_16": "read with stride 16",
    "checks.part.stride_32": "read with stride 32",
}

_HAZARDS = {
    "checks.hazards.pass": "No hazards found.",
    "checks.hazards.warning": "No errors, but take care: {what}",
    "checks.hazards.note": "No hazards found, but note: {what}",
    "checks.hazards.one": "{what}",
    "checks.hazards.several": "{count} hazards. The first: {what}",
    "checks.hazards.unsupported": "Cannot be judged: the kernel uses something that the emulator does not know.",
    "checks.hazards.other_line": "The other side of the hazard at line {line}.",
    "checks.hazards.not_run": "Not judged: a launch stopped before its end; until then there was no hazard.",
}

_COUNTS = {
    "checks.counts.not_run": "Not measured: the case that is counted did not run to its end.",
    "checks.counts.unbounded": "Counted {value:,}, allowed {at_most:,}, but this count is not exact: for some lines "
    "there is no exact rule (case {case}). They are shown below.",
    "checks.counts.inconclusive": "Counted {value:,}, allowed {at_most:,}, but this count is not exact: the hardware "
    "may need up to {bound:,} (case {case}). The uncertain lines are shown below.",
    "checks.shared_excess.pass": "{value:,} excess wavefronts (at most {at_most:,}) in case {case}.",
    "checks.shared_excess.fail": "{value:,} wavefronts more than ideal, allowed are {at_most:,} (case {case}). "
    "Lanes of one warp ask one bank for different words, and the bank serves them one by one.",
    "checks.shared_wavefronts.pass": "{value:,} wavefronts (at most {at_most:,}) in case {case}.",
    "checks.shared_wavefronts.fail": "{value:,} shared-memory wavefronts, allowed are {at_most:,} (case {case}). "
    "Look for bank conflicts, and for padding that keeps the compiler from merging four loads into one of 16 bytes.",
    "checks.shared_wavefronts.too_few_loads": "Only {loads:,} load requests to shared memory, at least {at_least:,} "
    "are expected: the values should be fetched once and then reused from shared memory.",
    "checks.global_sectors.pass": "{value:,} sectors (at most {at_most:,}) in case {case}.",
    "checks.global_sectors.fail": "{value:,} sectors of global memory, allowed are {at_most:,} (case {case}). "
    "Either neighbouring lanes do not touch neighbouring words, or the same words are fetched again and again.",
    "checks.global_sectors.too_few_loads": "Only {loads:,} load requests to global memory, at least {at_least:,} are "
    "expected.",
    "checks.operation.load": "load",
    "checks.operation.store": "store",
    "checks.operation.atomic": "atomic",
    "checks.operation.async_copy": "async copy",
    "checks.line.inexact": "{what} (not exact)",
    "checks.line.shared": "{cost:,} wavefronts for {requests:,} {operation} requests of {width} bytes: "
    "{each:.3g} each, none lost to conflicts.",
    "checks.line.shared_excess": "{cost:,} wavefronts for {requests:,} {operation} requests of {width} bytes, ideal "
    "{ideal:,}: {each:.3g} each, {useful:.0f} % of them needed.",
    "checks.line.shared_conflict": "{cost:,} wavefronts for {requests:,} {operation} requests of {width} bytes, ideal "
    "{ideal:,} ({useful:.0f} %): in each request one bank is asked for {each:.3g} different words.",
    "checks.line.global": "{cost:,} sectors for {requests:,} {operation} requests of {width} bytes: {each:.3g} each, "
    "all of their bytes used.",
    "checks.line.global_excess": "{cost:,} sectors for {requests:,} {operation} requests of {width} bytes, ideal "
    "{ideal:,}: {each:.3g} each, and only {useful:.0f} % of the bytes are used.",
}

_CODE = {
    "checks.barriers.pass": "{value:,} times a warp came to a barrier (at most {at_most:,}) in case {case}.",
    "checks.barriers.fail": "{value:,} times a warp came to a barrier, allowed are {at_most:,} (case {case}). At each, all "
    "warps of the block wait for the slowest: which of yours protects nothing that another does not protect already?",
    "checks.resources.pass": "Within the budget.",
    "checks.resources.registers_at_most": "{value} registers per thread, allowed are {limit}.",
    "checks.resources.local_bytes_at_most": "{value:,} bytes of local memory per thread, allowed are {limit:,}: "
    "that is where arrays indexed at run time lie, and values that were spilled.",
    "checks.resources.spill_bytes_at_most": "{value:,} bytes spilled per thread, allowed are {limit:,}: more values "
    "are alive at once than there are registers.",
    "checks.resources.shared_bytes_at_most": "{value:,} bytes of shared memory per block, allowed are {limit:,}.",
    "checks.resources.shared_bytes_at_least": "{value:,} bytes of shared memory per block, at least {limit:,} are "
    "expected.",
    "checks.resources.local_access": "This line goes to local memory.",
    "checks.resources.local_index": "An array goes to local memory because of the index here: it is known only at run time. "
    "Unroll the loops around it, so that every index is a constant.",
    "checks.resources.local_spill": "The compiler has no register left here and puts values aside in local memory.",
    "checks.machine_code.pass": "All wanted instructions are there, and no others that matter.",
    "checks.machine_code.missing": "Missing in the machine code: {names}.",
    "checks.machine_code.idle": "It is in the machine code, but no case ever gets there: {names}.",
    "checks.machine_code.forbidden": "Should not be in the machine code: {names}.",
    "checks.machine_code.line": "This line became {name}.",
}
_GPU = {
    "checks.reason.no_gpu": "Speed needs a GPU: no usable one here.",
    "checks.reason.not_asked_for": "Speed was not asked for: `--backend emulated`.",
    "checks.reason.gpu_no_driver": "Speed needs a GPU: there is no NVIDIA driver here.",
    "checks.reason.gpu_no_gpu": "Speed needs a GPU: there is a driver, but no GPU that it can use ({detail}).",
    "checks.reason.gpu_old_driver": "Speed needs a driver for CUDA 13 (580 or later); this one is for {detail}. Update the driver.",
    "checks.reason.gpu_old_gpu": "Speed needs a GPU of the Turing generation (sm_75) or later; this is {detail}.",
    "checks.reason.gpu_no_cupy": "Speed needs CuPy, which cannot be imported here ({detail}): run `make gpu`.",
    "checks.reason.gpu_too_small": "This GPU's memory ({detail}) is too small for the size that is timed, or something else is using it.",
    "checks.reason.gpu_refuses": "The compiler refuses this source for the GPU that is here, although it compiles for sm_90: {detail}",
    "checks.reason.gpu_stopped": "The process on the GPU ended early ({detail}), so nothing can be said.",
    "checks.reason.gpu_failed": "The grader failed on the GPU ({detail}), so nothing can be said of the kernel there.",
    "checks.reason.baseline_of_others": "The reference in this edition is machine code for {known}; this GPU is {gpu}.",
    "checks.reason.no_baseline": "There is nothing to compare with: this edition of the course has no compiled reference of this exercise.",
    "checks.reason.not_asked": "This exercise has no speed check.",
    "checks.reason.not_timed": "Problems of this family are not timed.",
    "checks.reason.results_first": "Not timed: correct results first.",
    "checks.reason.stands_in": "Counted by the emulator. {reason}",
    "checks.reason.sanitizer_no_sanitizer": "compute-sanitizer was not found: run `make gpu`, or install a CUDA toolkit.",
    "checks.reason.sanitizer_late": "{tool} of compute-sanitizer did not come to an end in time; nothing can be said.",
    "checks.reason.sanitizer_broken": "{tool} of compute-sanitizer did not work here ({detail}); nothing can be said.",
    "checks.reason.sanitizer_no_proof": "{tool} of compute-sanitizer did not find the error that was planted to test it, so its silence proves nothing.",
    "checks.reason.sanitizer_not_run": "Under {tool} of compute-sanitizer the kernel did not come to its end ({detail}), and the tool does not say why; nothing can be said.",
    "checks.reason.ncu_no_ncu": "Nsight Compute (`ncu`) was not found: install it with a CUDA toolkit or from NVIDIA's Nsight Compute page, and put `ncu` on the PATH.",
    "checks.reason.ncu_no_report_reader": "The reports of Nsight Compute cannot be read ({detail}): run `pip install ncu-report`.",
    "checks.reason.ncu_no_permission": "Nsight Compute may not read this GPU's counters (ERR_NVGPUCTRPERM). As administrator write `options nvidia NVreg_RestrictProfilingToAdminUsers=0` into /etc/modprobe.d/nvprof.conf and restart the machine (on WSL: NVIDIA Control Panel, Developer, Manage GPU Performance Counters, allow all users).",
    "checks.reason.ncu_late": "Nsight Compute did not come to an end in time.",
    "checks.reason.ncu_no_kernel": "Nsight Compute saw no launch of the kernel ({detail}).",
    "checks.reason.ncu_not_a_number": "Nsight Compute has no numbers for this GPU: a counter is NaN.",
    "checks.reason.ncu_failed": "Nsight Compute failed: {detail}",
    "checks.reason.ncu_not_native": "The compiler makes no machine code for this GPU ({detail}); the driver made it, and Nsight Compute cannot say to which lines it belongs.",
    "checks.reason.ncu_uncounted": "The machine code uses {detail}, which reaches memory by a way that these counters of Nsight Compute do not see.",
    "checks.reason.asks_where": "Line {line} reads {register}, by which a kernel can tell whether a tool is watching, so the tools prove nothing of it. Leave it out to have this judged (a library may be what reads it: cuda::barrier does, while it waits).",
    "checks.reason.replayed": "That was in a run under {tool}, on values with which the result is right without it: a race, or a kernel that can tell whether a tool is watching.",
    "checks.speed.pass": "{ratio:.3f} times the speed of the baseline, and {full:g} gives full points.",
    "checks.speed.fail": "{ratio:.3f} times the speed of the baseline: {share:.0f} % of the points, which rise from {zero:g} to {full:g}.",
    "checks.speed.nothing": "{ratio:.3f} times the speed of the baseline: no points, which begin at {zero:g} and are full at {full:g}.",
    "checks.speed.unsteady": "The times vary too much to judge: the ratio is uncertain by {spread:.1f} %, {limit:g} % are allowed. Is something else using this GPU? Try again.",
    "checks.speed.apart": "The GPU's clock and the computer's do not agree, so no time can be trusted. Try again.",
    "checks.speed.moved": "More time passed before the launches of your kernel than before those of the baseline, although the same is done there, so its times cannot be trusted. Try again.",
    "checks.speed.wrong": "No points: at the size that is timed the kernel goes wrong. {what}",
    "checks.speed.asks_where": "No points: line {line} reads {register}, by which a kernel can tell where it runs, so what was judged need not be what was timed. Leave it out to be timed (a library may be what reads it: cuda::barrier does, while it waits).",
    "checks.speed.times": "You {you:.3f} ms, baseline {baseline:.3f} ms ({case}; median of {turns} turns each, in pairs, ratio ±{spread:.1f} %).",
    "checks.speed.library": "{name} {time:.3f} ms: you reach {share:.1f} % of its speed (shown, not scored).",
    "checks.speed.library_cublas_sgemm": "cuBLAS (FP32, no TF32)",
    "checks.speed.library_cublas_sgemv": "cuBLAS (FP32, no TF32)",
    "checks.speed.library_device_copy": "Device copy",
    "checks.speed.library_cub_row_sums": "CUB",
    "checks.speed.slowed": "The GPU was held back meanwhile: {reasons}.",
    "checks.slowed.power_cap": "power cap",
    "checks.slowed.hardware_slowdown": "hardware slowdown",
    "checks.slowed.software_thermal_slowdown": "thermal slowdown by software",
    "checks.slowed.hardware_thermal_slowdown": "thermal slowdown by hardware",
    "checks.slowed.power_brake": "power brake",
    "checks.speed.value": "Row {row}, column {column} of {buffer}: expected {expected}, got {got}.",
    "checks.speed.imprecise": "Row {row}, column {column} of {buffer}: expected {expected}, got {got}. The values are close, but not to single precision: is something rounded to FP16 or TF32?",
    "checks.speed.value_element": "Element {column} of {buffer}: expected {expected}, got {got}.",
    "checks.speed.imprecise_element": "Element {column} of {buffer}: expected {expected}, got {got}. The values are close, but not to single precision: is something rounded to FP16 or TF32?",
    "checks.speed.input_element": "Element {column} of the input {buffer} was changed: it was {expected} and is now {got}. Inputs are for reading only.",
    "checks.speed.input": "The input {buffer} was changed at row {row}, column {column}: it was {expected} and is now {got}. Inputs are for reading only.",
}


MESSAGES: dict[str, str] = {
    **_TITLES,
    **_ORDER,
    **_COMPILES,
    **_CORRECTNESS,
    **_HAZARDS,
    **_COUNTS,
    **_CODE,
    **_GPU,
}
