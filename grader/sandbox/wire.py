"""Programs, launches and results as JSON and raw buffers, for the pipe between the grader and its sandboxed child."""

from __future__ import annotations

from dataclasses import asdict, astuple, replace
from typing import Any, NoReturn

import numpy as np

from grader.cuda.availability import Unavailable
from grader.launch import (
    AccessLine,
    Argument,
    ArgumentMismatch,
    Array,
    CopiedAhead,
    Executed,
    Fault,
    Hazard,
    LaunchRequest,
    LaunchResult,
    LoopRounds,
    OtherOrder,
    WalkStep,
    WarpAccess,
    WarpWalk,
)
from grader.sandbox.typed import fits, made, made_in_order
from grader.sass.pipes import PIPES
from grader.simt.patterns import WARP
from grader.tensor_maps import TensorMap
from grader.textures import Texture
from grader.toolchain.names import AmbiguousKernel, UnknownKernel
from grader.toolchain.program import (
    CompileError,
    Diagnostic,
    MachineInstruction,
    Program,
    Resources,
    ToolchainError,
    UnknownArchitecture,
)

Json = dict[str, Any]
_OF_A_TEXTURE = ("outside", "linear", "normalised", "fractions", "border")
_OF_A_MAP = ("box", "swizzle", "nans")
_WISHES = ("shared_bytes", "sampled", "allowance", "counted", "executed", "orders", "alone")
_MOST = 1 << 63  # of anything that is counted

_WITH_MESSAGE: dict[str, type[Exception]] = {  # subclasses first
    "ArgumentMismatch": ArgumentMismatch, "UnknownArchitecture": UnknownArchitecture, "ToolchainError": ToolchainError
}  # fmt: skip


def write_program(program: Program) -> Json:
    """A program as JSON, without the source, which the reader has, and the cubin, which travels as a blob."""
    return {
        "file": program.file, "arch": program.arch, "toolchain": program.toolchain, "ptx": program.ptx,
        "log": program.log, "diagnostics": [asdict(d) for d in program.diagnostics],
        "kernels": {k: asdict(r) for k, r in program.kernels.items()},
        "machine_code": {
            k: [[i.address, i.opcode, i.width, i.base, i.offset, i.file, i.line, i.predicated]
                for i in code]
            for k, code in program.machine_code.items()
        },
        "names": dict(program.names),
    }  # fmt: skip


def read_program(data: Json, source: str, cubin: bytes) -> Program:
    """The inverse of write_program. Raises ValueError, TypeError, KeyError or AttributeError for malformed data."""
    if not fits(data["names"], dict[str, str]):
        raise ValueError("no names")
    return Program(
        source=source, file=_text(data["file"]), arch=_text(data["arch"]), toolchain=_text(data["toolchain"]),
        ptx=_text(data["ptx"]), cubin=cubin, log=_text(data["log"]),
        diagnostics=tuple(made(Diagnostic, d) for d in data["diagnostics"]),
        kernels={k: made(Resources, r) for k, r in data["kernels"].items()},
        machine_code={k: tuple(made_in_order(MachineInstruction, i) for i in code)
                      for k, code in data["machine_code"].items()},
        names=data["names"],
    )  # fmt: skip


def write_request(request: LaunchRequest, first: int = 0) -> tuple[Json, list[memoryview]]:
    """A request as JSON, scalars by type and value, and its buffers as blobs, numbered from `first` on."""
    blobs: list[memoryview] = []
    arguments = [_argument(each, blobs, first) for each in request.arguments]
    symbols = [_argument(each, blobs, first) for each in request.symbols]
    header = {"kernel": request.kernel, "grid": request.grid, "block": request.block,
              "shared_bytes": request.shared_bytes, "arguments": arguments, "symbols": symbols,
              "sampled": request.sampled, "allowance": request.allowance, "counted": request.counted,
              "executed": request.executed, "orders": request.orders, "alone": request.alone}  # fmt: skip
    return header, blobs


