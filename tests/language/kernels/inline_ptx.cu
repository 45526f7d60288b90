// Inline PTX of the sort that fast kernels are full of: cache hints, copies, scopes, masks, atomics, barriers.
#include <stdint.h>

__device__ __forceinline__ float4 ldg_streaming(const float4* p) {
    float4 r;
    asm volatile("ld.global.nc.L1::no_allocate.v4.f32 {%0, %1, %2, %3}, [%4];"
                 : "=f"(r.x), "=f"(r.y), "=f"(r.z), "=f"(r.w) : "l"(p));
    return r;
}

extern "C" __global__ void streamed_vectors(const float4* in, float4* out) {
    float4 v = ldg_streaming(in + threadIdx.x);
    asm volatile("st.global.cs.v4.f32 [%0], {%1, %2, %3, %4};" :: "l"(out + threadIdx.x), "f"(v.w), "f"(v.z), "f"(v.y), "f"(v.x)
                 : "memory");
}

extern "C" __global__ void cache_policies(const int4* in, int4* out) {
    uint64_t first, last;
    asm volatile("createpolicy.fractional.L2::evict_first.b64 %0, 1.0;" : "=l"(first));
    asm volatile("createpolicy.fractional.L2::evict_last.L2::evict_unchanged.b64 %0, 0.5;" : "=l"(last));
    int4 v;
    asm volatile("prefetch.global.L2 [%0];" :: "l"(in + threadIdx.x));
    asm volatile("ld.global.L2::cache_hint.v4.s32 {%0, %1, %2, %3}, [%4], %5;"
                 : "=r"(v.x), "=r"(v.y), "=r"(v.z), "=r"(v.w) : "l"(in + threadIdx.x), "l"(first));
    asm volatile("st.global.L2::cache_hint.v4.s32 [%0], {%1, %2, %3, %4}, %5;"
                 :: "l"(out + threadIdx.x), "r"(v.x + 1), "r"(v.y), "r"(v.z), "r"(v.w), "l"(last) : "memory");
}

__device__ __forceinline__ uint32_t smem_address(const void* p) { return static_cast<uint32_t>(__cvta_generic_to_shared(p)); }

// copies with a predicate, with fewer bytes than the destination, and with a cache policy
extern "C" __global__ void guarded_copies(const float* in, float* out, int n) {
    __shared__ alignas(16) float tile[3][128];
    const int i = 4 * threadIdx.x;
    const bool whole = i + 4 <= n;
    const int bytes = max(0, min(16, 4 * (n - i)));
    uint64_t policy;
    asm volatile("createpolicy.fractional.L2::evict_first.b64 %0, 1.0;" : "=l"(policy));
    for (int k = 0; k < 4; ++k) tile[0][i + k] = -1.f;
    asm volatile("{\n"
                 "  .reg .pred p;\n"
                 "  setp.ne.b32 p, %0, 0;\n"
                 "  @p cp.async.cg.shared.global [%1], [%2], 16;\n"
                 "}" :: "r"((int)whole), "r"(smem_address(&tile[0][i])), "l"(in + i) : "memory");
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;" :: "r"(smem_address(&tile[1][i])), "l"(in + (bytes ? i : 0)),
                 "r"(bytes) : "memory");
    asm volatile("cp.async.ca.shared.global.L2::cache_hint.L2::128B [%0], [%1], 4, %2;"
                 :: "r"(smem_address(&tile[2][i])), "l"(in + min(i, n - 1)), "l"(policy) : "memory");
    asm volatile("cp.async.commit_group;" ::: "memory");
    asm volatile("cp.async.wait_group %0;" :: "n"(0) : "memory");
    __syncthreads();
    for (int k = 0; k < 4; ++k) out[i + k] = tile[0][i + k], out[128 + i + k] = tile[1][i + k];
    out[256 + threadIdx.x] = tile[2][i];
}

