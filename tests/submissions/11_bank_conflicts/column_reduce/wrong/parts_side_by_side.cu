// expect: shared_excess, shared_wavefronts
// The eight parts of a column lie side by side: lanes are eight words apart, stored and read.

// TODO(2)
    __shared__ float part[COLUMNS][PARTS];
    part[tx][ty] = sum;

// TODO(3)
    __syncthreads();
    if (ty == 0 && col < cols) {
        float total = 0.0f;
        for (int k = 0; k < PARTS; ++k)
            total += part[tx][k];
        out[col] = total;
    }
