"""The vocabulary of broken PTX: extreme numbers, operands of every class, modifiers, and lines that nobody writes."""

from __future__ import annotations

from grader.simt.ptx import TYPE_BYTES

EXTREMES = (
    "0", "-0", "1", "-1", "3", "31", "32", "33", "63", "64", "255", "4096", "65536", "2147483647", "-2147483648",
    "4294967295", "4294967296", "9223372036854775807", "-9223372036854775808", "18446744073709551616", "1" + "0" * 40,
    "9" * 5000, "0x", "0xFFFFFFFFFFFFFFFFFF", "08", "017", "0b11", "1_0", "1e9", "0f7FC00000", "0fFFF",
    "0d7FF8000000000000",
    "0dz", "4U", "-4U", "", "٣", "²",
)  # fmt: skip
REGISTERS = (
    "%p1", "%p2", "%rs1", "%rs2", "%r1", "%r2", "%r3", "%rd1", "%rd2", "%rd3", "%f1", "%f2", "%fd1", "%fd2",
)  # fmt: skip
SPECIALS = (
    "%tid.x", "%tid.y", "%ntid.x", "%ctaid.z", "%nctaid.y", "%tid", "%tid.w", "%laneid", "%warpid", "%lanemask_lt",
    "%lanemask_xx", "%clock", "%clock64", "%clock_hi", "%globaltimer", "%smid", "%nsmid", "%gridid", "%envreg3",
    "%dynamic_smem_size", "%total_smem_size", "%total_smem", "%pm0", "%cluster_ctaid.x", "%is_explicit_cluster",
    "%tidy", "%r1.x", "%r99999999999",
)  # fmt: skip
ADDRESSES = (
    "[%rd1]", "[%rd1+4]", "[%rd1+-4]", "[%rd1-4]", "[%rd1+0x10]", "[%rd2+99999999999999999999]", "[%r1]", "[%f1]",
    "[tile]", "[tile+4]", "[table+4]", "[depot]", "[k_0]", "[k_0+4]", "[k_9]", "[0]", "[-1]", "[4096]", "[]",
    "[[%rd1]]",
    "[%rd1", "%rd1]", "[%rd1+%rd2]", "[%p1]", "[nobody]", "[k]", "[%tid.x]", "[tile+" + "9" * 5000 + "]",
)  # fmt: skip
VECTORS = (
    "{%r1, %r2}", "{%f1, %f2, %f3, %f0}", "{%r1, _}", "{_, _}", "{}", "{%r1}", "{%p1, %rd1}", "{1, 2}", "{%rs1, %rs2}",
    "{%rd1, %rd2}", "{{%r1}, %r2}", "{%r1, %r2, %r3, %r1, %r2, %r3, %r1, %r2}",
)  # fmt: skip
OTHERS = (
    "_", "%_", "!%p1", "!!%p1", "!%r1", "%p1|%p2", "%r1|%p1", "%p1|_", "_|%p1", "%r1|%r2|%r3", "tile", "table",
    "tile+4",
    "depot", "k", "k_0", "nobody", "WARP_SZ", "$L_end", "$nowhere", "$table", "generic(table)", "(%r1)", "()", "(", ")",
    '"text"', "%", "$", "!", "-", "+", "%r1+4", "-%r1", "%é", "변수", "f", "vprintf", "malloc",
)  # fmt: skip
NUMBERS = (*EXTREMES, "2", "4", "5", "8", "16", "0f3F800000", "0fBF800000", "0d3FF0000000000000")
OPERANDS = (*REGISTERS, *SPECIALS, *ADDRESSES, *VECTORS, *OTHERS, *NUMBERS)
TYPES = (*TYPE_BYTES, "u16x2", "s16x2", "tf32", "e4m3x2", "texref", "b1", "x", "")
MODIFIERS = (
    "rn", "rz", "rm", "rp", "rni", "rzi", "rmi", "rpi", "ftz", "sat", "approx", "full", "relu", "NaN", "xorsign", "abs",
    "satfinite", "noftz", "lo", "hi", "wide", "cc", "shiftamt", "clamp", "wrap", "l", "r", "left", "right", "f4e",
    "b4e",
    "eq", "ne", "lt", "le", "gt", "ge", "ls", "hs", "equ", "neu", "ltu", "num", "nan", "and", "or", "xor", "add", "min",
    "max", "inc", "dec", "exch", "cas", "popc", "ballot", "any", "all", "uni", "up", "down", "bfly", "idx", "sync",
    "arrive", "red", "warp", "aligned", "cta", "gpu", "sys", "volatile", "relaxed", "acquire", "release", "acq_rel",
    "nc", "ca", "cg", "cs", "lu", "cv", "wb", "wt", "L2", "v2", "v4", "v8", "shared", "global", "local", "const",
    "param",
    "to", "async", "bulk", "commit_group", "wait_group", "wait_all", "tensor", "mbarrier", "finite", "infinite",
    "number",
    "notanumber", "normal", "subnormal", "idx", "match", "level", "128B", "::cta", "evict_first", "", "x", "_", "é",
)  # fmt: skip

