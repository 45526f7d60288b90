// expect: hazards
// Nobody waits for the rows of other warps.

// TODO(1)
    for (int y = threadIdx.y; y < HIGH + 2 * RADIUS; y += HIGH)
        for (int x = threadIdx.x; x < WIDE + 2 * RADIUS; x += WIDE) {
            int row = top + y;
            int col = left + x;
            bool inside = row >= 0 && row < rows && col >= 0 && col < cols;
            tile[y][x] = inside ? in[row * cols + col] : 0.0f;
        }
