"""Small PTX programs made from the table of forms: every opcode with every type, its operands right or wrong."""

from __future__ import annotations

from grader.simt.forms import ROWS
from grader.simt.operations import OPERATIONS
from grader.simt.ptx import TYPE_BYTES
from tests.simt.fuzzing.choices import Choices
from tests.simt.fuzzing.seeds import THREADS, Seed
from tests.simt.fuzzing.words import ADDRESSES, LINES, MODIFIERS, OPERANDS, TYPES

ADD_ONE = """.func (.param .b32 f_ret) f(.param .b32 f_0)
{
.reg .b32 %r<4>;
ld.param.b32 %r1, [f_0];
add.s32 %r2, %r1, 1;
st.param.b32 [f_ret], %r2;
ret;
}
"""
TOP = (
    """.version 9.0
.target sm_90
.address_size 64
.global .align 8 .b8 table[64] = {1, 2, 3};
.global .align 8 .u64 pointer = generic(table)+8;
.const .align 4 .f32 factor = 0f40400000;
.extern .shared .align 16 .b8 dynamic[];
"""
    + ADD_ONE
    + """.func (.param .b32 g_ret) g(.param .b32 g_0)
{
.reg .pred %p<2>;
.reg .b32 %r<4>;
ld.param.b32 %r1, [g_0];
setp.lt.s32 %p1, %r1, 1;
@%p1 bra $L_g;
sub.s32 %r1, %r1, 1;
{
.param .b32 param0;
.param .b32 retval0;
st.param.b32 [param0], %r1;
call (retval0), g, (param0);
ld.param.b32 %r1, [retval0];
}
$L_g:
st.param.b32 [g_ret], %r1;
ret;
}
.visible .entry k(.param .u64 k_0, .param .u64 k_1, .param .u32 k_2, .param .align 4 .b8 k_3[12])
{
.reg .pred %p<4>;
.reg .b16 %rs<4>;
.reg .b32 %r<8>;
.reg .b64 %rd<8>;
.reg .f32 %f<4>;
.reg .f64 %fd<4>;
.shared .align 16 .b8 tile[512];
.local .align 16 .b8 depot[32];
.loc 1 3 1
ld.param.u64 %rd1, [k_0];
ld.param.u64 %rd2, [k_1];
mov.u32 %r1, %tid.x;
mul.wide.u32 %rd3, %r1, 16;
add.s64 %rd1, %rd1, %rd3;
cvta.shared.u64 %rd4, tile;
shl.b32 %r4, %r1, 4;
setp.lt.u32 %p1, %r1, 7;
cvt.rn.f32.u32 %f1, %r1;
"""
)
BOTTOM = '$L_end:\nst.global.b32 [%rd1], %r2;\nret;\n}\n.file 1 "kernel.cu"\n'
_CALL = """{{
.param .b32 param0;
.param .b32 retval0;
st.param.b32 [param0], {argument};
call.uni (retval0), {function}, (param0);
ld.param.b32 {result}, [retval0];
}}"""
_SWITCH = """rem.u32 %r7, %r1, 3;
$table: .branchtargets $L_0, $L_end, $L_1;
brx.idx %r7, $table;"""
_LABELS = ("$L_0", "$L_1", "$L_end")
_MEMORY = ("", ".volatile", ".relaxed.gpu", ".acquire.cta", ".L1::evict_last", ".weak", ".cluster")
_SPACES = (".global", ".shared", ".local", "", ".const", ".param", ".shared::cta")
_VECTORS = ("", "", "", ".v2", ".v4", ".v8")
_OFFSETS = ("", "+4", "+8", "+16", "+-4", "-16", "+1", "+512", "+0x20", "+2147483647")
_BASES = ("%rd1", "%rd2", "%rd4", "%r4", "tile", "depot", "table", "factor", "dynamic", "k_2", "k_3", "%rd7")
_SOURCES = (
    "0", "1", "-1", "31", "33", "64", "255", "-2147483648", "4294967295", "0x7FFFFFFFFFFFFFFF", "-9223372036854775808",
    "0f7F800000", "0fFFC00000", "0d3FF8000000000000", "%tid.x", "%laneid", "%ntid.y", "%ctaid.z", "%lanemask_lt",
    "%clock", "tile", "table+4", "dynamic", "depot", "WARP_SZ",
)  # fmt: skip
_NAMES = tuple(sorted({*OPERATIONS, "brx", "ret", "exit", "trap", "bra", "frob", "return", "pass", "call_function"}))
_MODES = ("setp", "set", "testp", "shfl", "vote", "match", "redux", "isspacep", "shf", "mul", "mad", "madc", "cvta",
          "vset", "vset2", "vset4")  # fmt: skip
