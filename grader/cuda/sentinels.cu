// Kernels with one planted error each. Under compute-sanitizer the tool must report it, or it did not work.
// Each is launched with one block of 64 threads.

// memcheck: `in` has 64 elements.
extern "C" __global__ void sentinel_memcheck(const int* in, int* out)
{
    out[threadIdx.x] = in[threadIdx.x + 1];
}

// racecheck: the other warp's word is read with no barrier after it was written.
extern "C" __global__ void sentinel_racecheck(const int* in, int* out)
{
    __shared__ int words[64];
    words[threadIdx.x] = in[threadIdx.x];
    out[threadIdx.x] = words[63 - threadIdx.x];
}

// synccheck: half of the second warp never comes to the barrier.
extern "C" __global__ void sentinel_synccheck(const int* in, int* out)
{
    if (threadIdx.x < 48)
        __syncthreads();
    out[threadIdx.x] = in[threadIdx.x];
}

// initcheck: nobody ever wrote `in`.
extern "C" __global__ void sentinel_initcheck(const int* in, int* out)
{
    out[threadIdx.x] = in[threadIdx.x];
}
