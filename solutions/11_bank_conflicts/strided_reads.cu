// Six strides, one layout. Block b stages segment b of `in`, 1,024 floats, in shared memory and reads it back six times:
// stride 1, then 2, 4, 8, 16 and 32. With stride s the segment is a matrix whose rows are s floats long, and what goes
// to `out` is its first column, its second column, and so on: an FFT and a bitonic sort read their data like that.
// Loads and loops stand; the only question is where element i of the segment lies in shared memory.

constexpr int SEGMENT = 1024;
constexpr int STRIDES = 6;
constexpr int THREADS = 256;

// TODO(1): say in which word element i is kept, and how many words that takes, so that none of the six walks makes two
// lanes of a warp meet in a bank. Every element needs a word of its own. (2 lines)
// BEGIN SOLUTION
constexpr int WORDS = SEGMENT;
__device__ int place(int i) { return i ^ (i / 32); }
// END SOLUTION
// BEGIN STARTER
//| constexpr int WORDS = SEGMENT;
//| __device__ int place(int i) { return i; }
// END STARTER

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
