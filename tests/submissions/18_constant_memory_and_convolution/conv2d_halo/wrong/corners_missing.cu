// expect: correctness
// The halo has its four sides, and zeros in the corners.

// TODO(1)
    for (int y = threadIdx.y; y < HIGH + 2 * RADIUS; y += HIGH)
        for (int x = threadIdx.x; x < WIDE + 2 * RADIUS; x += WIDE) {
            int row = top + y;
            int col = left + x;
            bool inside = row >= 0 && row < rows && col >= 0 && col < cols;
            bool beside = x < RADIUS || x >= WIDE + RADIUS;
            bool above = y < RADIUS || y >= HIGH + RADIUS;
            tile[y][x] = inside && !(beside && above) ? in[row * cols + col] : 0.0f;
        }
    __syncthreads();
