// expect: correctness
// The number of the element is tested, not its column: beyond the right edge lies the next row.

// TODO(1)
    for (int y = threadIdx.y; y < HIGH + 2 * RADIUS; y += HIGH)
        for (int x = threadIdx.x; x < WIDE + 2 * RADIUS; x += WIDE) {
            int at = (top + y) * cols + left + x;
            tile[y][x] = at >= 0 && at < rows * cols ? in[at] : 0.0f;
        }
    __syncthreads();
