// expect: correctness
// Adds up rows where columns are asked for.

// TODO(1)
    if (col < rows)
        for (int row = ty; row < cols; row += PARTS)
            sum += in[col * cols + row];

// TODO(3)
    __syncthreads();
    if (ty == 0 && col < rows) {
        float total = 0.0f;
        for (int k = 0; k < PARTS; ++k)
            total += part[k][tx];
        out[col] = total;
    }
