// What a NaN becomes: each operation on every pair of special numbers, as bits. One thread a pair.
typedef unsigned u32; typedef unsigned long long u64; typedef unsigned short u16;
__constant__ u32 SINGLES[12] = {0x7fc12345u, 0xffc12345u, 0x7f812345u, 0xff812345u, 0x7fffffffu, 0xffffffffu, 0x7f800000u, 0xff800000u, 0x0u, 0x80000000u, 0x3fc00000u, 0xbf800000u};
__constant__ u64 DOUBLES[12] = {0x7ff82468a0000005ull, 0xfff82468a0000005ull, 0x7ff02468a0000005ull, 0xfff02468a0000005ull, 0x7fffffffe0000005ull, 0xffffffffe0000005ull, 0x7ff0000000000000ull, 0xfff0000000000000ull, 0x0ull, 0x8000000000000000ull, 0x3ff8000000000000ull, 0xbff0000000000000ull};
__constant__ u16 HALVES[12] = {0x7e12, 0xfe12, 0x7c12, 0xfc12, 0x7fff, 0xffff, 0x7c00, 0xfc00, 0x0, 0x8000, 0x3e00, 0xbc00};
__constant__ u16 BRAINS[12] = {0x7fc1, 0xffc1, 0x7f81, 0xff81, 0x7fff, 0xffff, 0x7f80, 0xff80, 0x0, 0x8000, 0x3fc0, 0xbf80};

