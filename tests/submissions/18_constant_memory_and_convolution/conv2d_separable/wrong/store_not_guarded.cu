// expect: correctness, hazards
// Results beyond the edges are written, too.

// TODO(2)
    for (int y = ty; y < TILE; y += ROWS) {
        float sum = 0.0f;
        for (int k = 0; k <= 2 * RADIUS; ++k)
            sum += down[k] * filtered[y + k][tx];
        out[(top + y) * cols + left + tx] = sum;
    }
