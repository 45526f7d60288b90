// expect: correctness
// Rows and columns of the filter are exchanged.

// TODO(2)
    if (row < rows && col < cols) {
        float sum = 0.0f;
        for (int y = 0; y < SIDE; ++y)
            for (int x = 0; x < SIDE; ++x)
                sum += filter[x * SIDE + y] * tile[threadIdx.y + y][threadIdx.x + x];
        out[row * cols + col] = sum;
    }
