// expect: correctness
// The spare words are in the map but not in the array: the last rows end outside of it.

constexpr int SEGMENT = 1024;
constexpr int STRIDES = 6;
constexpr int THREADS = 256;

constexpr int WORDS = SEGMENT;
__device__ int place(int i) { return i + i / 32; }

extern "C" __global__ void strided_reads(const float* in, float* out, int n)
{
    __shared__ float data[WORDS];

    if (blockIdx.x >= n)
        return;
    in += blockIdx.x * SEGMENT;
    out += blockIdx.x * SEGMENT * STRIDES;

    for (int i = threadIdx.x; i < SEGMENT; i += THREADS)
        data[place(i)] = in[i];
    __syncthreads();

    for (int k = 0; k < STRIDES; ++k) {
        int stride = 1 << k;
        int rows = SEGMENT / stride;
        for (int j = threadIdx.x; j < SEGMENT; j += THREADS) {
            int row = j % rows;        // neighbouring lanes take neighbouring rows,
            int column = j / rows;     // and the same column: their elements lie `stride` apart
            out[k * SEGMENT + j] = data[place(row * stride + column)];
        }
    }
}
