"""The decoder reads what nvdisasm prints: of every kernel of this repository, and of words with bits changed."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grader.sass.decode import decode, decode_all
from grader.sass.instruction import Address, Immediate, Predicate, Register, UnknownInstruction
from grader.sass.listing import listing
from grader.sass.spelling import spell
from grader.toolchain import compile_source
from grader.toolchain.disassembly import nvdisasm
from grader.toolchain.elf import Cubin
from grader.toolchain.program import CompileError
from tests.sass.constructs import constructs
from tests.sass.nvdisasm import difference, printed

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
KERNELS = sorted(path for folder in ("solutions", "tests", "benchmarks") for path in ROOT.glob(f"{folder}/**/*.cu"))
SHARES = 6
NOT_KNOWN = ("HMMA.SP", "LDGMC")  # sparse matrices, and memory of several GPUs
needs_nvdisasm = pytest.mark.skipif(nvdisasm() is None, reason="nvdisasm is not installed")

WORDS = st.integers(0, (1 << 128) - 1)


def words_of(path: Path) -> set[int]:
    """The machine words of a file, if it is a whole program."""
    try:
        return words_in(path.read_text("utf-8"))
    except CompileError:
        return set()  # a blank of an exercise, or a kernel that shall not compile


def words_in(source: str) -> set[int]:
    cubin = Cubin(compile_source(source, arch="sm_90").cubin)
    code = (each.data for each in cubin.sections if each.name.startswith(".text."))
    return {int.from_bytes(data[at : at + 16], "little") for data in code for at in range(0, len(data), 16)}


def differences(words: list[int]) -> list[str]:
    found = []
    for word, theirs in zip(words, printed(words), strict=True):
        assert theirs is not None, f"nvdisasm refuses {word:#x}"
        try:
            told = difference(word, theirs)
        except UnknownInstruction as reason:
            told = f"{theirs}: {reason}"
        if told:
            found.append(told)
    return found


@needs_nvdisasm
def test_the_ladder_is_read_as_nvdisasm_prints_it() -> None:
    paths = [path for path in KERNELS if path.parent.name.startswith(("06_", "08_")) and "solutions" in path.parts]
    words = sorted(set().union(*map(words_of, paths)))
    assert len(words) > 2000
    assert differences(words) == []


@needs_nvdisasm
@pytest.mark.slow
@pytest.mark.share(3, guard="decoding")
def test_every_construct_is_read_as_nvdisasm_prints_it() -> None:
    words = sorted(set().union(*(words_in(source) for _, source in constructs())))
    assert len(words) > 2000
    unknown = [told for told in differences(words) if not any(f"'{name}" in told for name in NOT_KNOWN)]
    assert unknown == []


@needs_nvdisasm
@pytest.mark.slow
@pytest.mark.parametrize("path", sorted((HERE / "kernels").glob("*.cu")), ids=lambda path: path.stem)
def test_calls_textures_heap_and_groups_are_read_as_nvdisasm_prints_them(path: Path) -> None:
    words = sorted(words_of(path))
    assert words and differences(words) == []


@needs_nvdisasm
@pytest.mark.slow
@pytest.mark.share(SHARES, guard="decoding", by="share")
@pytest.mark.parametrize("share", range(SHARES))
def test_every_kernel_of_the_repository_is_read_as_nvdisasm_prints_it(share: int) -> None:
    words = sorted(set().union(*map(words_of, KERNELS[share::SHARES])))
    assert len(words) > 10_000
    assert differences(words) == []


@needs_nvdisasm
@pytest.mark.slow
def test_what_is_read_of_a_changed_word_is_what_nvdisasm_reads() -> None:
    """One to three bits of real words are changed. The decoder may not know the word; what it knows is right."""
    rng = random.Random(26)
    real = sorted(words_of(ROOT / "solutions" / "08_double_buffering" / "sgemm_double_buffered.cu"))
    words = []
    for word in rng.choices(real, k=400):
        for _ in range(rng.randint(1, 3)):
            word ^= 1 << rng.randrange(12, 91)
        words.append(word)
    known = 0
    for word, theirs in zip(words, printed(words), strict=True):
        try:
            told = difference(word, theirs) if theirs else ""
        except UnknownInstruction:
            continue
        known += theirs is not None
        assert told == "", f"{word:#034x}"
    assert known > 300


@given(WORDS)
def test_any_word_is_an_instruction_or_unknown(word: int) -> None:
    try:
        instruction = decode(word)
    except UnknownInstruction:
        return
    assert spell(instruction)


@given(st.binary(max_size=80))
def test_any_bytes_are_instructions_or_unknown(code: bytes) -> None:
    try:
        found = list(decode_all(code))
    except UnknownInstruction:
        return
    assert 16 * len(found) == len(code)


def test_operands_are_typed() -> None:
    load = decode(0x000EE2000C1E19000000000604197981)
    assert (load.opcode, load.modifiers, load.guard) == ("LDG", ("E",), Predicate(7))
    assert load.operands == (
        Register(25), Address(Register(4, wide=True), descriptor=Register(6, uniform=True)),
    )  # fmt: skip
    add = decode(0x000FE20007FFE0FFFFFFFFFF05097810)
    assert add.operands == (Register(9), Register(5), Immediate(0xFFFFFFFF), Register(255))
    assert spell(add) == "IADD3 R9, R5, -0x1, RZ"


def test_the_control_word_says_what_is_waited_for() -> None:
    control = decode(0x0C0FE400038000000000000B06087209).control
    assert (control.stall, control.writes, control.reads, control.waits, control.reuse) == (2, None, None, 0, 3)
    control = decode(0x002E6200000E04000000000400047300).control
    assert (control.stall, control.writes, control.waits) == (1, 1, 0b10)


def test_a_branch_leads_to_an_address_of_its_function() -> None:
    assert spell(decode(0x000FC0000383FFFFFFFFFFFC00FC7947, 0x150)) == "BRA 0x150"


def test_a_listing_names_every_instruction() -> None:
    program = compile_source('extern "C" __global__ void k(float* a) { a[threadIdx.x] += 2.5f; }', arch="sm_90")
    text = listing(program.cubin, "k")
    assert [*text] == [16 * n for n in range(len(text))]
    assert sum("FADD" in line and "2.5" in line for line in text.values()) == 1
    assert text[0] == "LDC R1, c[0x0][0x28]"
    assert listing(program.cubin, "other") == {}
