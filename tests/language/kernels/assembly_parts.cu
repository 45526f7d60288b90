// Inline PTX on parts of registers, on masks, with the modifiers that are easily forgotten: .sat, .ftz, .NaN, .hi.

#define ASM3(target, text, a, b, c) asm(text " %0, %1, %2, %3;" : "=r"(target) : "r"(a), "r"(b), "r"(c))

extern "C" __global__ void video_simd(const unsigned* in, unsigned* out) {
    int i = threadIdx.x;
    unsigned a = in[3 * i], b = in[3 * i + 1], c = in[3 * i + 2], *o = out + 12 * i;
    ASM3(o[0], "vadd4.u32.u32.u32", a, b, c);
    ASM3(o[1], "vsub4.s32.s32.s32.sat", a, b, c);
    ASM3(o[2], "vavrg4.u32.u32.u32", a, b, c);
    ASM3(o[3], "vabsdiff4.s32.s32.s32.add", a, b, c);
    ASM3(o[4], "vmax2.s32.s32.s32", a, b, c);
    ASM3(o[5], "vmin4.u32.u32.u32", a, b, c);
    ASM3(o[6], "vset4.u32.u32.lt.add", a, b, c);
    ASM3(o[7], "vset2.s32.s32.ge", a, b, c);
    asm("{ .reg .b32 t; mov.b32 t, %3; vadd2.s32.s32.s32.sat t.h1, %1.h01, %2.h32, t; mov.b32 %0, t; }" : "=r"(o[8]) : "r"(a), "r"(b), "r"(c));
    asm("{ .reg .b32 t; mov.b32 t, %3; vsub4.u32.u32.u32.add t, %1.b0123, %2.b7654, t; mov.b32 %0, t; }" : "=r"(o[9]) : "r"(a), "r"(b), "r"(c));
    asm("{ .reg .b32 t; mov.b32 t, %3; vmax4.u32.u32.u32 t.b20, %1, %2, t; mov.b32 %0, t; }" : "=r"(o[10]) : "r"(a), "r"(b), "r"(c));
    ASM3(o[11], "vavrg2.s32.s32.s32", a, b, c);
}

extern "C" __global__ void video_scalar(const unsigned* in, unsigned* out) {
    int i = threadIdx.x;
    unsigned a = in[3 * i], b = in[3 * i + 1], c = in[3 * i + 2], *o = out + 8 * i;
    asm("vadd.s32.s32.s32.sat %0, %1.h0, %2.b3;" : "=r"(o[0]) : "r"(a), "r"(b));
    asm("vabsdiff.u32.u32.u32.add %0, %1.b1, %2.b2, %3;" : "=r"(o[1]) : "r"(a), "r"(b), "r"(c));
    asm("vsub.u32.u32.u32.sat %0, %1, %2;" : "=r"(o[2]) : "r"(a), "r"(b));
    asm("vmin.s32.s32.s32.max %0, %1.h1, %2.h1, %3;" : "=r"(o[3]) : "r"(a), "r"(b), "r"(c));
    asm("{ .reg .b32 t; mov.b32 t, %3; vadd.u32.u32.u32.sat t.b2, %1.b0, %2.b0, t; mov.b32 %0, t; }" : "=r"(o[4]) : "r"(a), "r"(b), "r"(c));
    asm("vshl.u32.u32.u32.clamp.add %0, %1, %2.b0, %3;" : "=r"(o[5]) : "r"(a), "r"(b), "r"(c));
    asm("vshr.s32.s32.u32.wrap %0, %1, %2;" : "=r"(o[6]) : "r"(a), "r"(b));
    asm("vset.s32.s32.gt.add %0, %1.h0, %2.h0, %3;" : "=r"(o[7]) : "r"(a), "r"(b), "r"(c));
}

extern "C" __global__ void masks_and_permutations(const unsigned* in, unsigned* out) {
    int i = threadIdx.x;
    unsigned a = in[3 * i], b = in[3 * i + 1], c = in[3 * i + 2], n = c & 63, m = b & 63, *o = out + 14 * i;
    asm("bmsk.clamp.b32 %0, %1, %2;" : "=r"(o[0]) : "r"(n), "r"(m));
    asm("bmsk.wrap.b32 %0, %1, %2;" : "=r"(o[1]) : "r"(n), "r"(m));
    asm("szext.clamp.s32 %0, %1, %2;" : "=r"(o[2]) : "r"(a), "r"(n));
    asm("szext.wrap.u32 %0, %1, %2;" : "=r"(o[3]) : "r"(a), "r"(n));
    o[4] = __fns(a, n & 31, (int)(m & 7) - 3);
    ASM3(o[5], "prmt.b32.f4e", a, b, c);
    ASM3(o[6], "prmt.b32.b4e", a, b, c);
    ASM3(o[7], "prmt.b32.rc8", a, b, c);
    ASM3(o[8], "prmt.b32.ecl", a, b, c);
    ASM3(o[9], "prmt.b32.ecr", a, b, c);
    ASM3(o[10], "prmt.b32.rc16", a, b, c);
    ASM3(o[11], "cvt.pack.sat.u8.s32.b32", a, b, c);
    asm("cvt.pack.sat.s16.s32 %0, %1, %2;" : "=r"(o[12]) : "r"((int)a >> 12), "r"((int)b >> 18));
    asm("{ .reg .pred p; setp.lt.u32 p, %1, %2; set.gt.and.u32.s32 %0, %1, %3, p; }" : "=r"(o[13]) : "r"(a), "r"(b), "r"(c));
}