def read_request(data: Json, blobs: list[bytearray]) -> LaunchRequest:
    """The inverse of write_request."""
    arguments, symbols = (tuple(_read_argument(entry, blobs) for entry in data[key])
                          for key in ("arguments", "symbols"))  # fmt: skip
    return LaunchRequest(data["kernel"], _dim3(data["grid"]), _dim3(data["block"]), arguments, symbols=symbols,
                         **{key: data[key] for key in _WISHES})  # fmt: skip


def _argument(argument: Argument, blobs: list[memoryview], first: int) -> Json:
    """An argument as JSON; arrays go to the blobs, which are numbered from `first` on."""
    value, entry = argument.value, {"name": argument.name}
    if value is None:
        return entry
    if isinstance(value, np.generic):
        return entry | {"dtype": value.dtype.str, "bytes": value.tobytes().hex()}
    array = value.texels if isinstance(value, Texture) else value.tensor if isinstance(value, TensorMap) else value
    blobs.append(_raw(array))
    found = entry | {"dtype": array.dtype.str, "blob": first + len(blobs) - 1}
    if isinstance(value, np.ndarray):
        return found
    kind, keys = ("texture", _OF_A_TEXTURE) if isinstance(value, Texture) else ("map", _OF_A_MAP)
    return found | {"shape": array.shape, kind: {key: getattr(value, key) for key in keys}}


def _read_argument(entry: Json, blobs: list[bytearray]) -> Argument:
    value: Any = None
    if "blob" in entry:
        value = np.frombuffer(blobs[entry["blob"]], entry["dtype"])
    elif "bytes" in entry:
        value = np.frombuffer(bytes.fromhex(entry["bytes"]), entry["dtype"])[0]
    for kind, of in (("texture", Texture), ("map", TensorMap)):
        if kind in entry:
            how: Any = {key: tuple(each) if isinstance(each, list) else each for key, each in entry[kind].items()}
            value = of(value.reshape(entry["shape"]), **how)
    return Argument(entry["name"], value)


def write_result(result: LaunchResult) -> tuple[Json, list[memoryview]]:
    """A result as JSON, and its outputs as blobs."""
    positions = sorted(result.outputs)
    header = {
        "outputs": positions, "accesses": [asdict(a) for a in result.accesses],
        "hazards": [asdict(h) for h in result.hazards], "faults": [asdict(f) for f in result.faults],
        "thread_instructions": result.thread_instructions, "divergent_branches": result.divergent_branches,
        "barriers": result.barriers, "printed": result.printed, "samples": [asdict(s) for s in result.samples],
        "loops": [asdict(each) for each in result.loops], "executed": [astuple(each) for each in result.executed],
        "orders": [asdict(each) for each in result.orders], "alone": [asdict(each) for each in result.alone],
        "walk": result.walk and asdict(result.walk), "copies": [asdict(each) for each in result.copies],
    }  # fmt: skip
    return header, [_raw(result.outputs[p]) for p in positions]


def read_result(data: Json, blobs: list[bytearray], request: LaunchRequest) -> LaunchResult:
    """The inverse of write_result; outputs take the types of the request's buffers. Raises as read_program does."""
    outputs = {}
    for position, blob in zip(data["outputs"], blobs, strict=True):
        given = dict(enumerate(request.arguments))[position].buffer
        if given is None or len(blob) != given.nbytes:
            raise ValueError("an output of the wrong size")
        outputs[position] = np.frombuffer(blob, given.dtype)
    return LaunchResult(
        outputs=outputs, accesses=tuple(made(AccessLine, a) for a in data["accesses"]),
        hazards=tuple(read_hazard(h) for h in data["hazards"]), faults=tuple(read_fault(f) for f in data["faults"]),
        thread_instructions=_count(data["thread_instructions"]), divergent_branches=_count(data["divergent_branches"]),
        barriers=_count(data["barriers"]), printed=_text(data["printed"]),
        samples=tuple(_sample(s) for s in data["samples"]),
        loops=tuple(made(LoopRounds, each) for each in data.get("loops", ())),
        executed=tuple(read_executed(each) for each in data.get("executed", ())),
        orders=tuple(_order(each) for each in data.get("orders", ())),
        alone=tuple(_order(each) for each in data.get("alone", ())), walk=_walk(data.get("walk")),
        copies=tuple(made(CopiedAhead, each) for each in data.get("copies", ())),
    )  # fmt: skip


