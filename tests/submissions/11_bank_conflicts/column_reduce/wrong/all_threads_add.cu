// expect: shared_wavefronts, global_sectors
// All eight warps add up the same eight rows and write the same result: right, at eight times the loads and the stores.

// TODO(3)
    __syncthreads();
    if (col < cols) {
        float total = 0.0f;
        for (int k = 0; k < PARTS; ++k)
            total += part[k][tx];
        out[col] = total;
    }