extern "C" __global__ void three_input_logic(const unsigned* a, const unsigned* b, const unsigned* c, unsigned* out) {
    unsigned x = a[threadIdx.x], y = b[threadIdx.x], z = c[threadIdx.x], r[5];
    asm("lop3.b32 %0, %1, %2, %3, 0x96;" : "=r"(r[0]) : "r"(x), "r"(y), "r"(z));  // exclusive or
    asm("lop3.b32 %0, %1, %2, %3, 0xE8;" : "=r"(r[1]) : "r"(x), "r"(y), "r"(z));  // majority
    asm("lop3.b32 %0, %1, %2, %3, 0xCA;" : "=r"(r[2]) : "r"(x), "r"(y), "r"(z));  // x ? y : z
    // two halves from a byte each, as kernels for 4-bit weights unpack them
    asm("lop3.b32 %0, %1, %2, %3, %4;" : "=r"(r[3]) : "r"(x), "n"(0x000f000f), "n"(0x64006400), "n"((0xf0 & 0xcc) | 0xaa));
    asm("{ .reg .b32 t; shf.r.wrap.b32 t, %1, %2, 8; bfe.u32 t, t, 4, 12; bfi.b32 %0, t, %3, 16, 12; }"
        : "=r"(r[4]) : "r"(x), "r"(y), "r"(z));
    for (int k = 0; k < 5; ++k) out[5 * threadIdx.x + k] = r[k];
}

extern "C" __global__ void wide_products(const int* a, const unsigned* b, long long* out) {
    long long s, t;
    unsigned long long u;
    asm("mul.wide.s32 %0, %1, %2;" : "=l"(s) : "r"(a[threadIdx.x]), "r"((int)b[threadIdx.x]));
    asm("mad.wide.u32 %0, %1, %2, %3;" : "=l"(u) : "r"(b[threadIdx.x]), "r"(b[threadIdx.x]), "l"(7ull));
    asm("{ .reg .s32 lo, hi; mul.lo.s32 lo, %1, %2; mul.hi.s32 hi, %1, %2; mov.b64 %0, {lo, hi}; }"
        : "=l"(t) : "r"(a[threadIdx.x]), "r"((int)b[threadIdx.x]));
    out[3 * threadIdx.x] = s, out[3 * threadIdx.x + 1] = (long long)u, out[3 * threadIdx.x + 2] = t;
}

extern "C" __global__ void votes_and_masks(const int* in, unsigned* out) {
    unsigned ballot, below, lane, active, match, all, rank;
    int any;
    asm volatile("{ .reg .pred p; setp.gt.s32 p, %1, 50; vote.sync.ballot.b32 %0, p, 0xffffffff; }"
                 : "=r"(ballot) : "r"(in[threadIdx.x]));
    asm volatile("{ .reg .pred p, q; setp.lt.s32 p, %1, 0; vote.sync.any.pred q, p, -1; selp.s32 %0, 1, 0, q; }"
                 : "=r"(any) : "r"(in[threadIdx.x]));
    asm("mov.u32 %0, %%lanemask_lt;" : "=r"(below));
    asm("mov.u32 %0, %%laneid;" : "=r"(lane));
    asm volatile("activemask.b32 %0;" : "=r"(active));
    asm volatile("match.any.sync.b32 %0, %1, 0xffffffff;" : "=r"(match) : "r"(in[threadIdx.x] & 3));
    asm volatile("redux.sync.max.u32 %0, %1, 0xffffffff;" : "=r"(all) : "r"(in[threadIdx.x]));
    asm("{ .reg .b32 t; and.b32 t, %1, %2; popc.b32 %0, t; }" : "=r"(rank) : "r"(ballot), "r"(below));
    unsigned* o = out + 6 * threadIdx.x;
    o[0] = ballot, o[1] = rank + 100 * any, o[2] = lane, o[3] = active, o[4] = match, o[5] = all;
}

extern "C" __global__ void shuffles_with_predicates(const int* in, int* out) {
    int v = in[threadIdx.x], total = v;
    // an inclusive scan whose additions are guarded by the shuffle's own predicate
    #pragma unroll
    for (int offset = 1; offset < 32; offset *= 2)
        asm volatile("{ .reg .s32 t; .reg .pred p; shfl.sync.up.b32 t|p, %0, %1, 0x0, 0xffffffff; @p add.s32 t, t, %0; @p mov.s32 %0, t; }"
                     : "+r"(total) : "r"(offset));
    out[threadIdx.x] = total;
}

