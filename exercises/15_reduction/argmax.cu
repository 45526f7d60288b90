// where[r] is the column of the largest element of row r of `in`, which has rows x cols elements, row-major; of several equal
// ones the first. A block of 128 threads takes one row. What is reduced is a pair: a value and the column it comes from.

constexpr int BLOCK = 128;
constexpr int WARPS = BLOCK / 32;
constexpr unsigned int ALL_LANES = 0xffffffff;

struct Best {
    float value;
    int column;
};

// What loses against every element of a row: no float is smaller, no column is larger.
__device__ Best nothing()
{
    return {-INFINITY, 0x7fffffff};
}

// The better of two pairs.
__device__ Best better(Best a, Best b)
{
    // TODO(1): the larger value wins, and of equal values the smaller column. (about 3 lines)
    return a;
}

// The best of the warp's 32 pairs, which lane 0 returns. All 32 lanes call this.
__device__ Best warp_best(Best best)
{
    // TODO(2): five steps by shuffles. Both members of a pair travel. (about 6 lines)
    return best;
}

extern "C" __global__ void argmax(const float* in, int* where, int rows, int cols)
{
    __shared__ Best bests[WARPS];
    int warp = threadIdx.x / 32;
    int lane = threadIdx.x % 32;

    for (int row = blockIdx.x; row < rows; row += gridDim.x) {
        // TODO(3): find the best of this thread's elements of the row: columns threadIdx.x, threadIdx.x + BLOCK ... A thread
        // that has none keeps nothing(). (about 2 lines)
        Best best = nothing();

        best = warp_best(best);
        if (lane == 0)
            bests[warp] = best;
        __syncthreads();
        if (warp == 0) {
            best = warp_best(lane < WARPS ? bests[lane] : nothing());
            if (lane == 0)
                where[row] = best.column;
        }
        __syncthreads();    // before the next row's pairs are stored
    }
}
