// How many mma.sync a multiprocessor completes: warps that do nothing else, each with SUMS independent fragments of sums,
// so that no product waits for the one before. KIND: 0: halves, sums in float; 1: halves, sums in half; 2: BF16; 3: TF32
// (m16n8k8). benchmarks/mma_rate.py compares walks of two lengths.

typedef unsigned long long u64;

constexpr int SUMS = 8;

__device__ void mma(unsigned (&c)[4], const unsigned (&a)[4], const unsigned (&b)[2])
{
#if KIND == 0
    asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};"
                 : "+r"(c[0]), "+r"(c[1]), "+r"(c[2]), "+r"(c[3]) : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
#elif KIND == 1
    asm volatile("mma.sync.aligned.m16n8k16.row.col.f16.f16.f16.f16 {%0,%1}, {%2,%3,%4,%5}, {%6,%7}, {%0,%1};"
                 : "+r"(c[0]), "+r"(c[1]) : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
#elif KIND == 2
    asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};"
                 : "+r"(c[0]), "+r"(c[1]), "+r"(c[2]), "+r"(c[3]) : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
#else
    asm volatile("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};"
                 : "+r"(c[0]), "+r"(c[1]), "+r"(c[2]), "+r"(c[3]) : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
#endif
}

// One block of whole warps for each multiprocessor. factors: the registers of A and of B, 4 + 2 for each lane. out: the
// sums of the warp's last fragment, 4 for each thread; started, stopped: the SM's clock, a number for each thread.
extern "C" __global__ void mma_rate(const unsigned* factors, unsigned rounds, u64* started, u64* stopped, unsigned* out)
{
    int lane = threadIdx.x % 32;
    unsigned c[SUMS][4], left[4], right[2];
    for (int r = 0; r < 4; ++r)
        left[r] = factors[32 * r + lane];
    for (int r = 0; r < 2; ++r)
        right[r] = factors[32 * (4 + r) + lane];
    for (int k = 0; k < SUMS; ++k)
        for (int r = 0; r < 4; ++r)
            c[k][r] = 0;
    __syncthreads();
    u64 start = clock64();
#pragma unroll 1
    for (unsigned round = 0; round < rounds; ++round) {
#pragma unroll
        for (int k = 0; k < SUMS; ++k)
            mma(c[k], left, right);
    }
    unsigned seen = 0;
#pragma unroll
    for (int k = 0; k < SUMS; ++k)
        seen |= c[k][0] == 0x7fffffff;    // never true; the clock is not read before the sums are there
    if (seen)
        asm volatile("trap;");
    u64 stop = clock64();

    int thread = blockIdx.x * blockDim.x + threadIdx.x;
    started[thread] = start;
    stopped[thread] = stop;
    for (int r = 0; r < 4; ++r)
        out[4 * thread + r] = c[SUMS - 1][r];
}
