// expect: correctness, hazards
// x comes back as zeros, whatever y holds.

// INSTEAD OF
        y[row] = sum;
}
// WRITE
        y[row] = sum;
    if (blockIdx.x == gridDim.x - 1)
        for (int k = lane; k < N; k += WARP)
            const_cast<float*>(x)[k] = 0.0f;
}
