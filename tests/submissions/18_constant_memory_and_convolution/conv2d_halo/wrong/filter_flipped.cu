// expect: correctness
// The filter is turned round, as in mathematics.

// TODO(2)
    if (row < rows && col < cols) {
        float sum = 0.0f;
        for (int y = 0; y < SIDE; ++y)
            for (int x = 0; x < SIDE; ++x)
                sum += filter[SIDE * SIDE - 1 - y * SIDE - x] * tile[threadIdx.y + y][threadIdx.x + x];
        out[row * cols + col] = sum;
    }
