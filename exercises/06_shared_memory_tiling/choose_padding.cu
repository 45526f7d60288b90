// Three small jobs in shared memory, each with its own layout; the only blank is how many unused floats end each row.
// A block of 16 x 16 threads takes one 32 x 32 matrix m of `in` and its first 256 floats w, seen as 16 x 16.
// Its 1,536 results in `out` are the transpose of m, the product w * w and the transpose of w.

// TODO(1): choose the padding of each layout so that the block needs as few wavefronts as possible,
// loads and stores together, and no more memory than that takes. Work it out on paper first:
// who are the 32 lanes of a warp, and which banks do they touch at once? (3 lines)
constexpr int PAD_TALL = 0;
constexpr int PAD_OPERAND = 0;
constexpr int PAD_SQUARE = 0;

extern "C" __global__ void choose_padding(const float* in, float* out, int n)
{
    __shared__ float tall[32][32 + PAD_TALL];
    __shared__ float operand[16][16 + PAD_OPERAND];
    __shared__ float square[16][16 + PAD_SQUARE];

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
        tall[warp + i][lane] = m[i * 32 + thread];
    operand[ty][tx] = m[thread];
    square[ty][tx] = m[thread];
    __syncthreads();

    // Layout 1: a whole warp walks down a column.
    for (int i = 0; i < 32; i += 8)
        m_transposed[i * 32 + thread] = tall[lane][warp + i];

    // Layout 2: the reads of a tiled matrix product, a row of the left and a column of the right operand.
    float sum = 0.0f;
    for (int k = 0; k < 16; ++k)
        sum += operand[ty][k] * operand[k][tx];
    w_times_w[thread] = sum;

    // Layout 3: a warp of a 16 x 16 block walks down two columns of sixteen.
    w_transposed[thread] = square[tx][ty];
}