extern "C" __global__ void singles(u32* out)
{
    int t = threadIdx.x;
    u32 a = SINGLES[t / 12], b = SINGLES[t % 12], c = SINGLES[(t * 5 + t / 7) % 12];
    u32 r;
    asm volatile("{ .reg .f32 x, y, z, w; mov.b32 x, %1; mov.b32 y, %2; mov.b32 z, %3; add.rn.f32 w, x, y; mov.b32 %0, w; }" : "=r"(r) : "r"(a), "r"(b), "r"(c)); out[0 * 144 + t] = r;
    asm volatile("{ .reg .f32 x, y, z, w; mov.b32 x, %1; mov.b32 y, %2; mov.b32 z, %3; add.rz.f32 w, x, y; mov.b32 %0, w; }" : "=r"(r) : "r"(a), "r"(b), "r"(c)); out[1 * 144 + t] = r;
    asm volatile("{ .reg .f32 x, y, z, w; mov.b32 x, %1; mov.b32 y, %2; mov.b32 z, %3; add.rn.ftz.f32 w, x, y; mov.b32 %0, w; }" : "=r"(r) : "r"(a), "r"(b), "r"(c)); out[2 * 144 + t] = r;
    asm volatile("{ .reg .f32 x, y, z, w; mov.b32 x, %1; mov.b32 y, %2; mov.b32 z, %3; sub.rn.f32 w, x, y; mov.b32 %0, w; }" : "=r"(r) : "r"(a), "r"(b), "r"(c)); out[3 * 144 + t] = r;
    asm volatile("{ .reg .f32 x, y, z, w; mov.b32 x, %1; mov.b32 y, %2; mov.b32 z, %3; mul.rn.f32 w, x, y; mov.b32 %0, w; }" : "=r"(r) : "r"(a), "r"(b), "r"(c)); out[4 * 144 + t] = r;
    asm volatile("{ .reg .f32 x, y, z, w; mov.b32 x, %1; mov.b32 y, %2; mov.b32 z, %3; mul.rz.f32 w, x, y; mov.b32 %0, w; }" : "=r"(r) : "r"(a), "r"(b), "r"(c)); out[5 * 144 + t] = r;
    asm volatile("{ .reg .f32 x, y, z, w; mov.b32 x, %1; mov.b32 y, %2; mov.b32 z, %3; add.sat.f32 w, x, y; mov.b32 %0, w; }" : "=r"(r) : "r"(a), "r"(b), "r"(c)); out[6 * 144 + t] = r;
    asm volatile("{ .reg .f32 x, y, z, w; mov.b32 x, %1; mov.b32 y, %2; mov.b32 z, %3; fma.rn.f32 w, x, y, z; mov.b32 %0, w; }" : "=r"(r) : "r"(a), "r"(b), "r"(c)); out[7 * 144 + t] = r;
    asm volatile("{ .reg .f32 x, y, z, w; mov.b32 x, %1; mov.b32 y, %2; mov.b32 z, %3; fma.rn.f32 w, z, x, y; mov.b32 %0, w; }" : "=r"(r) : "r"(a), "r"(b), "r"(c)); out[8 * 144 + t] = r;
    asm volatile("{ .reg .f32 x, y, z, w; mov.b32 x, %1; mov.b32 y, %2; mov.b32 z, %3; fma.rm.f32 w, x, y, z; mov.b32 %0, w; }" : "=r"(r) : "r"(a), "r"(b), "r"(c)); out[9 * 144 + t] = r;
    asm volatile("{ .reg .f32 x, y, z, w; mov.b32 x, %1; mov.b32 y, %2; mov.b32 z, %3; fma.rn.sat.f32 w, x, y, z; mov.b32 %0, w; }" : "=r"(r) : "r"(a), "r"(b), "r"(c)); out[10 * 144 + t] = r;
    asm volatile("{ .reg .f32 x, y, z, w; mov.b32 x, %1; mov.b32 y, %2; mov.b32 z, %3; min.f32 w, x, y; mov.b32 %0, w; }" : "=r"(r) : "r"(a), "r"(b), "r"(c)); out[11 * 144 + t] = r;
    asm volatile("{ .reg .f32 x, y, z, w; mov.b32 x, %1; mov.b32 y, %2; mov.b32 z, %3; max.f32 w, x, y; mov.b32 %0, w; }" : "=r"(r) : "r"(a), "r"(b), "r"(c)); out[12 * 144 + t] = r;
    asm volatile("{ .reg .f32 x, y, z, w; mov.b32 x, %1; mov.b32 y, %2; mov.b32 z, %3; min.NaN.f32 w, x, y; mov.b32 %0, w; }" : "=r"(r) : "r"(a), "r"(b), "r"(c)); out[13 * 144 + t] = r;
    asm volatile("{ .reg .f32 x, y, z, w; mov.b32 x, %1; mov.b32 y, %2; mov.b32 z, %3; max.NaN.f32 w, x, y; mov.b32 %0, w; }" : "=r"(r) : "r"(a), "r"(b), "r"(c)); out[14 * 144 + t] = r;
    asm volatile("{ .reg .f32 x, y, z, w; mov.b32 x, %1; mov.b32 y, %2; mov.b32 z, %3; min.ftz.f32 w, x, y; mov.b32 %0, w; }" : "=r"(r) : "r"(a), "r"(b), "r"(c)); out[15 * 144 + t] = r;
    asm volatile("{ .reg .f32 x, y, z, w; mov.b32 x, %1; mov.b32 y, %2; mov.b32 z, %3; abs.f32 w, x; mov.b32 %0, w; }" : "=r"(r) : "r"(a), "r"(b), "r"(c)); out[16 * 144 + t] = r;
    asm volatile("{ .reg .f32 x, y, z, w; mov.b32 x, %1; mov.b32 y, %2; mov.b32 z, %3; neg.f32 w, x; mov.b32 %0, w; }" : "=r"(r) : "r"(a), "r"(b), "r"(c)); out[17 * 144 + t] = r;
    asm volatile("{ .reg .f32 x, y, z, w; mov.b32 x, %1; mov.b32 y, %2; mov.b32 z, %3; cvt.rni.f32.f32 w, x; mov.b32 %0, w; }" : "=r"(r) : "r"(a), "r"(b), "r"(c)); out[18 * 144 + t] = r;
    asm volatile("{ .reg .f32 x, y, z, w; mov.b32 x, %1; mov.b32 y, %2; mov.b32 z, %3; cvt.rmi.f32.f32 w, x; mov.b32 %0, w; }" : "=r"(r) : "r"(a), "r"(b), "r"(c)); out[19 * 144 + t] = r;
    asm volatile("{ .reg .f32 x, y, z, w; mov.b32 x, %1; mov.b32 y, %2; mov.b32 z, %3; cvt.sat.f32.f32 w, x; mov.b32 %0, w; }" : "=r"(r) : "r"(a), "r"(b), "r"(c)); out[20 * 144 + t] = r;
    asm volatile("{ .reg .f32 x, y, z, w; mov.b32 x, %1; mov.b32 y, %2; mov.b32 z, %3; rcp.approx.f32 w, x; mov.b32 %0, w; }" : "=r"(r) : "r"(a), "r"(b), "r"(c)); out[21 * 144 + t] = r;
    asm volatile("{ .reg .f32 x, y, z, w; mov.b32 x, %1; mov.b32 y, %2; mov.b32 z, %3; rcp.rn.f32 w, x; mov.b32 %0, w; }" : "=r"(r) : "r"(a), "r"(b), "r"(c)); out[22 * 144 + t] = r;
    asm volatile("{ .reg .f32 x, y, z, w; mov.b32 x, %1; mov.b32 y, %2; mov.b32 z, %3; sqrt.approx.f32 w, x; mov.b32 %0, w; }" : "=r"(r) : "r"(a), "r"(b), "r"(c)); out[23 * 144 + t] = r;
    asm volatile("{ .reg .f32 x, y, z, w; mov.b32 x, %1; mov.b32 y, %2; mov.b32 z, %3; sqrt.rn.f32 w, x; mov.b32 %0, w; }" : "=r"(r) : "r"(a), "r"(b), "r"(c)); out[24 * 144 + t] = r;
    asm volatile("{ .reg .f32 x, y, z, w; mov.b32 x, %1; mov.b32 y, %2; mov.b32 z, %3; rsqrt.approx.f32 w, x; mov.b32 %0, w; }" : "=r"(r) : "r"(a), "r"(b), "r"(c)); out[25 * 144 + t] = r;
    asm volatile("{ .reg .f32 x, y, z, w; mov.b32 x, %1; mov.b32 y, %2; mov.b32 z, %3; sin.approx.f32 w, x; mov.b32 %0, w; }" : "=r"(r) : "r"(a), "r"(b), "r"(c)); out[26 * 144 + t] = r;
    asm volatile("{ .reg .f32 x, y, z, w; mov.b32 x, %1; mov.b32 y, %2; mov.b32 z, %3; cos.approx.f32 w, x; mov.b32 %0, w; }" : "=r"(r) : "r"(a), "r"(b), "r"(c)); out[27 * 144 + t] = r;
    asm volatile("{ .reg .f32 x, y, z, w; mov.b32 x, %1; mov.b32 y, %2; mov.b32 z, %3; ex2.approx.f32 w, x; mov.b32 %0, w; }" : "=r"(r) : "r"(a), "r"(b), "r"(c)); out[28 * 144 + t] = r;
    asm volatile("{ .reg .f32 x, y, z, w; mov.b32 x, %1; mov.b32 y, %2; mov.b32 z, %3; lg2.approx.f32 w, x; mov.b32 %0, w; }" : "=r"(r) : "r"(a), "r"(b), "r"(c)); out[29 * 144 + t] = r;
    asm volatile("{ .reg .f32 x, y, z, w; mov.b32 x, %1; mov.b32 y, %2; mov.b32 z, %3; tanh.approx.f32 w, x; mov.b32 %0, w; }" : "=r"(r) : "r"(a), "r"(b), "r"(c)); out[30 * 144 + t] = r;
    asm volatile("{ .reg .f32 x, y, z, w; mov.b32 x, %1; mov.b32 y, %2; mov.b32 z, %3; div.rn.f32 w, x, y; mov.b32 %0, w; }" : "=r"(r) : "r"(a), "r"(b), "r"(c)); out[31 * 144 + t] = r;
    asm volatile("{ .reg .f32 x, y, z, w; mov.b32 x, %1; mov.b32 y, %2; mov.b32 z, %3; div.full.f32 w, x, y; mov.b32 %0, w; }" : "=r"(r) : "r"(a), "r"(b), "r"(c)); out[32 * 144 + t] = r;
    asm volatile("{ .reg .f32 x, y, z, w; mov.b32 x, %1; mov.b32 y, %2; mov.b32 z, %3; copysign.f32 w, x, y; mov.b32 %0, w; }" : "=r"(r) : "r"(a), "r"(b), "r"(c)); out[33 * 144 + t] = r;
    asm volatile("{ .reg .f32 x, y, z, w; mov.b32 x, %1; mov.b32 y, %2; mov.b32 z, %3; cvt.rna.tf32.f32 %0, x; mov.b32 w, %0; mov.b32 %0, w; }" : "=r"(r) : "r"(a), "r"(b), "r"(c)); out[34 * 144 + t] = r;
    asm volatile("{ .reg .pred p; .reg .f32 x, y, z, w; mov.b32 x, %1; mov.b32 y, %2; mov.b32 z, %3; testp.notanumber.f32 p, x; selp.f32 w, y, z, p; mov.b32 %0, w; }" : "=r"(r) : "r"(a), "r"(b), "r"(c)); out[35 * 144 + t] = r;
}

