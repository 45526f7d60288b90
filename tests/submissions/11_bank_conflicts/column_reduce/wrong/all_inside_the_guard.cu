// expect: hazards
// Everything, the barrier too, stands inside the guard: threads beyond the last column end without coming to it.

// TODO(1)
    __shared__ float part[PARTS][COLUMNS];
    if (col < cols) {
        for (int row = ty; row < rows; row += PARTS)
            sum += in[row * cols + col];

// TODO(2)
        part[ty][tx] = sum;

// TODO(3)
        __syncthreads();
        if (ty == 0) {
            float total = 0.0f;
            for (int k = 0; k < PARTS; ++k)
                total += part[k][tx];
            out[col] = total;
        }
    }
