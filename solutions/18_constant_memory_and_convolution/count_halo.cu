// Sums of 5 x 5: out[r][c] is the sum of the elements of `in` that are at most REACH rows and columns away. `in` has a margin
// of 8 elements on all sides, so a row of it has 32 + 16 = 48 floats, and nobody needs to ask whether there is a neighbour.
// One block of 32 x 8 threads, eight warps, takes one tile after the other, each 32 wide and TILE_ROWS high, with its halo.
// Predict first: put numbers for the question marks, then check. Leave the kernel as it is.
#define TILE_ROWS 8    // 8, 16 or 32 of the 32 rows. Each is a question of its own

// TODO(1): your predictions, for the whole image. (3 numbers)
// BEGIN SOLUTION
// PREDICT(1): load requests of line A, one for each warp and load = 96
// PREDICT(2): sectors of the loads in line A = 336
// PREDICT(3): load requests of line B: as many would go to global memory without a tile = 800
// END SOLUTION
// BEGIN STARTER
//| // PREDICT(1): load requests of line A, one for each warp and load = ?
//| // PREDICT(2): sectors of the loads in line A = ?
//| // PREDICT(3): load requests of line B: as many would go to global memory without a tile = ?
// END STARTER

constexpr int REACH = 2;
constexpr int MARGIN = 8;

extern "C" __global__ void count_halo(const float* in, float* out, int rows, int cols)    // 32 x 32, without the margin
{
    __shared__ float tile[TILE_ROWS + 2 * REACH][32 + 2 * REACH];
    const float* corner = in + (MARGIN - REACH) * (cols + 2 * MARGIN) + MARGIN - REACH;    // of the first tile's halo
    int tx = threadIdx.x;

    for (int top = 0; top < rows; top += TILE_ROWS) {
        for (int y = threadIdx.y; y < TILE_ROWS + 2 * REACH; y += 8)
            for (int x = tx; x < 32 + 2 * REACH; x += 32)
                tile[y][x] = corner[(top + y) * (cols + 2 * MARGIN) + x];    // A
        __syncthreads();

        for (int y = threadIdx.y; y < TILE_ROWS; y += 8) {
            float sum = 0.0f;
            for (int dy = 0; dy <= 2 * REACH; ++dy)
                for (int dx = 0; dx <= 2 * REACH; ++dx)
                    sum += tile[y + dy][tx + dx];    // B
            out[(top + y) * cols + tx] = sum;
        }
        __syncthreads();
    }
}