extern "C" __global__ void scoped_atomics(int* counter, unsigned long long* wide, float* f, int* out) {
    int a, b, c;
    unsigned long long w;
    asm volatile("atom.add.acq_rel.gpu.global.s32 %0, [%1], 2;" : "=r"(a) : "l"(counter) : "memory");
    asm volatile("red.relaxed.gpu.global.max.s32 [%0], %1;" :: "l"(counter + 1), "r"((int)threadIdx.x) : "memory");
    asm volatile("atom.global.cas.b32 %0, [%1], 5, %2;" : "=r"(b) : "l"(counter + 2), "r"((int)threadIdx.x + 100) : "memory");
    asm volatile("atom.global.or.b64 %0, [%1], %2;" : "=l"(w) : "l"(wide), "l"(1ull << threadIdx.x) : "memory");
    asm volatile("red.global.add.f32 [%0], 0f3F000000;" :: "l"(f) : "memory");
    asm volatile("atom.global.inc.u32 %0, [%1], 9;" : "=r"(c) : "l"(counter + 3) : "memory");
    out[3 * threadIdx.x] = a, out[3 * threadIdx.x + 1] = b == 5, out[3 * threadIdx.x + 2] = c + 1000 * (int)(__popcll(w) == threadIdx.x);
}

extern "C" __global__ void acquired_and_released(int* data, int* flags, int* out) {
    int seen;
    if (threadIdx.x == 0) {
        asm volatile("st.relaxed.gpu.global.s32 [%0], %1;" :: "l"(data + blockIdx.x), "r"(42 + (int)blockIdx.x) : "memory");
        asm volatile("st.release.gpu.global.s32 [%0], 1;" :: "l"(flags + blockIdx.x) : "memory");
    }
    if (threadIdx.x == 32) {
        do asm volatile("ld.acquire.gpu.global.s32 %0, [%1];" : "=r"(seen) : "l"(flags + blockIdx.x) : "memory");
        while (!seen);
        asm volatile("fence.acq_rel.gpu;" ::: "memory");
        out[blockIdx.x] = *(volatile int*)(data + blockIdx.x);
    }
}

extern "C" __global__ void elected(const int* in, int* out) {
    unsigned leads, leader;
    asm volatile("{ .reg .pred p; .reg .b32 l; elect.sync l|p, %2; selp.u32 %0, 1, 0, p; mov.b32 %1, l; }"
                 : "=r"(leads), "=r"(leader) : "r"(0xffffffff));
    int sum;
    asm volatile("shfl.sync.idx.b32 %0, %1, %2, 0x1f, 0xffffffff;" : "=r"(sum) : "r"(in[threadIdx.x]), "r"(leader));
    if (leads) atomicAdd(out, 1);
    if (sum == in[threadIdx.x / 32 * 32 + leader]) atomicAdd(out + 1, 1);
}

extern "C" __global__ void registers_of_the_machine(unsigned* out) {
    unsigned smid, nsmid, warpid, nwarpid, ctaid, ntid;
    unsigned long long before, after, time;
    asm volatile("mov.u64 %0, %%clock64;" : "=l"(before));
    asm("mov.u32 %0, %%smid; mov.u32 %1, %%nsmid;" : "=r"(smid), "=r"(nsmid));
    asm("mov.u32 %0, %%warpid; mov.u32 %1, %%nwarpid;" : "=r"(warpid), "=r"(nwarpid));
    asm("mov.u32 %0, %%ctaid.x; mov.u32 %1, %%ntid.x;" : "=r"(ctaid), "=r"(ntid));
    asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(time));
    __nanosleep(10);
    asm volatile("mov.u64 %0, %%clock64;" : "=l"(after));
    out[blockIdx.x * blockDim.x + threadIdx.x] = (smid < nsmid) + 2 * (warpid < 64 && nwarpid > 0) + 4 * (after >= before) + 8 * (ctaid == blockIdx.x) +
                                                 16 * (ntid == blockDim.x) + 32 * (time != ~0ull);
}

