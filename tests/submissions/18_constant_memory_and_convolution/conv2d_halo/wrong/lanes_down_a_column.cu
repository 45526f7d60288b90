// expect: shared_excess, global_sectors
// A warp fills the tile column by column: every lane in another row of the image, and in few banks.

// TODO(1)
    for (int k = threadIdx.y * WIDE + threadIdx.x; k < (HIGH + 2 * RADIUS) * (WIDE + 2 * RADIUS); k += WIDE * HIGH) {
        int y = k % (HIGH + 2 * RADIUS);
        int x = k / (HIGH + 2 * RADIUS);
        int row = top + y;
        int col = left + x;
        bool inside = row >= 0 && row < rows && col >= 0 && col < cols;
        tile[y][x] = inside ? in[row * cols + col] : 0.0f;
    }
    __syncthreads();
