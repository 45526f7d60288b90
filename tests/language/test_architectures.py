"""The corpus on other architectures: the same results as on sm_90, from other PTX and from another front end.

What an architecture lacks is an error of the compiler, and what the emulator does not run is named; nothing is wrong.
A kernel whose PTX is what it is on sm_90 has been judged there and is not launched again.
"""

from __future__ import annotations

import re
from functools import cache

import pytest

from grader.toolchain import CompileError, compile_source
from tests.language.case import Case
from tests.language.cases import CASES
from tests.language.running import (
    blanked,
    compiled,
    generator,
    judge,
    judge_hazards,
    launched,
    source_of,
)
from tests.language.unsupported import EXPECTED_UNSUPPORTED

ARCHITECTURES = ("sm_75", "sm_80", "sm_86", "sm_89", "sm_100", "sm_120")
FILES = sorted({case.file for case in CASES})
_FEW = ("control", "half_intrinsics", "inline_ptx", "integers", "packed_words", "puzzles", "small_floats", "warps")

_BEFORE_HOPPER = {  # clusters, a warp's elected leader, sums of vectors, and max.relu
    "devices:cluster_ranks", "devices:cluster_barrier", "devices:elected_lane", "groups:cluster_groups",
    "assembly_parts:products_of_24_bits", "inline_ptx:elected", "transformer_training:embed_backward_quads",
}  # fmt: skip
_BEFORE_AMPERE = {  # copies that do not wait, reductions by one instruction, bfloat16 arithmetic, cache policies
    "assembly:warp_assembly", "assembly_parts:flushed_and_strict_floats", "asynchronous:copies_in_assembly",
    "asynchronous:copies_awaited_together",
    "bfloats:bfloat_arithmetic", "bfloats:bfloat_pairs", "half_intrinsics:bfloat_pairs",
    "half_intrinsics:bfloat_singles", "inline_ptx:cache_policies", "inline_ptx:guarded_copies",
    "inline_ptx:ignored_sources", "inline_ptx:minima_with_nan", "inline_ptx:votes_and_masks",
    "modern:warp_reductions", "reductions:reduce_vectorised", "warps:reductions_by_one_instruction",
    "warps:reduced_by_halves",
}  # fmt: skip
LACKING = {
    "sm_75": _BEFORE_AMPERE | _BEFORE_HOPPER, "sm_80": _BEFORE_HOPPER, "sm_86": _BEFORE_HOPPER, "sm_89": _BEFORE_HOPPER
}  # fmt: skip
# Of a 64-bit integer a bfloat16 is made by way of a float, rounded in a direction.
ALSO_UNSUPPORTED = {(arch, "half_intrinsics:halves_of_integers") for arch in ARCHITECTURES[:4]}
# The other front end does not read what nobody has written; the software of a barrier is atomics.
OTHER_HAZARDS = {"storage:struct_assignments", *EXPECTED_UNSUPPORTED}


def dropped(arch: str, file: str) -> frozenset[str]:
    """The kernels of a file that an architecture lacks something for."""
    stem = file.removesuffix(".cu") + ":"
    return frozenset(name.removeprefix(stem) for name in LACKING.get(arch, ()) if name.startswith(stem))


@cache
def _parts(case_file: str, fmad: bool, expression: str | None, arch: str) -> tuple[dict[str, str], str]:
    """(PTX of every kernel, everything else), without positions and what names the architecture."""
    ptx = compiled(case_file, fmad, expression, arch, dropped(arch, case_file)).ptx
    plain = re.sub(r"^(?:\s*\.(?:loc|file|target|pragma)\b|//).*\n", "", ptx, flags=re.M)
    kernels = dict(re.findall(r"\.entry ([\w$]+)\((.*?)\n\}\n", plain, re.S))
    return kernels, re.sub(r"\.entry .*?\n\}\n", "", plain, flags=re.S)


def is_as_on_sm_90(case: Case, arch: str) -> bool:
    """Is the kernel's PTX the same? Where kernels were left out what is around them cannot be compared."""
    expression = case.kernel if "<" in case.kernel else None
    here, there = (_parts(case.file, case.fmad, expression, a) for a in (arch, "sm_90"))
    name = case.kernel if expression is None else next(iter(here[0]), "")
    return here[1] == there[1] and name in here[0] and here[0][name] == there[0].get(name)


def _files() -> list[object]:
    pairs = [(arch, file) for arch in ARCHITECTURES for file in FILES]
    quick = {(arch, f"{stem}.cu") for arch in ("sm_75", "sm_120") for stem in _FEW}  # the oldest and the newest
    return [pytest.param(*pair, marks=pytest.mark.share(3) if pair in quick else pytest.mark.long) for pair in pairs]


@pytest.mark.slow
@pytest.mark.parametrize(("arch", "file"), _files())
def test_every_kernel_computes_the_same(arch: str, file: str) -> None:
    without = dropped(arch, file)
    for case in (c for c in CASES if c.file == file and c.kernel not in without):
        if is_as_on_sm_90(case, arch):
            continue
        data = case.make(generator(case.name))
        result = launched(case, data, arch, without)
        if [f.kind for f in result.faults] == ["unsupported"] != list(case.faults):
            assert case.name in EXPECTED_UNSUPPORTED or (arch, case.name) in ALSO_UNSUPPORTED, result.faults
            assert result.faults[0].line is not None
            continue
        try:
            judge(case, data, result)
            if case.name not in OTHER_HAZARDS:
                judge_hazards(case, result)
        except AssertionError as error:
            raise AssertionError(f"{case.name} on {arch}: {error}") from error


@pytest.mark.slow
@pytest.mark.parametrize(("arch", "name"), [(a, n) for a in LACKING for n in sorted(LACKING[a])])
def test_what_an_architecture_lacks_does_not_compile(arch: str, name: str) -> None:
    stem, _, wanted = name.partition(":")
    source = blanked(source_of(f"{stem}.cu"), lambda kernel: kernel != wanted)
    with pytest.raises(CompileError) as caught:
        compile_source(source, arch=arch)
    assert all(d.line is not None for d in caught.value.diagnostics if d.severity == "error")


def test_the_tables_name_only_kernels_that_exist() -> None:
    known = {c.name for c in CASES}
    assert set().union(*LACKING.values()) | {name for _, name in ALSO_UNSUPPORTED} | OTHER_HAZARDS <= known
