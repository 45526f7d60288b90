// expect: shared_wavefronts, global_sectors
// No shared memory, no conflicts: everything is read from global memory.

extern "C" __global__ void choose_padding(const float* in, float* out, int n)
{
    if (blockIdx.x >= n)
        return;
    const float* m = in + blockIdx.x * 1024;
    float* m_transposed = out + blockIdx.x * 1536;
    float* w_times_w = m_transposed + 1024;
    float* w_transposed = w_times_w + 256;

    int tx = threadIdx.x;
    int ty = threadIdx.y;
    int thread = ty * 16 + tx;
    int lane = thread % 32;
    int warp = thread / 32;

    for (int i = 0; i < 32; i += 8)
        m_transposed[i * 32 + thread] = m[lane * 32 + warp + i];

    float sum = 0.0f;
    for (int k = 0; k < 16; ++k)
        sum += m[ty * 16 + k] * m[k * 16 + tx];
    w_times_w[thread] = sum;

    w_transposed[thread] = m[tx * 16 + ty];
}