extern "C" __global__ void products_of_24_bits(const int* in, int* out) {
    int i = threadIdx.x, a = in[3 * i], b = in[3 * i + 1], c = in[3 * i + 2], *o = out + 8 * i;
    asm("mul24.lo.s32 %0, %1, %2;" : "=r"(o[0]) : "r"(a), "r"(b));
    asm("mul24.hi.s32 %0, %1, %2;" : "=r"(o[1]) : "r"(a), "r"(b));
    asm("mul24.hi.u32 %0, %1, %2;" : "=r"(o[2]) : "r"(a), "r"(b));
    ASM3(o[3], "mad24.lo.u32", a, b, c);
    ASM3(o[4], "mad24.hi.sat.s32", a, b, c);
    ASM3(o[5], "mad.hi.sat.s32", a, b, c);
    asm("max.s32.relu %0, %1, %2;" : "=r"(o[6]) : "r"(a), "r"(b));
    o[7] = __vimin3_s32_relu(a, b, c) + __viaddmax_s16x2_relu(a, b, c) + __vimax3_u16x2(a, b, c);
}

extern "C" __global__ void flushed_and_strict_floats(const float* in, float* out) {
    int i = threadIdx.x;
    float a = in[2 * i], b = in[2 * i + 1], *o = out + 10 * i;
    asm("add.ftz.f32 %0, %1, %2;" : "=f"(o[0]) : "f"(a), "f"(b));
    asm("mul.ftz.f32 %0, %1, %2;" : "=f"(o[1]) : "f"(a), "f"(b));
    asm("fma.rn.ftz.f32 %0, %1, %2, %2;" : "=f"(o[2]) : "f"(a), "f"(b));
    asm("max.NaN.f32 %0, %1, %2;" : "=f"(o[3]) : "f"(a), "f"(b));
    asm("min.ftz.f32 %0, %1, %2;" : "=f"(o[4]) : "f"(a), "f"(b));
    asm("neg.ftz.f32 %0, %1;" : "=f"(o[5]) : "f"(a));
    asm("cvt.ftz.sat.f32.f32 %0, %1;" : "=f"(o[6]) : "f"(a));
    asm("add.rz.ftz.f32 %0, %1, %2;" : "=f"(o[7]) : "f"(a), "f"(b));
    asm("{ .reg .pred p; setp.gt.ftz.f32 p, %1, 0f00000000; selp.f32 %0, 0f3F800000, 0f00000000, p; }" : "=f"(o[8]) : "f"(a));
    o[9] = __fdividef(a, b);
}

extern "C" __global__ void logic_with_predicates(const unsigned* in, unsigned* out) {
    int i = threadIdx.x;
    unsigned a = in[3 * i], b = in[3 * i + 1], c = in[3 * i + 2], d, p;
    asm("{ .reg .pred p, q; setp.ne.u32 q, %4, 0; lop3.or.b32 %0|p, %2, %3, %4, 0x80, q; selp.u32 %1, 1, 0, p; }"
        : "=r"(d), "=r"(p) : "r"(a), "r"(b), "r"(c));
    out[3 * i] = d;
    out[3 * i + 1] = p;
    asm("{ .reg .pred p, q; setp.lt.u32 q, %2, %3; lop3.and.b32 _|p, %1, %2, %3, 0x96, q; selp.u32 %0, 5, 9, p; }"
        : "=r"(p) : "r"(a), "r"(b), "r"(c));
    out[3 * i + 2] = p;
}

// A subtraction leaves a carry where it did not borrow: what follows may add it.
extern "C" __global__ void carries_after_borrows(const unsigned* in, unsigned* out) {
    int i = threadIdx.x;
    unsigned a = in[3 * i], b = in[3 * i + 1], c = in[3 * i + 2], *o = out + 4 * i;
    asm("sub.cc.u32 %0, %2, %3; addc.u32 %1, 0, 0;" : "=r"(o[0]), "=r"(o[1]) : "r"(a), "r"(b));
    asm("sub.cc.u32 %0, %1, %2; subc.cc.u32 %0, %3, %1; addc.u32 %0, %0, %2;" : "=&r"(o[2]) : "r"(a), "r"(b), "r"(c));
    asm("add.cc.u32 %0, %1, %2; subc.u32 %0, %3, %2;" : "=&r"(o[3]) : "r"(a), "r"(b), "r"(c));
}
