// expect: constant_serialisation, shared_wavefronts
// Each lane reads another weight, to put it into shared memory: 25 passes.

// TODO(1)
    __shared__ float weights[SIDE * SIDE];
    if (threadIdx.y == 0 && threadIdx.x < SIDE * SIDE)
        weights[threadIdx.x] = filter[threadIdx.x];
    for (int y = threadIdx.y; y < HIGH + 2 * RADIUS; y += HIGH)
        for (int x = threadIdx.x; x < WIDE + 2 * RADIUS; x += WIDE) {
            int row = top + y;
            int col = left + x;
            bool inside = row >= 0 && row < rows && col >= 0 && col < cols;
            tile[y][x] = inside ? in[row * cols + col] : 0.0f;
        }
    __syncthreads();

// TODO(2)
    if (row < rows && col < cols) {
        float sum = 0.0f;
        for (int y = 0; y < SIDE; ++y)
            for (int x = 0; x < SIDE; ++x)
                sum += weights[y * SIDE + x] * tile[threadIdx.y + y][threadIdx.x + x];
        out[row * cols + col] = sum;
    }
