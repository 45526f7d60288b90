// expect: correctness, hazards
// Threads without a result leave before they have loaded their part of the halo.

// TODO(1)
    if (blockIdx.y * HIGH + threadIdx.y >= rows || blockIdx.x * WIDE + threadIdx.x >= cols)
        return;
    for (int y = threadIdx.y; y < HIGH + 2 * RADIUS; y += HIGH)
        for (int x = threadIdx.x; x < WIDE + 2 * RADIUS; x += WIDE) {
            int row = top + y;
            int col = left + x;
            bool inside = row >= 0 && row < rows && col >= 0 && col < cols;
            tile[y][x] = inside ? in[row * cols + col] : 0.0f;
        }
    __syncthreads();
