// expect: correctness
// The image is used to keep the filtered rows.

// TODO(2)
    for (int y = ty; y < TILE; y += ROWS) {
        float sum = 0.0f;
        for (int k = 0; k <= 2 * RADIUS; ++k)
            sum += down[k] * filtered[y + k][tx];
        int row = top + y;
        int col = left + tx;
        if (row < rows && col < cols) {
            const_cast<float*>(in)[row * cols + col] = filtered[y][tx];
            out[row * cols + col] = sum;
        }
    }
