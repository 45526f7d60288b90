// expect: predictions
// The kernel is changed until it costs what was predicted: what counts is the course's own.
#define PAD 2

// PREDICT(1): requests of the loads in the last line = 6
// PREDICT(2): wavefronts of the loads in the last line = 24

extern "C" __global__ void count_wide_loads(const float* in, float* out, int rows, int cols)
{
    __shared__ float4 tile[64];
    int t = threadIdx.x;
    int row = blockIdx.x * 64 + t;

    for (int k = 0; k < 4; ++k)
        reinterpret_cast<float*>(tile)[4 * t + k] = in[4 * row + k];
    __syncthreads();

    float4 four = tile[t];
    out[row] = four.x + four.y + four.z + four.w;
}
