"""Which pipe of a multiprocessor executes an instruction, by its opcode.

Found by fitting sm__inst_executed_pipe_*.sum of Nsight Compute on 784 launches on an H100, all of which these tables
give exactly, as they do 186 more that were measured later; see docs/emulator.md. The address unit (adu) is not among
them: it counts repetitions, too.
"""

from __future__ import annotations

from collections.abc import Mapping

from grader.sass.instruction import Instruction, Named

OTHER = "other"
_OPCODES = {
    "alu": "BMSK CS2R ELECT F2FP F2IP FMNMX FSEL FSETP HMNMX2 HSET2 HSETP2 I2FP I2IP IABS IADD3 ISETP LEA LOP3 MOV "
           "P2R PLOP3 PRMT R2P R2UR RPCMOV SEL SGXT SHF VABSDIFF VABSDIFF4 VIADDMNMX VIMNMX VIMNMX3 VOTE",
    "fma": "FADD FFMA FMUL HADD2 HFMA2 HMUL2 IDP IMAD VIADD",
    "fp64": "DADD DFMA DMUL DSETP",
    "xu": "BREV F2F F2I FCHK FLO FRND I2F MUFU POPC",
    "lsu": "ARRIVES ATOM ATOMG ATOMS CCTL FENCE LD LDG LDGDEPBAR LDGSTS LDL LDS LDSM MEMBAR MOVM REDAS REDG SHFL ST "
           "STAS STG STL STS STSM",
    "cbu": "BREAK BRX BSSY BSYNC CALL EXIT RET WARPSYNC YIELD",
    "tensor": "BMMA DMMA HMMA IMMA",
    "uniform": "UFLO UIADD3 UIMAD UISETP ULEA ULOP3 UPOPC UPRMT USEL USHF",
    "tma": "UBLKCP UBLKPF UBLKRED UTMACMDFLUSH UTMALDG UTMAPF UTMAREDG UTMASTG",
}  # fmt: skip
PIPES = (*_OPCODES, OTHER)
_PIPE_OF: Mapping[str, str] = {opcode: pipe for pipe, opcodes in _OPCODES.items() for opcode in opcodes.split()}
_OF_A_LANE = ("SR_TID", "SR_LANEID", "SR_EQMASK", "SR_LTMASK", "SR_LEMASK", "SR_GTMASK", "SR_GEMASK")


def pipe_of(instruction: Instruction) -> str:
    """One of PIPES; `other` for branches, constants, barriers and the like."""
    if instruction.opcode == "HFMA2" and "MMA" in instruction.modifiers:
        return "tensor"
    if instruction.opcode == "S2R":
        names = [o.name for o in instruction.operands if isinstance(o, Named)]
        return "lsu" if names and names[0].startswith(_OF_A_LANE) else OTHER
    return _PIPE_OF.get(instruction.opcode, OTHER)


def pipe_of_text(text: str) -> str:
    """The same of an instruction as a disassembler writes it: `@P0 LDG.E R2, desc[UR4][R2.64]`."""
    words = [word for word in text.split() if not word.startswith("@")]
    opcode, *modifiers = words[0].split(".") if words else [""]
    if opcode == "HFMA2" and "MMA" in modifiers:
        return "tensor"
    if opcode == "S2R":
        return "lsu" if words[-1].startswith(_OF_A_LANE) else OTHER
    return _PIPE_OF.get(opcode, OTHER)
