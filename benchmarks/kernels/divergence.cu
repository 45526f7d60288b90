// What a branch costs when the lanes of a warp disagree. Launched by benchmarks/divergence.py; every kernel works in place on
// x, one element a thread, and does nothing but arithmetic in between, so that time is time of instructions.

#ifndef STEPS
#define STEPS 4    // steps on each side of a short branch
#endif

extern "C" __global__ void by_groups(float* x, int group, int rounds)
{
    // Two sides of equal length. `group` neighbours take one side, the next `group` the other.
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float v = x[i];
    if (threadIdx.x / group % 2 == 0)
        for (int k = 0; k < rounds; ++k)
            v = v * 0.999f + 0.001f;
    else
        for (int k = 0; k < rounds; ++k)
            v = v * 0.998f - 0.001f;
    x[i] = v;
}

extern "C" __global__ void by_ways(float* x, int ways, int rounds)
{
    // `ways` sides of equal length, neighbours in turns.
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int way = threadIdx.x % ways;
    float v = x[i];
    #define WAY(n) case n: for (int k = 0; k < rounds; ++k) v = v * (0.999f - (n) * 1e-4f) + (n) * 0.001f; break;
    #define FOUR(n) WAY(n) WAY(n + 1) WAY(n + 2) WAY(n + 3)
    switch (way) { FOUR(0) FOUR(4) FOUR(8) FOUR(12) FOUR(16) FOUR(20) FOUR(24) FOUR(28) }
    x[i] = v;
}

extern "C" __global__ void slow_lanes(float* x, int lanes, int rounds)
{
    // The first `lanes` lanes of each warp go round eight times as often as the others.
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int mine = threadIdx.x % 32 < lanes ? 8 * rounds : rounds;
    float v = x[i];
    for (int k = 0; k < mine; ++k)
        v = v * 0.999f + 0.001f;
    x[i] = v;
}

// Two sides that have nothing in common, of STEPS steps each.
__device__ __forceinline__ float one_side(float v)
{
    #pragma unroll
    for (int k = 0; k < STEPS; ++k)
        v = v * 0.75f + 0.001f;
    return v;
}

__device__ __forceinline__ float other_side(float v)
{
    #pragma unroll
    for (int k = 0; k < STEPS; ++k)
        v = fmaxf(v, 0.25f * (k + 1)) - 0.125f;
    return v;
}

extern "C" __global__ void short_if(float* x, int by_lane, int rounds)
{
    // by_lane 1: odd lanes take one side, 0: odd warps. The compiler decides whether there is a branch at all.
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    bool one = by_lane ? threadIdx.x % 2 : threadIdx.x / 32 % 2;
    float v = x[i];
    #pragma unroll 1
    for (int r = 0; r < rounds; ++r) {
        if (one)
            v = one_side(v);
        else
            v = other_side(v);
    }
    x[i] = v;
}

extern "C" __global__ void both_sides(float* x, int by_lane, int rounds)
{
    // The same without a branch: both sides are computed, and one result is selected.
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    bool one = by_lane ? threadIdx.x % 2 : threadIdx.x / 32 % 2;
    float v = x[i];
    #pragma unroll 1
    for (int r = 0; r < rounds; ++r) {
        float here = one_side(v), there = other_side(v);
        v = one ? here : there;
    }
    x[i] = v;
}

extern "C" __global__ void same_sides(float* x, int by_lane, int rounds)
{
    // Both sides do the same with other numbers: the compiler selects the numbers and keeps one side.
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    bool one = by_lane ? threadIdx.x % 2 : threadIdx.x / 32 % 2;
    float v = x[i];
    #pragma unroll 1
    for (int r = 0; r < rounds; ++r) {
        if (one) {
            #pragma unroll
            for (int k = 0; k < STEPS; ++k)
                v = v * 0.75f + 0.001f;
        } else {
            #pragma unroll
            for (int k = 0; k < STEPS; ++k)
                v = v * 0.5f + 0.125f;
        }
    }
    x[i] = v;
}