extern "C" __global__ void doubles(u64* out)
{
    int t = threadIdx.x;
    u64 a = DOUBLES[t / 12], b = DOUBLES[t % 12], c = DOUBLES[(t * 5 + t / 7) % 12];
    u64 r;
    asm volatile("{ .reg .f64 x, y, z, w; mov.b64 x, %1; mov.b64 y, %2; mov.b64 z, %3; add.rn.f64 w, x, y; mov.b64 %0, w; }" : "=l"(r) : "l"(a), "l"(b), "l"(c)); out[0 * 144 + t] = r;
    asm volatile("{ .reg .f64 x, y, z, w; mov.b64 x, %1; mov.b64 y, %2; mov.b64 z, %3; add.rz.f64 w, x, y; mov.b64 %0, w; }" : "=l"(r) : "l"(a), "l"(b), "l"(c)); out[1 * 144 + t] = r;
    asm volatile("{ .reg .f64 x, y, z, w; mov.b64 x, %1; mov.b64 y, %2; mov.b64 z, %3; sub.rn.f64 w, x, y; mov.b64 %0, w; }" : "=l"(r) : "l"(a), "l"(b), "l"(c)); out[2 * 144 + t] = r;
    asm volatile("{ .reg .f64 x, y, z, w; mov.b64 x, %1; mov.b64 y, %2; mov.b64 z, %3; mul.rn.f64 w, x, y; mov.b64 %0, w; }" : "=l"(r) : "l"(a), "l"(b), "l"(c)); out[3 * 144 + t] = r;
    asm volatile("{ .reg .f64 x, y, z, w; mov.b64 x, %1; mov.b64 y, %2; mov.b64 z, %3; fma.rn.f64 w, x, y, z; mov.b64 %0, w; }" : "=l"(r) : "l"(a), "l"(b), "l"(c)); out[4 * 144 + t] = r;
    asm volatile("{ .reg .f64 x, y, z, w; mov.b64 x, %1; mov.b64 y, %2; mov.b64 z, %3; fma.rn.f64 w, z, x, y; mov.b64 %0, w; }" : "=l"(r) : "l"(a), "l"(b), "l"(c)); out[5 * 144 + t] = r;
    asm volatile("{ .reg .f64 x, y, z, w; mov.b64 x, %1; mov.b64 y, %2; mov.b64 z, %3; fma.rm.f64 w, x, y, z; mov.b64 %0, w; }" : "=l"(r) : "l"(a), "l"(b), "l"(c)); out[6 * 144 + t] = r;
    asm volatile("{ .reg .f64 x, y, z, w; mov.b64 x, %1; mov.b64 y, %2; mov.b64 z, %3; min.f64 w, x, y; mov.b64 %0, w; }" : "=l"(r) : "l"(a), "l"(b), "l"(c)); out[7 * 144 + t] = r;
    asm volatile("{ .reg .f64 x, y, z, w; mov.b64 x, %1; mov.b64 y, %2; mov.b64 z, %3; max.f64 w, x, y; mov.b64 %0, w; }" : "=l"(r) : "l"(a), "l"(b), "l"(c)); out[8 * 144 + t] = r;
    asm volatile("{ .reg .f64 x, y, z, w; mov.b64 x, %1; mov.b64 y, %2; mov.b64 z, %3; abs.f64 w, x; mov.b64 %0, w; }" : "=l"(r) : "l"(a), "l"(b), "l"(c)); out[9 * 144 + t] = r;
    asm volatile("{ .reg .f64 x, y, z, w; mov.b64 x, %1; mov.b64 y, %2; mov.b64 z, %3; neg.f64 w, x; mov.b64 %0, w; }" : "=l"(r) : "l"(a), "l"(b), "l"(c)); out[10 * 144 + t] = r;
    asm volatile("{ .reg .f64 x, y, z, w; mov.b64 x, %1; mov.b64 y, %2; mov.b64 z, %3; cvt.rni.f64.f64 w, x; mov.b64 %0, w; }" : "=l"(r) : "l"(a), "l"(b), "l"(c)); out[11 * 144 + t] = r;
    asm volatile("{ .reg .f64 x, y, z, w; mov.b64 x, %1; mov.b64 y, %2; mov.b64 z, %3; cvt.rpi.f64.f64 w, x; mov.b64 %0, w; }" : "=l"(r) : "l"(a), "l"(b), "l"(c)); out[12 * 144 + t] = r;
    asm volatile("{ .reg .f64 x, y, z, w; mov.b64 x, %1; mov.b64 y, %2; mov.b64 z, %3; rcp.rn.f64 w, x; mov.b64 %0, w; }" : "=l"(r) : "l"(a), "l"(b), "l"(c)); out[13 * 144 + t] = r;
    asm volatile("{ .reg .f64 x, y, z, w; mov.b64 x, %1; mov.b64 y, %2; mov.b64 z, %3; sqrt.rn.f64 w, x; mov.b64 %0, w; }" : "=l"(r) : "l"(a), "l"(b), "l"(c)); out[14 * 144 + t] = r;
    asm volatile("{ .reg .f64 x, y, z, w; mov.b64 x, %1; mov.b64 y, %2; mov.b64 z, %3; div.rn.f64 w, x, y; mov.b64 %0, w; }" : "=l"(r) : "l"(a), "l"(b), "l"(c)); out[15 * 144 + t] = r;
    asm volatile("{ .reg .f64 x, y, z, w; mov.b64 x, %1; mov.b64 y, %2; mov.b64 z, %3; rcp.approx.ftz.f64 w, x; mov.b64 %0, w; }" : "=l"(r) : "l"(a), "l"(b), "l"(c)); out[16 * 144 + t] = r;
    asm volatile("{ .reg .f64 x, y, z, w; mov.b64 x, %1; mov.b64 y, %2; mov.b64 z, %3; rsqrt.approx.ftz.f64 w, x; mov.b64 %0, w; }" : "=l"(r) : "l"(a), "l"(b), "l"(c)); out[17 * 144 + t] = r;
}

