// expect: correctness
// Only the first 8 of 32 rows are written.

// TODO(2)
    float sum = 0.0f;
    for (int k = 0; k <= 2 * RADIUS; ++k)
        sum += down[k] * filtered[ty + k][tx];
    if (top + ty < rows && left + tx < cols)
        out[(top + ty) * cols + left + tx] = sum;
