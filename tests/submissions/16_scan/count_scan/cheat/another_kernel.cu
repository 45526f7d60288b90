// expect: predictions
// The kernel is changed until it costs what was predicted: what counts is the course's own.

// PREDICT(1): barriers, counted once for each warp that waits = 8
// PREDICT(2): store requests of the lines A, one for each warp that stores = 0
// PREDICT(3): shared-memory wavefronts of these stores = 0

extern "C" __global__ void count_scan(const int* in, int* out, int n)
{
    int sum = 0;
    for (int k = 0; k <= threadIdx.x; ++k)
        sum += in[k];
    __syncthreads();
    out[threadIdx.x] = sum;
}