extern "C" __global__ void narrowed(u32* out)
{
    int t = threadIdx.x;
    u64 a = DOUBLES[t / 12], b = DOUBLES[t % 12], c = DOUBLES[(t * 5 + t / 7) % 12];
    u32 r;
    asm volatile("{ .reg .f64 x; .reg .f32 w; mov.b64 x, %1; cvt.rn.f32.f64 w, x; mov.b32 %0, w; }" : "=r"(r) : "l"(a), "l"(b), "l"(c)); out[0 * 144 + t] = r;
    asm volatile("{ .reg .f64 x; .reg .f32 w; mov.b64 x, %1; cvt.rz.f32.f64 w, x; mov.b32 %0, w; }" : "=r"(r) : "l"(a), "l"(b), "l"(c)); out[1 * 144 + t] = r;
    asm volatile("{ .reg .f64 x; .reg .f32 w; mov.b64 x, %1; cvt.rn.ftz.f32.f64 w, x; mov.b32 %0, w; }" : "=r"(r) : "l"(a), "l"(b), "l"(c)); out[2 * 144 + t] = r;
    asm volatile("{ .reg .f64 x; .reg .b16 w; mov.b64 x, %1; cvt.rn.f16.f64 w, x; cvt.u32.u16 %0, w; }" : "=r"(r) : "l"(a), "l"(b), "l"(c)); out[3 * 144 + t] = r;
}