extern "C" __global__ void scopes_and_loops(const int* in, int* out) {
    int r;
    asm volatile("{\n"
                 "  .reg .s32 i, sum, t;\n"
                 "  .reg .pred more, odd;\n"
                 "  mov.s32 i, 0;\n"
                 "  mov.s32 sum, 0;\n"
                 "LOOP:\n"
                 "  and.b32 t, i, 1;\n"
                 "  setp.eq.s32 odd, t, 1;\n"
                 "  @odd add.s32 sum, sum, i;\n"
                 "  @!odd sub.s32 sum, sum, 1;\n"
                 "  { .reg .s32 t; mov.s32 t, 2; mad.lo.s32 sum, sum, t, 0; }\n"
                 "  add.s32 i, i, 1;\n"
                 "  setp.lt.s32 more, i, %1;\n"
                 "  @more bra LOOP;\n"
                 "  mov.s32 %0, sum;\n"
                 "}" : "=r"(r) : "r"(in[threadIdx.x]));
    out[threadIdx.x] = r;
}

extern "C" __global__ void conversions(const float* in, int* out, float* floats) {
    float x = in[threadIdx.x], y, z;
    int a, b;
    unsigned c;
    asm("cvt.rni.s32.f32 %0, %1;" : "=r"(a) : "f"(x));
    asm("{ .reg .s8 t; .reg .s32 w; cvt.rzi.s32.f32 w, %1; cvt.sat.s8.s32 t, w; cvt.s32.s8 %0, t; }" : "=r"(b) : "f"(x));
    asm("cvt.rpi.u32.f32 %0, %1;" : "=r"(c) : "f"(x));
    asm("cvt.rmi.f32.f32 %0, %1;" : "=f"(y) : "f"(x));
    asm("{ .reg .f64 d; cvt.f64.f32 d, %1; fma.rn.f64 d, d, d, 0d3FF8000000000000; cvt.rz.f32.f64 %0, d; }" : "=f"(z) : "f"(x));
    out[3 * threadIdx.x] = a, out[3 * threadIdx.x + 1] = b, out[3 * threadIdx.x + 2] = (int)c;
    floats[2 * threadIdx.x] = y, floats[2 * threadIdx.x + 1] = z;
}

extern "C" __global__ void bits_of_floats(unsigned* out) {
    unsigned one, low, high;
    asm("mov.b32 %0, 0f3F800000;" : "=r"(one));
    asm("mov.b64 {%0, %1}, 0d400921FB54442D18;" : "=r"(low), "=r"(high));
    asm volatile("st.global.b32 [%0], 0fC0490FDB;" :: "l"(out + 3) : "memory");
    out[0] = one, out[1] = low, out[2] = high;
}

// a producer and a consumer warp meet at named barriers: nobody else waits
extern "C" __global__ void named_barriers_of_two_warps(const int* in, int* out) {
    __shared__ int value[32];
    if (threadIdx.x < 32) {
        value[threadIdx.x] = in[threadIdx.x];
        asm volatile("bar.arrive 1, 64;" ::: "memory");
    } else if (threadIdx.x < 64) {
        asm volatile("bar.sync 1, 64;" ::: "memory");
        out[threadIdx.x - 32] = value[63 - threadIdx.x];
    }
}

// min and max that pass NaN on, and clamps made of them
extern "C" __global__ void minima_with_nan(const float* a, const float* b, float* out) {
    float least, most;
    asm("min.NaN.f32 %0, %1, %2;" : "=f"(least) : "f"(a[threadIdx.x]), "f"(b[threadIdx.x]));
    asm("max.NaN.f32 %0, %1, %2;" : "=f"(most) : "f"(a[threadIdx.x]), "f"(b[threadIdx.x]));
    out[2 * threadIdx.x] = least, out[2 * threadIdx.x + 1] = most;
}

