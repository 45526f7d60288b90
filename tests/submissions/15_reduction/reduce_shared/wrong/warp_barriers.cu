// expect: hazards
// __syncwarp orders one warp; the first steps add what other warps have stored.

// TODO(2)
    for (int s = BLOCK / 2; s > 0; s /= 2) {
        __syncwarp();
        if (tid < s)
            part[tid] += part[tid + s];
    }
