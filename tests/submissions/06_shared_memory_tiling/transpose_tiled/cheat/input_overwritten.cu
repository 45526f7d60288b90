// expect: correctness
// The result is right, but `in` comes back as zeros.

// TODO(2)
    for (int i = 0; i < TILE; i += BLOCK_ROWS)
        if (row + i < rows && col < cols) {
            tile[ty + i][tx] = in[(row + i) * cols + col];
            const_cast<float*>(in)[(row + i) * cols + col] = 0.0f;
        }