extern "C" __global__ void widened(u64* out)
{
    int t = threadIdx.x;
    u32 a = SINGLES[t / 12], b = SINGLES[t % 12], c = SINGLES[(t * 5 + t / 7) % 12];
    u64 r;
    asm volatile("{ .reg .f32 x; .reg .f64 w; mov.b32 x, %1; cvt.f64.f32 w, x; mov.b64 %0, w; }" : "=l"(r) : "r"(a), "r"(b), "r"(c)); out[0 * 144 + t] = r;
    asm volatile("{ .reg .f32 x; .reg .f64 w; mov.b32 x, %1; cvt.ftz.f64.f32 w, x; mov.b64 %0, w; }" : "=l"(r) : "r"(a), "r"(b), "r"(c)); out[1 * 144 + t] = r;
}

extern "C" __global__ void to_halves(u32* out)
{
    int t = threadIdx.x;
    u32 a = SINGLES[t / 12], b = SINGLES[t % 12], c = SINGLES[(t * 5 + t / 7) % 12];
    u32 r;
    asm volatile("{ .reg .f32 x; .reg .b16 w; mov.b32 x, %1; cvt.rn.f16.f32 w, x; cvt.u32.u16 %0, w; }" : "=r"(r) : "r"(a), "r"(b), "r"(c)); out[0 * 144 + t] = r;
    asm volatile("{ .reg .f32 x; .reg .b16 w; mov.b32 x, %1; cvt.rz.f16.f32 w, x; cvt.u32.u16 %0, w; }" : "=r"(r) : "r"(a), "r"(b), "r"(c)); out[1 * 144 + t] = r;
    asm volatile("{ .reg .f32 x; .reg .b16 w; mov.b32 x, %1; cvt.rn.bf16.f32 w, x; cvt.u32.u16 %0, w; }" : "=r"(r) : "r"(a), "r"(b), "r"(c)); out[2 * 144 + t] = r;
    asm volatile("{ .reg .f32 x; .reg .b16 w; mov.b32 x, %1; cvt.rz.bf16.f32 w, x; cvt.u32.u16 %0, w; }" : "=r"(r) : "r"(a), "r"(b), "r"(c)); out[3 * 144 + t] = r;
    asm volatile("{ .reg .f32 x; .reg .b16 w; mov.b32 x, %1; cvt.rn.relu.f16.f32 w, x; cvt.u32.u16 %0, w; }" : "=r"(r) : "r"(a), "r"(b), "r"(c)); out[4 * 144 + t] = r;
    asm volatile("{ .reg .f32 x, y; mov.b32 x, %1; mov.b32 y, %2; cvt.rn.f16x2.f32 %0, x, y; }" : "=r"(r) : "r"(a), "r"(b), "r"(c)); out[5 * 144 + t] = r;
    asm volatile("{ .reg .f32 x, y; mov.b32 x, %1; mov.b32 y, %2; cvt.rn.bf16x2.f32 %0, x, y; }" : "=r"(r) : "r"(a), "r"(b), "r"(c)); out[6 * 144 + t] = r;
    asm volatile("{ .reg .f32 x, y; mov.b32 x, %1; mov.b32 y, %2; cvt.rn.relu.f16x2.f32 %0, x, y; }" : "=r"(r) : "r"(a), "r"(b), "r"(c)); out[7 * 144 + t] = r;
    asm volatile("{ .reg .f32 x, y; mov.b32 x, %1; mov.b32 y, %2; cvt.rz.bf16x2.f32 %0, x, y; }" : "=r"(r) : "r"(a), "r"(b), "r"(c)); out[8 * 144 + t] = r;
}