def _order(data: Json) -> OtherOrder:
    fault = data.get("fault")
    return made(OtherOrder, {**data, "fault": None if fault is None else read_fault(fault)})


def _raw(values: Array) -> memoryview:
    """The bytes of an array, copied only if it is not contiguous."""
    return np.ascontiguousarray(values).reshape(-1).view(np.uint8).data


def _sample(data: object) -> WarpAccess:
    found = made(WarpAccess, data)
    if len(found.addresses) != WARP or not 0 < found.active < 1 << WARP:
        raise ValueError("no warp")
    return replace(found, block=_dim3(list(found.block)), addresses=tuple(found.addresses))


def _walk(data: Json | None) -> WarpWalk | None:
    if data is None:
        return None
    steps = tuple(replace(step, lines=tuple(step.lines)) for step in (made(WalkStep, each) for each in data["steps"]))
    if not all(0 < step.active < 1 << WARP and 0 < step.instructions < _MOST for step in steps):
        raise ValueError("no way of a warp")
    return replace(made(WarpWalk, {**data, "steps": steps}), block=_dim3(list(data["block"])), steps=steps)


def read_executed(data: object) -> Executed:
    """A machine instruction that was executed, from its values in order. Raises ValueError."""
    row = made_in_order(Executed, data)
    counts = (row.thread_inst_executed, row.thread_inst_executed_true, row.wavefronts, row.sectors, row.address,
              row.sectors_local, row.divergent)  # fmt: skip
    if row.pipe not in ("", *PIPES):
        raise ValueError("no pipe")
    if not 0 < row.inst_executed < _MOST or not all(0 <= n < _MOST for n in counts) or not row.opcode:
        raise ValueError("no machine instruction")
    return row


def _text(value: object) -> str:
    if not isinstance(value, str):
        raise ValueError("no text")
    return value


def _count(value: object) -> int | None:
    if not fits(value, int | None):
        raise ValueError("no number")
    return value  # type: ignore[return-value]


def _dim3(values: list[int]) -> tuple[int, int, int]:
    x, y, z = (int(v) for v in values)
    return x, y, z


def read_hazard(data: Json) -> Hazard:
    """A hazard from its fields."""
    example = {k: tuple(v) if isinstance(v, list) else v for k, v in data["example"].items()}
    return made(Hazard, {**data, "example": example})


def read_fault(data: Json) -> Fault:
    """A fault from its fields."""
    place = {k: None if data[k] is None else _dim3(data[k]) for k in ("block", "thread")}
    return made(Fault, {**data, **place})


def write_failure(error: Exception) -> Json:
    """An exception as JSON, for the parent to raise again; an unexpected one becomes a ToolchainError."""
    if isinstance(error, CompileError):
        return {"failed": "CompileError", "diagnostics": [asdict(d) for d in error.diagnostics], "log": error.log}
    if isinstance(error, UnknownKernel):
        kind = "AmbiguousKernel" if isinstance(error, AmbiguousKernel) else "UnknownKernel"
        return {"failed": kind, "name": error.kernel, "candidates": list(error.candidates)}
    if isinstance(error, Unavailable):
        return {"failed": "Unavailable", "key": error.key, "detail": error.detail}
    known = next((name for name, kind in _WITH_MESSAGE.items() if isinstance(error, kind)), None)
    message = str(error) if known else f"{type(error).__name__}: {error}"
    return {"failed": known or "ToolchainError", "message": message}


def raise_failure(data: Json) -> NoReturn:
    """Raise the exception that write_failure described; for malformed data, raises as read_program does."""
    kind = data["failed"]
    if kind == "CompileError":
        raise CompileError(tuple(made(Diagnostic, d) for d in data["diagnostics"]), _text(data["log"]))
    if kind in ("UnknownKernel", "AmbiguousKernel"):
        unknown = AmbiguousKernel if kind == "AmbiguousKernel" else UnknownKernel
        raise unknown(_text(data["name"]), tuple(map(_text, data["candidates"])))
    if kind == "Unavailable":
        raise Unavailable(_text(data["key"]), _text(data["detail"]))
    raise _WITH_MESSAGE.get(_text(kind), ToolchainError)(_text(data["message"]))
