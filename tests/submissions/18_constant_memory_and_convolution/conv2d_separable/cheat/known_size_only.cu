// expect: correctness
// Works for the size that is counted, and for no other.

// TODO(2)
    for (int y = ty; y < TILE && cols == 64; y += ROWS) {
        float sum = 0.0f;
        for (int k = 0; k <= 2 * RADIUS; ++k)
            sum += down[k] * filtered[y + k][tx];
        out[(top + y) * cols + left + tx] = sum;
    }