extern "C" __global__ void halves_nan(u32* out)
{
    int t = threadIdx.x;
    u16 a = HALVES[t / 12], b = HALVES[t % 12], c = HALVES[(t * 5 + t / 7) % 12];
    u32 r;
    asm volatile("{ .reg .b32 x, y, z, w; mov.b32 x, {%1, %2}; mov.b32 y, {%2, %3}; mov.b32 z, {%3, %1}; fma.rn.f16x2 w, x, y, z; mov.b32 %0, w; }" : "=r"(r) : "h"(a), "h"(b), "h"(c)); out[0 * 144 + t] = r;
    asm volatile("{ .reg .b32 x, y, z, w; mov.b32 x, {%1, %2}; mov.b32 y, {%2, %3}; mov.b32 z, {%3, %1}; fma.rn.relu.f16x2 w, x, y, z; mov.b32 %0, w; }" : "=r"(r) : "h"(a), "h"(b), "h"(c)); out[1 * 144 + t] = r;
    asm volatile("{ .reg .b32 x, y, z, w; mov.b32 x, {%1, %2}; mov.b32 y, {%2, %3}; mov.b32 z, {%3, %1}; min.f16x2 w, x, y; mov.b32 %0, w; }" : "=r"(r) : "h"(a), "h"(b), "h"(c)); out[2 * 144 + t] = r;
    asm volatile("{ .reg .b32 x, y, z, w; mov.b32 x, {%1, %2}; mov.b32 y, {%2, %3}; mov.b32 z, {%3, %1}; max.f16x2 w, x, y; mov.b32 %0, w; }" : "=r"(r) : "h"(a), "h"(b), "h"(c)); out[3 * 144 + t] = r;
    asm volatile("{ .reg .b32 x, y, z, w; mov.b32 x, {%1, %2}; mov.b32 y, {%2, %3}; mov.b32 z, {%3, %1}; min.NaN.f16x2 w, x, y; mov.b32 %0, w; }" : "=r"(r) : "h"(a), "h"(b), "h"(c)); out[4 * 144 + t] = r;
    asm volatile("{ .reg .b32 x, y, z, w; mov.b32 x, {%1, %2}; mov.b32 y, {%2, %3}; mov.b32 z, {%3, %1}; max.NaN.f16x2 w, x, y; mov.b32 %0, w; }" : "=r"(r) : "h"(a), "h"(b), "h"(c)); out[5 * 144 + t] = r;
    asm volatile("{ .reg .b32 x, y, z, w; mov.b32 x, {%1, %2}; mov.b32 y, {%2, %3}; mov.b32 z, {%3, %1}; neg.f16x2 w, x; mov.b32 %0, w; }" : "=r"(r) : "h"(a), "h"(b), "h"(c)); out[6 * 144 + t] = r;
    asm volatile("{ .reg .b32 x, y, z, w; mov.b32 x, {%1, %2}; mov.b32 y, {%2, %3}; mov.b32 z, {%3, %1}; abs.f16x2 w, x; mov.b32 %0, w; }" : "=r"(r) : "h"(a), "h"(b), "h"(c)); out[7 * 144 + t] = r;
    asm volatile("{ .reg .b32 x, y, z, w; mov.b32 x, {%1, %2}; mov.b32 y, {%2, %3}; mov.b32 z, {%3, %1}; add.rn.f16x2 w, x, y; mov.b32 %0, w; }" : "=r"(r) : "h"(a), "h"(b), "h"(c)); out[8 * 144 + t] = r;
    asm volatile("{ .reg .b32 x, y, z, w; mov.b32 x, {%1, %2}; mov.b32 y, {%2, %3}; mov.b32 z, {%3, %1}; mul.rn.f16x2 w, x, y; mov.b32 %0, w; }" : "=r"(r) : "h"(a), "h"(b), "h"(c)); out[9 * 144 + t] = r;
    asm volatile("{ .reg .b32 x, y, z, w; mov.b32 x, {%1, %2}; mov.b32 y, {%2, %3}; mov.b32 z, {%3, %1}; sub.rn.f16x2 w, x, y; mov.b32 %0, w; }" : "=r"(r) : "h"(a), "h"(b), "h"(c)); out[10 * 144 + t] = r;
    asm volatile("{ .reg .b32 x, y, z, w; mov.b32 x, {%1, %2}; mov.b32 y, {%2, %3}; mov.b32 z, {%3, %1}; add.sat.f16x2 w, x, y; mov.b32 %0, w; }" : "=r"(r) : "h"(a), "h"(b), "h"(c)); out[11 * 144 + t] = r;
    asm volatile("{ .reg .b32 x, y, z, w; mov.b32 x, {%1, %2}; mov.b32 y, {%2, %3}; mov.b32 z, {%3, %1}; fma.rn.sat.f16x2 w, x, y, z; mov.b32 %0, w; }" : "=r"(r) : "h"(a), "h"(b), "h"(c)); out[12 * 144 + t] = r;
    asm volatile("{ .reg .b32 x, y, z, w; mov.b32 x, {%1, %2}; mov.b32 y, {%2, %3}; mov.b32 z, {%3, %1}; ex2.approx.f16x2 w, x; mov.b32 %0, w; }" : "=r"(r) : "h"(a), "h"(b), "h"(c)); out[13 * 144 + t] = r;
    asm volatile("{ .reg .b32 x, y, z, w; mov.b32 x, {%1, %2}; mov.b32 y, {%2, %3}; mov.b32 z, {%3, %1}; tanh.approx.f16x2 w, x; mov.b32 %0, w; }" : "=r"(r) : "h"(a), "h"(b), "h"(c)); out[14 * 144 + t] = r;
    asm volatile("{ .reg .f32 w; cvt.f32.f16 w, %1; mov.b32 %0, w; }" : "=r"(r) : "h"(a), "h"(b), "h"(c)); out[15 * 144 + t] = r;
    asm volatile("{ .reg .b16 w; cvt.rni.f16.f16 w, %1; cvt.u32.u16 %0, w; }" : "=r"(r) : "h"(a), "h"(b), "h"(c)); out[16 * 144 + t] = r;
}

