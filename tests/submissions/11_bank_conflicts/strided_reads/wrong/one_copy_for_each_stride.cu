// expect: shared_wavefronts, resources
// Six copies, one for each stride: no conflict, but six times the stores and six times the memory.

constexpr int SEGMENT = 1024;
constexpr int STRIDES = 6;
constexpr int THREADS = 256;
constexpr int WORDS = 1056;

extern "C" __global__ void strided_reads(const float* in, float* out, int n)
{
    __shared__ float data[STRIDES][WORDS];

    if (blockIdx.x >= n)
        return;
    in += blockIdx.x * SEGMENT;
    out += blockIdx.x * SEGMENT * STRIDES;

    for (int i = threadIdx.x; i < SEGMENT; i += THREADS)
        for (int k = 0; k < STRIDES; ++k)
            data[k][i + i / 32] = in[i];
    __syncthreads();

    for (int k = 0; k < STRIDES; ++k) {
        int stride = 1 << k;
        int rows = SEGMENT / stride;
        for (int j = threadIdx.x; j < SEGMENT; j += THREADS) {
            int i = j % rows * stride + j / rows;
            out[k * SEGMENT + j] = data[k][i + i / 32];
        }
    }
}
