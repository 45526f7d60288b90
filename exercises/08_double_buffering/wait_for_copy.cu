// Each segment of 64 floats is turned round: block b has segment b, and what came first comes last.
// The values come by asynchronous copies, from global straight to shared memory, and nobody may read them before they are there.

#include <cuda_pipeline.h>

constexpr int SIZE = 64;    // threads of a block, floats of a segment

extern "C" __global__ void wait_for_copy(const float* in, float* out)
{
    __shared__ float desk[SIZE];
    int t = threadIdx.x;
    int i = blockIdx.x * SIZE + t;

    __pipeline_memcpy_async(&desk[t], &in[i], sizeof(float));
    __pipeline_commit();

    // TODO(1): mend this. A barrier waits for threads, not for the copies that they have started. (1 line more)
    __syncthreads();

    out[i] = desk[SIZE - 1 - t];
}