extern "C" __global__ void brains_nan(u32* out)
{
    int t = threadIdx.x;
    u16 a = BRAINS[t / 12], b = BRAINS[t % 12], c = BRAINS[(t * 5 + t / 7) % 12];
    u32 r;
    asm volatile("{ .reg .b32 x, y, z, w; mov.b32 x, {%1, %2}; mov.b32 y, {%2, %3}; mov.b32 z, {%3, %1}; fma.rn.bf16x2 w, x, y, z; mov.b32 %0, w; }" : "=r"(r) : "h"(a), "h"(b), "h"(c)); out[0 * 144 + t] = r;
    asm volatile("{ .reg .b32 x, y, z, w; mov.b32 x, {%1, %2}; mov.b32 y, {%2, %3}; mov.b32 z, {%3, %1}; fma.rn.relu.bf16x2 w, x, y, z; mov.b32 %0, w; }" : "=r"(r) : "h"(a), "h"(b), "h"(c)); out[1 * 144 + t] = r;
    asm volatile("{ .reg .b32 x, y, z, w; mov.b32 x, {%1, %2}; mov.b32 y, {%2, %3}; mov.b32 z, {%3, %1}; min.bf16x2 w, x, y; mov.b32 %0, w; }" : "=r"(r) : "h"(a), "h"(b), "h"(c)); out[2 * 144 + t] = r;
    asm volatile("{ .reg .b32 x, y, z, w; mov.b32 x, {%1, %2}; mov.b32 y, {%2, %3}; mov.b32 z, {%3, %1}; max.bf16x2 w, x, y; mov.b32 %0, w; }" : "=r"(r) : "h"(a), "h"(b), "h"(c)); out[3 * 144 + t] = r;
    asm volatile("{ .reg .b32 x, y, z, w; mov.b32 x, {%1, %2}; mov.b32 y, {%2, %3}; mov.b32 z, {%3, %1}; min.NaN.bf16x2 w, x, y; mov.b32 %0, w; }" : "=r"(r) : "h"(a), "h"(b), "h"(c)); out[4 * 144 + t] = r;
    asm volatile("{ .reg .b32 x, y, z, w; mov.b32 x, {%1, %2}; mov.b32 y, {%2, %3}; mov.b32 z, {%3, %1}; max.NaN.bf16x2 w, x, y; mov.b32 %0, w; }" : "=r"(r) : "h"(a), "h"(b), "h"(c)); out[5 * 144 + t] = r;
    asm volatile("{ .reg .b32 x, y, z, w; mov.b32 x, {%1, %2}; mov.b32 y, {%2, %3}; mov.b32 z, {%3, %1}; neg.bf16x2 w, x; mov.b32 %0, w; }" : "=r"(r) : "h"(a), "h"(b), "h"(c)); out[6 * 144 + t] = r;
    asm volatile("{ .reg .b32 x, y, z, w; mov.b32 x, {%1, %2}; mov.b32 y, {%2, %3}; mov.b32 z, {%3, %1}; abs.bf16x2 w, x; mov.b32 %0, w; }" : "=r"(r) : "h"(a), "h"(b), "h"(c)); out[7 * 144 + t] = r;
    asm volatile("{ .reg .b32 x, y, z, w; mov.b32 x, {%1, %2}; mov.b32 y, {%2, %3}; mov.b32 z, {%3, %1}; add.rn.bf16x2 w, x, y; mov.b32 %0, w; }" : "=r"(r) : "h"(a), "h"(b), "h"(c)); out[8 * 144 + t] = r;
    asm volatile("{ .reg .b32 x, y, z, w; mov.b32 x, {%1, %2}; mov.b32 y, {%2, %3}; mov.b32 z, {%3, %1}; mul.rn.bf16x2 w, x, y; mov.b32 %0, w; }" : "=r"(r) : "h"(a), "h"(b), "h"(c)); out[9 * 144 + t] = r;
    asm volatile("{ .reg .b32 x, y, z, w; mov.b32 x, {%1, %2}; mov.b32 y, {%2, %3}; mov.b32 z, {%3, %1}; sub.rn.bf16x2 w, x, y; mov.b32 %0, w; }" : "=r"(r) : "h"(a), "h"(b), "h"(c)); out[10 * 144 + t] = r;
    asm volatile("{ .reg .b32 x, y, z, w; mov.b32 x, {%1, %2}; mov.b32 y, {%2, %3}; mov.b32 z, {%3, %1}; tanh.approx.bf16x2 w, x; mov.b32 %0, w; }" : "=r"(r) : "h"(a), "h"(b), "h"(c)); out[11 * 144 + t] = r;
    asm volatile("{ .reg .b32 x, y, z, w; mov.b32 x, {%1, %2}; mov.b32 y, {%2, %3}; mov.b32 z, {%3, %1}; ex2.approx.ftz.bf16x2 w, x; mov.b32 %0, w; }" : "=r"(r) : "h"(a), "h"(b), "h"(c)); out[12 * 144 + t] = r;
    asm volatile("{ .reg .f32 w; cvt.f32.bf16 w, %1; mov.b32 %0, w; }" : "=r"(r) : "h"(a), "h"(b), "h"(c)); out[13 * 144 + t] = r;
}

extern "C" __global__ void sums(u32* out)
{
    __shared__ float there[144];
    int t = threadIdx.x;
    float a = __uint_as_float(SINGLES[t / 12]), b = __uint_as_float(SINGLES[t % 12]);
    there[t] = a;
    __syncthreads();
    atomicAdd(&there[t], b);
    __syncthreads();
    out[t] = __float_as_uint(there[t]);
    float* mine = (float*)out + 144 + t;
    *mine = a;
    __threadfence();
    out[2 * 144 + t] = __float_as_uint(atomicAdd(mine, b));
}
