"""The decoder against nvdisasm: every instruction's opcode, width, base, offset and line are the same."""

from __future__ import annotations

import contextlib
import re
import struct
from pathlib import Path

import pytest

from grader.toolchain import ToolchainError, compile_source, disassemble, disassembly
from grader.toolchain.elf import Cubin, NotACubin
from grader.toolchain.machine_code import called_functions, read_machine_code, read_ptx_lines
from tests.toolchain.listing import MEMORY, OTHERS, Listed, read_listing

HERE = Path(__file__).parent
KERNELS = sorted((HERE / "kernels").glob("*.cu"))
# The least architecture that has their instructions.
NEEDS = {"rare_atomics": 90, "stored_tiles": 90, "warp_primitives": 80}

needs_nvdisasm = pytest.mark.skipif(disassembly.nvdisasm() is None, reason="nvdisasm is not installed")


def compare(path: Path, arch: str) -> int:
    program = compile_source(path.read_text(), arch=arch)
    listed = read_listing(disassemble(program))
    assert listed.keys() == program.machine_code.keys()
    for kernel, rows in listed.items():
        decoded = [
            Listed(i.address, i.opcode, i.width, i.base, i.offset, i.line, i.predicated, i.target)
            for i in program.machine_code[kernel]
        ]
        assert decoded == rows
    return sum(map(len, listed.values()))


@pytest.mark.slow
@needs_nvdisasm
@pytest.mark.parametrize("path", KERNELS, ids=lambda path: path.stem)
def test_decoding_equals_nvdisasm(path):
    assert compare(path, "sm_90") > 0


@pytest.mark.slow
@needs_nvdisasm
@pytest.mark.parametrize("arch", ["sm_80", "sm_120"])
@pytest.mark.parametrize("name", ["async_copy", "global_atomics", "vectors"])
def test_decoding_equals_nvdisasm_on_other_architectures(name, arch):
    assert compare(HERE / "kernels" / f"{name}.cu", arch) > 0


@needs_nvdisasm
@pytest.mark.slow
@pytest.mark.share(3, guard="hardware")
@pytest.mark.parametrize("arch", ["sm_75", "sm_80", "sm_86", "sm_89", "sm_100", "sm_103", "sm_120", "sm_121"])
@pytest.mark.parametrize("path", KERNELS, ids=lambda path: path.stem)
def test_decoding_equals_nvdisasm_on_every_architecture(path, arch):
    if int(arch[3:]) < NEEDS.get(path.stem, 75) or (arch == "sm_75" and path.stem == "tensor_cores"):
        pytest.skip(f"{path.stem} needs a later architecture")
    assert compare(path, arch) > 0


@pytest.mark.slow
def test_every_opcode_of_interest_occurs_in_the_kernels():
    seen = set()
    for path in KERNELS:
        program = compile_source(path.read_text())
        seen |= {i.opcode for code in program.machine_code.values() for i in code}
    assert (MEMORY | OTHERS) - {"RED"} <= seen  # RED is REDG from sm_90 on
    assert {"ATOMS.POPC.INC", "ATOMS.CAS", "ATOMS.CAST.SPIN", "ATOMS.ADD", "ATOMS.EXCH"} <= seen


def test_256_bit_accesses_have_their_width():
    values = ", ".join(f"%{i}" for i in range(8))
    outputs = ", ".join(f'"=f"(x[{i}])' for i in range(8))
    source = (
        'extern "C" __global__ void k(float* p) {\n    float x[8];\n'
        f'    asm volatile("ld.global.v8.f32 {{{values}}}, [%8];" : {outputs} : "l"(p));\n    p[40] = x[3];\n}}\n'
    )
    program = compile_source(source, arch="sm_100")
    assert [i.width for i in program.instructions("k", "LDG")] == [32]


@pytest.mark.parametrize("path", KERNELS, ids=lambda path: path.stem)
def test_memory_instructions_carry_a_position_that_the_ptx_has_too(path):
    """The emulator finds the machine instructions of a PTX access by file and line."""
    program = compile_source(path.read_text(), file="student/kernel.cu")
    positions = ptx_positions(program.ptx)
    for code in program.machine_code.values():
        for i in code:
            if i.opcode in ("LDS", "STS", "LDG", "STG", "LDGSTS") and i.line is not None:
                assert (i.file, i.line) in positions, i


