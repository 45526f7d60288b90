// expect: global_sectors
// Eight loads for show; one warp adds up whole columns out of global memory.

// TODO(3)
    __syncthreads();
    if (ty == 0 && col < cols) {
        float total = 0.0f;
        for (int k = 0; k < PARTS; ++k)
            total += part[k][tx];
        float whole = 0.0f;
        for (int row = 0; row < rows; ++row)
            whole += in[row * cols + col];
        out[col] = whole + 0.0f * total;
    }
