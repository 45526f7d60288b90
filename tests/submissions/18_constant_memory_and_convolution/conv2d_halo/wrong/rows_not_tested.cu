// expect: correctness
// Only columns are tested: the first block reads in front of the image.

// TODO(1)
    for (int y = threadIdx.y; y < HIGH + 2 * RADIUS; y += HIGH)
        for (int x = threadIdx.x; x < WIDE + 2 * RADIUS; x += WIDE) {
            int col = left + x;
            tile[y][x] = col >= 0 && col < cols ? in[(top + y) * cols + col] : 0.0f;
        }
    __syncthreads();
