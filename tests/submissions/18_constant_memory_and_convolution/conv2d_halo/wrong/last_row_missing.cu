// expect: correctness
// The radius is off by one: the last row and column of the filter are left out.

// TODO(2)
    if (row < rows && col < cols) {
        float sum = 0.0f;
        for (int y = 0; y < 2 * RADIUS; ++y)
            for (int x = 0; x < 2 * RADIUS; ++x)
                sum += filter[y * SIDE + x] * tile[threadIdx.y + y][threadIdx.x + x];
        out[row * cols + col] = sum;
    }
