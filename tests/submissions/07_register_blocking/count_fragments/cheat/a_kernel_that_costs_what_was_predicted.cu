// expect: predictions
// The kernel is changed until it costs what was predicted: what counts is the course's own.

// PREDICT(1): wavefronts of the load from tile_a = 2
// PREDICT(2): wavefronts of the load from tile_b = 4
// PREDICT(3): excess of the load from tile_b = 0

extern "C" __global__ void count_fragments(const float* in, float* out, int n)
{
    __shared__ __align__(16) float tile_a[4 * 64];
    __shared__ __align__(16) float tile_b[32];
    int i = threadIdx.y * 8 + threadIdx.x;

    tile_b[i] = in[i];
    __syncthreads();
    out[i] = tile_b[i];
}
