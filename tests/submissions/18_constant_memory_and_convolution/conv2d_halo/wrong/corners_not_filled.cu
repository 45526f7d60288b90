// expect: correctness, hazards
// The four sides of the halo are filled, and nobody fills the corners.

// TODO(1)
    int tx = threadIdx.x + RADIUS;
    int ty = threadIdx.y + RADIUS;
    auto element = [&](int y, int x) {
        bool inside = top + y >= 0 && top + y < rows && left + x >= 0 && left + x < cols;
        tile[y][x] = inside ? in[(top + y) * cols + left + x] : 0.0f;
    };
    element(ty, tx);
    if (threadIdx.x < RADIUS) {
        element(ty, threadIdx.x);
        element(ty, tx + WIDE);
    }
    if (threadIdx.y < RADIUS) {
        element(threadIdx.y, tx);
        element(ty + HIGH, tx);
    }
    __syncthreads();