_GUARDS = ("", "", "", "", "@%p1 ", "@!%p2 ")
_BY_SIZE = {1: ("%rs1", "%rs2"), 2: ("%rs1", "%rs2"), 4: ("%r1", "%r2", "%r3", "%f1"), 8: ("%rd5", "%rd6", "%fd1")}


def program(choose: Choices) -> Seed:
    """A kernel of up to five statements between a beginning that sets registers and an end that stores one."""
    body = [_statement(choose) for _ in range(1 + choose.below(5))]
    for label in _LABELS[:2]:
        body.insert(choose.below(len(body) + 1), f"{label}:")
    return Seed("k", f"{TOP}{chr(10).join(body)}\n{BOTTOM}", choose.of(THREADS))


def _statement(choose: Choices) -> str:
    kind = choose.below(20)
    if kind == 0:
        return choose.of(LINES)
    if kind == 1:
        argument, result = _register(choose, "b32"), _register(choose, "b32")
        return _CALL.format(argument=argument, function=choose.of("ffggffggk"), result=result)
    if kind == 2:
        return _SWITCH
    if kind == 3:
        return f"{choose.of(_GUARDS)}{choose.of((*_NAMES, ''))}{_anything(choose)};"
    return f"{choose.of(_GUARDS)}{_known(choose)};"


def _anything(choose: Choices) -> str:
    """Modifiers, a type and operands, whatever they are."""
    parts = [*choose.some(MODIFIERS, 2), *choose.some(TYPES, 2)]
    return "".join(f".{part}" for part in parts) + " " + ", ".join(choose.some(OPERANDS, 5))


def _known(choose: Choices) -> str:
    """An instruction in one of its forms; now and then one operand or one modifier is another's."""
    names, letters, types, modifiers = choose.of(ROWS)
    name = choose.of(names.split())
    kinds = [choose.of(part.split()) for part in types.split("/")] if types else []
    if name.partition(".")[0] in ("ld", "ldu", "st", "atom", "red"):
        middle = choose.of(_MEMORY) + choose.of(_SPACES) + choose.of(_VECTORS)
    elif letters[:1] == "d":
        signs = "".join(f".{choose.of(('u32', 's32'))}" for _ in range(2 if name.startswith("vset") else 3))
        middle = signs + _modifiers(choose, name, [m for m in modifiers.split() if m not in ("u32", "s32")])
    else:
        middle = _modifiers(choose, name, modifiers.replace("*", "uni").split())
    if choose.below(16) == 0:
        middle += f".{choose.of(MODIFIERS)}"
    kind = next((k for k in reversed(kinds) if k in TYPE_BYTES), "b32")
    wanted = [letter[0] for letter in letters.split() if letter[-1] != "?" or choose.below(2)]
    operands = ", ".join(_operand(choose, letter, kind, middle) for letter in wanted)
    return f"{name}{middle}{''.join(f'.{k}' for k in kinds)} {operands}"


def _modifiers(choose: Choices, name: str, known: list[str]) -> str:
    """Some of the known ones; always one for an opcode that is nothing without."""
    others = [m for m in known if m != "sync"]
    chosen = choose.some(others, 2) if others else []
    if name in _MODES and others and not chosen:
        chosen = [choose.of(others)]
    return "".join(f".{m}" for m in (["sync", *chosen[:1]] if "sync" in known else chosen))


def _operand(choose: Choices, letter: str, kind: str, middle: str) -> str:
    if choose.below(24) == 0:
        return choose.of(OPERANDS)
    if letter in "tv" and (count := next((int(c) for c in "248" if f".v{c}" in middle), 1)) > 1:
        return "{" + ", ".join(_register(choose, kind) for _ in range(count)) + "}"
    if letter in "pq":
        return choose.of(("%p1", "%p2", "!%p1" if letter == "p" else "%p2|%p3"))
    if letter == "m":
        return f"[{choose.of(_BASES)}{choose.of(_OFFSETS)}]" if choose.below(8) else choose.of(ADDRESSES)
    if letter == "l":
        return choose.of(_LABELS)
    if letter == "n":
        return choose.of(("4", "8", "16", "0", "0xE8"))
    if letter == "W" and choose.below(2):
        return f"{_register(choose, 'b32')}|%p1"
    if letter in "dx" and choose.below(2):
        return f"{_register(choose, 'b32')}.{choose.of(('b0', 'b3', 'h0', 'h1', 'b3210', 'b7531', 'h10', 'h32', 'h3'))}"
    if letter in "sivx" and choose.below(4) == 0:
        return choose.of(_SOURCES)
    return _register(choose, "b32" if letter in "iW" else kind)


def _register(choose: Choices, kind: str) -> str:
    return choose.of(("%p1", "%p2", "%p3") if kind == "pred" else _BY_SIZE.get(TYPE_BYTES[kind], ("%rd5",)))
