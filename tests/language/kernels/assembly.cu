// Inline PTX: constraints, predicates, labels, special registers, vector accesses, carry chains.

extern "C" __global__ void simple_assembly(const int* a, const int* b, int* out) {
    int x = a[threadIdx.x], y = b[threadIdx.x], r0, r1, r2, r3, r4, r5;
    asm("add.s32 %0, %1, %2;" : "=r"(r0) : "r"(x), "r"(y));
    asm("mad.lo.s32 %0, %1, %2, %3;" : "=r"(r1) : "r"(x), "r"(y), "n"(17));
    asm("lop3.b32 %0, %1, %2, %3, 0xE8;" : "=r"(r2) : "r"(x), "r"(y), "r"(0x0F0F00FF));
    asm("bfe.s32 %0, %1, 5, 9;" : "=r"(r3) : "r"(x));
    asm("bfi.b32 %0, %1, %2, 8, 12;" : "=r"(r4) : "r"(y), "r"(x));
    asm("prmt.b32 %0, %1, %2, 0x5410;" : "=r"(r5) : "r"(x), "r"(y));
    int* row = out + 8 * threadIdx.x;
    row[0] = r0; row[1] = r1; row[2] = r2; row[3] = r3; row[4] = r4; row[5] = r5;
    asm("{ .reg .u32 t; bfe.u32 t, %1, 3, 4; shl.b32 t, t, 2; not.b32 %0, t; }" : "=r"(row[6]) : "r"(x));
    int kept = x;
    asm volatile("xor.b32 %0, %0, %1;" : "+r"(kept) : "r"(y));
    row[7] = kept;
}

extern "C" __global__ void predicates_in_assembly(const int* in, int* out) {
    int x = in[threadIdx.x], r;
    asm("{\n\t"
        ".reg .pred p, q;\n\t"
        "setp.gt.s32 p, %1, 10;\n\t"
        "setp.lt.and.s32 q, %1, 60, p;\n\t"
        "selp.s32 %0, 100, 200, p;\n\t"
        "@q add.s32 %0, %0, 7;\n\t"
        "@!q sub.s32 %0, %0, 3;\n\t"
        "}"
        : "=r"(r)
        : "r"(x));
    out[threadIdx.x] = r;
}

extern "C" __global__ void branches_in_assembly(int* out) {
    int n = threadIdx.x, sum;
    asm volatile(
        "{\n\t"
        ".reg .pred done;\n\t"
        ".reg .s32 i;\n\t"
        "mov.s32 i, 0;\n\t"
        "mov.s32 %0, 0;\n"
        "again_%=:\n\t"
        "setp.ge.s32 done, i, %1;\n\t"
        "@done bra end_%=;\n\t"
        "add.s32 %0, %0, i;\n\t"
        "add.s32 i, i, 1;\n\t"
        "bra again_%=;\n"
        "end_%=:\n\t"
        "}"
        : "=&r"(sum)
        : "r"(n));
    out[threadIdx.x] = sum;
}

extern "C" __global__ void scoped_labels(int* out) {
    int n = threadIdx.x, count;
    asm volatile(
        "{\n\t"
        ".reg .pred p;\n\t"
        ".reg .s32 m;\n\t"
        "mov.s32 m, %1;\n\t"
        "mov.s32 %0, 0;\n"
        "LOOP:\n\t"
        "setp.le.s32 p, m, 0;\n\t"
        "@p bra DONE;\n\t"
        "shr.s32 m, m, 1;\n\t"
        "add.s32 %0, %0, 1;\n\t"
        "bra LOOP;\n"
        "DONE:\n\t"
        "}"
        : "=&r"(count)
        : "r"(n));
    int doubled;
    asm volatile(
        "{\n\t"
        ".reg .pred p;\n\t"
        "mov.s32 %0, %1;\n"
        "LOOP:\n\t"
        "setp.ge.s32 p, %0, 100;\n\t"
        "@p bra DONE;\n\t"
        "add.s32 %0, %0, %0;\n\t"
        "add.s32 %0, %0, 1;\n\t"
        "bra LOOP;\n"
        "DONE:\n\t"
        "}"
        : "=&r"(doubled)
        : "r"(n));
    out[threadIdx.x] = count * 1000 + doubled;
}

