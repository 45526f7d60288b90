// expect: predictions
// The kernel is changed until it costs what was predicted: what counts is the course's own.

// PREDICT(1): bank from which lane 1 reads = 7
// PREDICT(2): bank from which lane 8 reads = 8
// PREDICT(3): wavefronts of the load from the tile = 1
// PREDICT(4): excess of that load = 0

extern "C" __global__ void count_banks(const float* in, float* out, int n)
{
    __shared__ float tile[32];
    int lane = threadIdx.x;

    tile[lane] = in[lane];
    __syncthreads();
    out[lane] = tile[lane];
}
