// expect: correctness
// A counter in shared memory is one for each block, and the last block to come overwrites the others.

extern "C" __global__ void counter_race(const float* in, int* count, int n)
{
    __shared__ int own;
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (threadIdx.x == 0)
        own = 0;
    __syncthreads();
    if (i < n && in[i] > 0.0f)
        atomicAdd(&own, 1);
    __syncthreads();
    if (threadIdx.x == 0)
        atomicExch(count, own);
}