extern "C" __global__ void wide_assembly(const long long* in, long long* out, double* doubles) {
    long long x = in[threadIdx.x], r;
    double d;
    asm("mul.lo.s64 %0, %1, %1;" : "=l"(r) : "l"(x));
    out[4 * threadIdx.x] = r;
    asm("shf.l.wrap.b32 %0, %1, %2, 7;" : "=r"(((int*)&r)[0]) : "r"((int)x), "r"((int)(x >> 32)));
    out[4 * threadIdx.x + 1] = (int)r;
    asm("fma.rn.f64 %0, %1, %1, %2;" : "=d"(d) : "d"((double)x), "d"(0.5));
    doubles[threadIdx.x] = d;
    unsigned low, high;
    asm("mov.b64 {%0, %1}, %2;" : "=r"(low), "=r"(high) : "l"(x));
    asm("mov.b64 %0, {%1, %2};" : "=l"(r) : "r"(high), "r"(low));
    out[4 * threadIdx.x + 2] = r;
    short h;
    asm("cvt.u16.u32 %0, %1;" : "=h"(h) : "r"(low));
    asm("mad.wide.s32 %0, %1, %2, %3;" : "=l"(r) : "r"((int)low), "r"(3), "l"(x));
    out[4 * threadIdx.x + 3] = r + h;
}

extern "C" __global__ void vector_accesses(const float* in, float* out, int* bytes) {
    float a, b, c, d;
    asm volatile("ld.global.nc.v4.f32 {%0, %1, %2, %3}, [%4];" : "=f"(a), "=f"(b), "=f"(c), "=f"(d) : "l"(in + 4 * threadIdx.x));
    asm volatile("st.global.v2.f32 [%0], {%1, %2};" ::"l"(out + 4 * threadIdx.x), "f"(d), "f"(c) : "memory");
    asm volatile("st.global.cs.v2.f32 [%0+8], {%1, %2};" ::"l"(out + 4 * threadIdx.x), "f"(b), "f"(a) : "memory");
    int byte;
    asm volatile("ld.global.u8 %0, [%1+3];" : "=r"(byte) : "l"(in + threadIdx.x));
    bytes[threadIdx.x] = byte;
}