LINES = (
    "{", "}", "}}", "{{", ";", ";;", ":", "$L_end:", "$L_end: $L_end:", "$table: .branchtargets $L_end, $nowhere;",
    ".branchtargets $L_end;", ".branchtargets;", "$table: .calltargets f;", ".callprototype _ ();",
    "brx.idx %r1, $table;",
    "brx.idx %r1, $nowhere;", "brx.idx %r1;", "brx.idx 0, $table;", "bra;", "bra %r1;", "bra $nowhere;",
    "bra $L_end, 4;",
    "ret", "ret;", "exit;", "ret 4;", "trap;", "call f;", "call f, ();", "call (%r1), f, (%r1);", "call;",
    "call (), f, ();",
    "call k;", "call.uni k, (k_0);", "call (%r1), %rd1, (%r1), proto;", "call vprintf;", "call vprintf, (%rd1);",
    "call (%r1), vprintf, (%rd1, %rd2);", "call __assertfail, (%rd1);", "call (%rd1), malloc, (%rd2);", "call 5;",
    ".reg .b32 %r<99999999999999999999>;", ".reg .b32 %r<-1>;", ".reg .b32 %r<>;", ".reg .b32 %r<x>;",
    ".reg .b32 %r<4;",
    ".reg .b32;", ".reg .b32 ;", ".reg .b32 ,,;", ".reg .b32 r;", ".reg .b32 %;", ".reg .nothing %r<4>;", ".reg %r;",
    ".reg .b128 %q<4>;", ".reg .v4 .b32 %v;", ".reg .pred %r<4>;", ".reg .f64 %r1;", ".reg .b32 %tid;",
    ".reg .b32 %p<9>;",
    ".shared .align 0 .b8 z[4];", ".shared .align 3 .b8 z[4];", ".shared .align 99999999999 .b8 z[4];",
    ".shared .b8 z[-4];",
    ".shared .align 16 .b8 z[99999999999];", ".shared .b8 z[999999][999999][999999];", ".shared .b8 z;",
    ".shared .f32 z[];",
    ".shared .b8 tile[4];", ".extern .shared .align 16 .b8 dyn[];", ".shared .b64 p = z;", ".shared .texref z;",
    ".local .align 16 .b8 big[600000];", ".local .align 16 .b8 big[99999999999];", ".local .b8 small[];",
    ".local .b8 k[4];",
    ".global .align 8 .u64 self = self;", ".global .align 8 .u64 self[2] = {self, generic(self)+8};",
    ".global .align 8 .u64 self[1] = {self, self, self};", ".global .b8 g[99999999999];",
    ".global .b8 g[] = {1, 2, 3};",
    ".global .b8 g[2] = {1, 2, 3};", ".global .u32 g = 99999999999999999999;", ".global .f32 g = 0f;",
    ".global .f32 g = x;",
    ".global .f32 g = 0fzzzzzzzz;", ".global .f32 g = {0f3F800000, 1.5, 0d3FF0000000000000};",
    ".global .u32 g = {{1}, {2}};",
    ".global .u32 g = \"text\";", ".global .u32 g = ;", ".global .pred g = 1;", ".global .b128 g = 1;",
    ".global .f16 g = 1;",
    ".global .bf16x2 g[2] = {1, 2};", ".const .align 4 .b32 c[4] = {0xff, -1, 010, 08};", ".const .b8 c[999999999];",
    ".global .attribute(.managed) .align 4 .b32 m;", ".global .v4 .f32 w;", ".weak .global .b32 w = 3;", ".alias f, k;",
    ".param .b32 param0;", ".param .b8 param0[99999999999];", ".param .align 0 .b8 param0[4];", ".param;",
    "st.param.b32 [param0], %r1;", "ld.param.b32 %r1, [param0+4];", "ld.param.v2.b32 {%r1, %r2}, [k_0];",
    "ld.param.b32 %r1, [k_0+99999999999];", "ld.param.b32 %r1, [k_0-4];", "ld.param.b32 %r1, [%rd1];",
    "ld.param.b32 %r1;",
    "st.param.b32 [k_0], %r1;", ".func f() { call f, (); ret; }", ".func f\n{\nret;\n}", ".func f();", ".func ();",
    ".func",
    ".entry", ".entry k", ".entry k()", ".visible .entry k() { ret; }", ".visible .entry k(.param .u64 k_0)\n{",
    ".entry k(.param .align 0 .b8 p[4]) { ret; }", ".entry k(.param .b8 p[99999999999]) { ret; }", ".entry () { ret; }",
    ".loc 1 5 1", ".loc 99 99 99", ".loc 1 99999999999999999999 1", ".loc 1", ".loc",
    ".loc 1 5 1, function_name $x, inlined_at 1 5 1",
    ".loc 2 5 1, function_name $x, inlined_at 3 6 1", ".loc 3 6 1, function_name $x, inlined_at 2 5 1",
    ".file 1 \"x.cu\"",
    ".file 99999999999999999999 \"x\"", ".file 1 \"unfinished", ".section .debug_str {", ".pragma \"nounroll\";",
    ".pragma \";\";",
    ".maxntid 32, 1, 1", ".minnctapersm 99", ".nothing;", ".nothing .b32 x;", ".version 9.0", ".target sm_90, debug",
    "//", "/*",
    "*/", "/* ; */ ret;", "/* two\nlines */", '"', "@%p1 ret;", "@%p1 exit;", "@!%p1 bra $L_end;", "@%p1;", "@%p1 {",
    "@%p1 call f;",
    "bar;", "bar.sync;", "bar.sync 0;", "bar.sync 1;", "bar.sync %r1;", "bar.sync 0, 33;",
    "bar.red.popc.u32 %r1, 0, %p1;",
    "bar.red.popc.u32 %r1, 0;", "bar.red.and.pred %p1, 0, !%p2;", "bar.red.or.pred %r1, 0, %r2;",
    "bar.red.xor.pred %p1, 0, %p2;",
    "bar.warp.sync;", "bar.warp.sync -1;", "bar.arrive 0, 64;", "barrier.sync 0;", "barrier.cluster.arrive;",
    "barrier;",
    "cp.async.ca.shared.global [tile], [%rd1], 4;", "cp.async.ca.shared.global [tile], [%rd1], 0;", "cp.async;",
    "cp.async.ca.shared.global [tile], [%rd1], 3;", "cp.async.ca.shared.global [tile], [%rd1], -4, 99;",
    "cp.async.ca.shared.global [tile], [%rd1];", "cp.async.wait_group;", "cp.async.wait_group -1;",
    "cp.async.wait_group %r1;",
    "cp.async.commit_group 4;", "cp.async.ca.shared.global [tile], [%rd1], 16, 17;", "cp.async.bulk.wait_group 0;",
    "griddepcontrol.wait;", "wgmma.fence.sync.aligned;", "setmaxnreg.inc.sync.aligned.u32 240;",
    "elect.sync %r1|%p1, -1;",
    "mov.b128 %q1, {%rd1, %rd2};", "ld.global.b128 %q1, [%rd1];", "vote.ballot.b32 %r1, %p1;",
    "shfl.up.b32 %r1, %r2, 1, 0;",
    "lop3.or.b32 %r1|%p1, %r1, %r2, %r3, 0xE8, %p2;", "setp.lt.and.s32 %p1|%p2, %r1, %r2, !%p1;", "mov.u32 %r1, k;",
    "mov.v4.u32 {%r1, %r2, %r3, %r1}, %tid;", "mov.b32 {%rs1, %rs2}, {%rs2, %rs1};", "mov.b32 {}, %r1;",
    "mov.b32 %r1, {};",
    "mov.u64 %rd1, tile+99999999999999999999;", "mov.pred %p1, 1;", "mov.pred %p1, %r1;", "mov.u32 %tid.x, 4;",
    "add.s32 _, %r1, %r2;",
)  # fmt: skip

CHARACTERS = (*'{}()[]<>;:,.@!%$"\\/*=+-|_ \t\n', "\r", "\0", "\f", "\u2028", "\x85", "\ud800", "é", "変", "²")
