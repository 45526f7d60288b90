// out[i] = 2 * in[i] for every i from 0 to n - 1, in blocks of 256 threads. The grid is rounded up to whole blocks.

constexpr int BLOCK = 256;

extern "C" __global__ void first_guard(const float* in, float* out, int n)
{
    int i = BLOCK * blockIdx.x + threadIdx.x;    // the number of this thread in the grid

    // TODO(1): mend this. The last block has more threads than there are elements left. (1 line more)
    out[i] = 2.0f * in[i];
}