extern "C" __global__ void special_registers(unsigned* out) {
    unsigned tid, ntid, ctaid, nctaid, lane, smid, sms, time;
    unsigned long long wall;
    asm("mov.u32 %0, %%tid.y;" : "=r"(tid));
    asm("mov.u32 %0, %%ntid.x;" : "=r"(ntid));
    asm("mov.u32 %0, %%ctaid.z;" : "=r"(ctaid));
    asm("mov.u32 %0, %%nctaid.y;" : "=r"(nctaid));
    asm("mov.u32 %0, %%laneid;" : "=r"(lane));
    asm volatile("mov.u32 %0, %%smid;" : "=r"(smid));
    asm volatile("mov.u32 %0, %%nsmid;" : "=r"(sms));
    asm volatile("mov.u32 %0, %%clock;" : "=r"(time));
    asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(wall));
    int block = (blockIdx.z * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x;
    int thread = (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
    unsigned* row = out + 6 * (block * blockDim.x * blockDim.y * blockDim.z + thread);
    row[0] = tid; row[1] = ntid; row[2] = ctaid; row[3] = nctaid; row[4] = lane;
    row[5] = smid < sms && (time | 1) != 0 && (wall | 1) != 0;
}

extern "C" __global__ void carry_chains(const unsigned* a, const unsigned* b, unsigned* out) {
    const unsigned *x = a + 4 * threadIdx.x, *y = b + 4 * threadIdx.x;
    unsigned s0, s1, s2, s3, carry;
    asm("add.cc.u32 %0, %5, %9;\n\t"
        "addc.cc.u32 %1, %6, %10;\n\t"
        "addc.cc.u32 %2, %7, %11;\n\t"
        "addc.cc.u32 %3, %8, %12;\n\t"
        "addc.u32 %4, 0, 0;"
        : "=r"(s0), "=r"(s1), "=r"(s2), "=r"(s3), "=r"(carry)
        : "r"(x[0]), "r"(x[1]), "r"(x[2]), "r"(x[3]), "r"(y[0]), "r"(y[1]), "r"(y[2]), "r"(y[3]));
    unsigned* row = out + 5 * threadIdx.x;
    row[0] = s0; row[1] = s1; row[2] = s2; row[3] = s3; row[4] = carry;
}

extern "C" __global__ void float_assembly(const float* in, float* out) {
    float x = in[threadIdx.x], r0, r1, r2, r3, r4, r5;
    asm("fma.rn.f32 %0, %1, %1, %2;" : "=f"(r0) : "f"(x), "f"(1.0f));
    asm("ex2.approx.f32 %0, %1;" : "=f"(r1) : "f"(x));
    asm("rcp.approx.ftz.f32 %0, %1;" : "=f"(r2) : "f"(x));
    asm("max.f32 %0, %1, 0f3F800000;" : "=f"(r3) : "f"(x));
    asm("tanh.approx.f32 %0, %1;" : "=f"(r4) : "f"(x));
    asm("copysign.f32 %0, %1, %2;" : "=f"(r5) : "f"(x), "f"(2.5f));
    float* row = out + 6 * threadIdx.x;
    row[0] = r0; row[1] = r1; row[2] = r2; row[3] = r3; row[4] = r4; row[5] = r5;
}

extern "C" __global__ void warp_assembly(const int* in, int* out) {
    int x = in[threadIdx.x], shuffled, sum;
    unsigned ballot, mask;
    asm volatile("shfl.sync.bfly.b32 %0, %1, 3, 0x1f, 0xffffffff;" : "=r"(shuffled) : "r"(x));
    asm volatile("{ .reg .pred p; setp.gt.s32 p, %1, 40; vote.sync.ballot.b32 %0, p, 0xffffffff; }" : "=r"(ballot) : "r"(x));
    asm volatile("activemask.b32 %0;" : "=r"(mask));
    asm volatile("redux.sync.add.s32 %0, %1, 0xffffffff;" : "=r"(sum) : "r"(x));
    int* row = out + 4 * threadIdx.x;
    row[0] = shuffled; row[1] = (int)ballot; row[2] = (int)mask; row[3] = sum;
}

extern "C" __global__ void atomic_assembly(int* counter, int* out) {
    int old;
    asm volatile("atom.global.add.s32 %0, [%1], %2;" : "=r"(old) : "l"(counter), "r"(3) : "memory");
    asm volatile("red.global.max.s32 [%0], %1;" ::"l"(counter + 1), "r"(old) : "memory");
    asm volatile("atom.global.cas.b32 %0, [%1], %2, %3;" : "=r"(old) : "l"(counter + 2), "r"(0), "r"(5) : "memory");
    out[threadIdx.x] = old;
}

extern "C" __global__ void ordered_assembly(int* data, int* out) {
    int r;
    asm volatile("st.release.gpu.global.s32 [%0], %1;" ::"l"(data + threadIdx.x), "r"(9) : "memory");
    asm volatile("ld.acquire.gpu.global.s32 %0, [%1];" : "=r"(r) : "l"(data + threadIdx.x) : "memory");
    asm volatile("membar.gl;" ::: "memory");
    asm volatile("fence.acq_rel.gpu;" ::: "memory");
    out[threadIdx.x] = r;
}

extern "C" __global__ void video_instructions(const unsigned* a, const unsigned* b, unsigned* out) {
    unsigned r, s;
    asm("vabsdiff4.u32.u32.u32.add %0, %1, %2, %3;" : "=r"(r) : "r"(a[threadIdx.x]), "r"(b[threadIdx.x]), "r"(11u));
    asm("sad.u32 %0, %1, %2, %3;" : "=r"(s) : "r"(a[threadIdx.x]), "r"(b[threadIdx.x]), "r"(1u));
    out[2 * threadIdx.x] = r;
    out[2 * threadIdx.x + 1] = s;
}

extern "C" __global__ void bit_assembly(const unsigned* in, unsigned* out) {
    unsigned x = in[threadIdx.x], r0, r1, r2, r3, r4, r5;
    asm("popc.b32 %0, %1;" : "=r"(r0) : "r"(x));
    asm("clz.b32 %0, %1;" : "=r"(r1) : "r"(x));
    asm("bfind.u32 %0, %1;" : "=r"(r2) : "r"(x));
    asm("brev.b32 %0, %1;" : "=r"(r3) : "r"(x));
    asm("bmsk.clamp.b32 %0, %1, %2;" : "=r"(r4) : "r"(x & 31), "r"(7));
    asm("fns.b32 %0, %1, 0, 3;" : "=r"(r5) : "r"(x));
    unsigned* row = out + 6 * threadIdx.x;
    row[0] = r0; row[1] = r1; row[2] = r2; row[3] = r3; row[4] = r4; row[5] = r5;
}
