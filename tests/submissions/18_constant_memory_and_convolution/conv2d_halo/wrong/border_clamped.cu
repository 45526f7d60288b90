// expect: correctness
// Beyond the edges the nearest element, where zeros are wanted.

// TODO(1)
    for (int y = threadIdx.y; y < HIGH + 2 * RADIUS; y += HIGH)
        for (int x = threadIdx.x; x < WIDE + 2 * RADIUS; x += WIDE)
            tile[y][x] = in[min(max(top + y, 0), rows - 1) * cols + min(max(left + x, 0), cols - 1)];
    __syncthreads();