// flushed subnormal numbers
extern "C" __global__ void flushed(const float* a, const float* b, float* out) {
    float sum, product, e;
    asm("add.ftz.f32 %0, %1, %2;" : "=f"(sum) : "f"(a[threadIdx.x]), "f"(b[threadIdx.x]));
    asm("mul.ftz.f32 %0, %1, %2;" : "=f"(product) : "f"(a[threadIdx.x]), "f"(b[threadIdx.x]));
    asm("fma.rn.ftz.f32 %0, %1, %2, %1;" : "=f"(e) : "f"(a[threadIdx.x]), "f"(b[threadIdx.x]));
    out[3 * threadIdx.x] = sum, out[3 * threadIdx.x + 1] = product, out[3 * threadIdx.x + 2] = e;
}

// forms from before Fermi
extern "C" __global__ void old_forms(const int* a, const int* b, int* out) {
    int x = a[threadIdx.x], y = b[threadIdx.x], r[5];
    asm("mul24.lo.s32 %0, %1, %2;" : "=r"(r[0]) : "r"(x), "r"(y));
    asm("mul24.hi.u32 %0, %1, %2;" : "=r"(r[1]) : "r"(x), "r"(y));
    asm("mad24.lo.u32 %0, %1, %2, %2;" : "=r"(r[2]) : "r"(x), "r"(y));
    asm("mad.hi.sat.s32 %0, %1, %1, %2;" : "=r"(r[3]) : "r"(x), "r"(y));
    asm("{ .reg .pred p; setp.gt.s32 p, %1, 0; set.lt.and.u32.s32 %0, %1, %2, p; }" : "=r"(r[4]) : "r"(x), "r"(y));
    for (int k = 0; k < 5; ++k) out[5 * threadIdx.x + k] = r[k];
}

// a copy whose source is ignored where a predicate holds
extern "C" __global__ void ignored_sources(const int* in, int* out) {
    __shared__ int tile[32];
    asm volatile("{ .reg .pred p; setp.gt.s32 p, %2, 9; cp.async.ca.shared.global [%0], [%1], 4, p; cp.async.wait_all; }"
                 :: "r"(smem_address(tile + threadIdx.x)), "l"(in + threadIdx.x), "r"((int)threadIdx.x) : "memory");
    out[threadIdx.x] = tile[threadIdx.x];
}

// spellings that compilers do not use
extern "C" __global__ void other_spellings(const float* in, int* out) {
    float f = in[threadIdx.x];
    int i = threadIdx.x, r[5];
    asm("{ .reg .f32 t; .reg .f64 d; add.f32 t, %1, 1.5; cvt.f64.f32 d, t; mul.f64 d, d, 2.5e1; cvt.rzi.s32.f64 %0, d; }"
        : "=r"(r[0]) : "f"(f));
    asm("{ /* several\n lines ; of { a comment */ and.b32 %0, %1, 0b1011; // and one more\n }" : "=r"(r[1]) : "r"(i));
    asm volatile("{\n\t.reg .pred p;\n\tsetp.gt.f32\tp,\t%2, -0.5;\n\tmov.s32 %0, %1;\n@ p bra END;\n\tneg.s32 %0, %0;\nEND: }"
                 : "=r"(r[2]) : "r"(i), "f"(f));
    asm volatile("{ .reg .u32 n; and.b32 n, %1, 3; T: .branchtargets A, B, C, A; brx.idx n, T; A: mov.s32 %0, 10; bra E;"
                 " B: mov.s32 %0, 20; bra E; C: add.s32 %0, %1, 017; E: }" : "=r"(r[3]) : "r"(i));
    asm("{ .reg .s32 %%t<3>, u; mov.s32 %%t1, %1; mov.s32 u, 0X1F; add.s32 %%t2, %%t1, u; mov.s32 %0, %%t2; }" : "=r"(r[4]) : "r"(i));
    for (int k = 0; k < 5; ++k) out[5 * threadIdx.x + k] = r[k];
}