def ptx_positions(ptx: str) -> set[tuple[str, int]]:
    files = dict(re.findall(r'\.file\s+(\d+) "([^"]*)"', ptx))
    positions, here = set(), ("", 0)
    for line in ptx.split("\n"):
        if match := re.match(r"\s*\.loc\s+(\d+)\s+(\d+)", line):
            here = files[match[1]], int(match[2])
        elif re.search(r"\b(?:ld|st|atom|red|cp|wmma|ldmatrix|stmatrix)\.", line):
            positions.add(here)
    return positions


def test_an_access_in_an_inlined_function_has_the_innermost_line():
    program = compile_source((HERE / "kernels" / "inlined.cu").read_text())
    loads = {i.line for i in program.instructions("inlined", "LDG")}
    assert {4, 10} <= loads  # `return p[i] * 2.0f` and `p[i + 7]`, not the calls on lines 22 and 24


def test_accesses_in_a_header_name_the_header():
    program = compile_source((HERE / "kernels" / "async_copy.cu").read_text())
    assert {i.file for i in program.instructions("async_copy", "LDGSTS")} == {"cuda_pipeline_helpers.h"}


def test_the_ptx_line_of_a_shared_load_is_a_shared_load():
    for name in ("sgemm_tiled", "transpose", "register_blocked"):
        program = compile_source((HERE / "kernels" / f"{name}.cu").read_text())
        lines = program.ptx.split("\n")
        found = read_ptx_lines(Cubin(program.cubin))[name]
        loads = list(program.instructions(name, "LDS"))
        assert loads
        assert all("ld.shared" in lines[found[i.address] - 1] for i in loads)


def test_line_numbers_survive_a_source_without_a_final_newline():
    program = compile_source('extern "C" __global__ void k(int* a) {\n\n\n a[0] = 7; }')
    assert {i.line for i in program.instructions("k", "STG")} == {4}


def test_what_is_no_cubin_is_refused():
    for data in (b"", b"\x7fELF", bytes(100), b"\x7fELF\x02\x01" + bytes(100)):
        with pytest.raises(NotACubin):
            Cubin(data)


def read_all(data: bytes) -> None:
    cubin = Cubin(data)
    read_machine_code(cubin, "sm_90")
    read_ptx_lines(cubin)
    called_functions(cubin)


@pytest.mark.parametrize("width", [1, 8])
@pytest.mark.parametrize("byte", [0x00, 0x7F, 0x80, 0xFF])
def test_a_damaged_cubin_is_refused_or_read_but_breaks_nothing(byte: int, width: int) -> None:
    whole = compile_source('extern "C" __global__ void k(int* a) { a[threadIdx.x] = 7; }').cubin
    read_all(whole)
    refused = 0
    for at in range(0, len(whole), 3):
        try:
            read_all((whole[:at] + bytes([byte]) * width + whole[at + width :])[: len(whole)])
        except NotACubin:
            refused += 1
    assert refused


def test_a_cubin_that_was_cut_off_is_refused_or_read() -> None:
    whole = compile_source('extern "C" __global__ void k(int* a) { a[threadIdx.x] = 7; }').cubin
    for length in range(0, len(whole), 7):
        with contextlib.suppress(NotACubin):
            read_all(whole[:length])


def test_sections_that_are_all_of_the_file_fill_no_memory() -> None:
    header = bytearray(b"\x7fELF\x02\x01" + bytes(58))
    struct.pack_into("<H", header, 18, 190)
    struct.pack_into("<Q", header, 40, 64)
    struct.pack_into("<3H", header, 58, 0, 60_000, 0)  # one entry, read sixty thousand times
    entry = struct.pack("<IIQQQQIIQQ", 0, 1, 0, 0, 0, 1 << 20, 0, 0, 0, 0)
    with pytest.raises(NotACubin, match="overlap"):
        Cubin(bytes(header) + entry + bytes(1 << 20))


def test_a_cubin_can_be_read_without_display_names():
    program = compile_source('extern "C" __global__ void k(int* a) { a[0] = 7; }')
    assert read_machine_code(Cubin(program.cubin), "sm_90").keys() == {"k"}


def test_without_nvdisasm_one_sentence_says_what_to_install(monkeypatch):
    monkeypatch.setattr(disassembly, "wheel_folders", lambda: ())
    program = compile_source('extern "C" __global__ void k(int* a) { a[0] = 7; }')
    with pytest.raises(ToolchainError, match="pip install 'nvidia-cuda-nvdisasm"):
        disassemble(program)
