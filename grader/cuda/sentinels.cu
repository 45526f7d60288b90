// Kernels with one planted error each. Under compute-sanitizer the tool must report it, or it did not work.
// Each is launched with one block of 64 threads. MARK is drawn anew for every program that is checked, so that no kernel
// of a student can have the name of a sentinel.
#define JOINED(tool, mark) sentinel_##tool##_##mark
#define NAMED(tool, mark) JOINED(tool, mark)
#define SENTINEL(tool) extern "C" __global__ void NAMED(tool, MARK)(const int* in, int* out)

// memcheck: `in` has 64 elements.
SENTINEL(memcheck)
{
    out[threadIdx.x] = in[threadIdx.x + 1];
}

// racecheck: the other warp's word is read with no barrier after it was written.
SENTINEL(racecheck)
{
    __shared__ int words[64];
    words[threadIdx.x] = in[threadIdx.x];
    out[threadIdx.x] = words[63 - threadIdx.x];
}

// synccheck: half of the second warp never comes to the barrier.
SENTINEL(synccheck)
{
    if (threadIdx.x < 48)
        __syncthreads();
    out[threadIdx.x] = in[threadIdx.x];
}

// initcheck: nobody ever wrote `in`.
SENTINEL(initcheck)
{
    out[threadIdx.x] = in[threadIdx.x];
}
