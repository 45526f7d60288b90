// A box filter along rows: out[row][col] is the sum of in[row][col - radius] ... in[row][col + radius]; beyond the ends of a
// row are zeros. A window of 2 * radius + 1 elements would take as many additions for each result. With the prefix sums of
// the row it takes one subtraction, whatever the radius. These are whole numbers: in floats, the difference of two large
// prefix sums would keep the rounding errors of both.
// A block of 256 threads takes one row after the other, each of at most 1,024 elements.

constexpr int BLOCK = 256;
constexpr int WARPS = BLOCK / 32;
constexpr int LONGEST = 1024;
constexpr unsigned int ALL_LANES = 0xffffffff;

// The sum of the values of this lane and of all lanes before it. All 32 lanes call this.
__device__ int warp_scan(int sum)
{
    int lane = threadIdx.x % 32;
    // TODO(1): five steps by shuffles, in which a lane adds what the lane 1, 2, 4, 8, 16 before it has. (about 5 lines)
    return sum;
}

extern "C" __global__ void box_filter_scan(const int* in, int* out, int rows, int cols, int radius)
{
    __shared__ int prefix[LONGEST + 1];    // prefix[c] is the sum of the c elements before column c, so prefix[0] is 0
    __shared__ int totals[WARPS];          // the sum of each warp's 32 elements
    int tid = threadIdx.x;
    int warp = tid / 32;

    for (int row = blockIdx.x; row < rows; row += gridDim.x) {
        const int* from = in + row * cols;
        int* to = out + row * cols;
        int before = 0;                    // the sum of all elements before `start`
        if (tid == 0)
            prefix[0] = 0;

        for (int start = 0; start < cols; start += BLOCK) {
            int col = start + tid;
            int sum = warp_scan(col < cols ? from[col] : 0);
            if (tid % 32 == 31)
                totals[warp] = sum;
            __syncthreads();

            // TODO(2): make `sum` that of all elements from the row's first one to this one, store it, and add the totals of
            // all warps to `before`. (about 6 lines)
            __syncthreads();
        }

        // TODO(3): write this thread's results, in columns tid, tid + BLOCK ..., each the difference of two prefix sums. A
        // window may reach beyond both ends of the row. (about 5 lines)
        __syncthreads();    // before prefix sums of the next row are stored
    }
}
