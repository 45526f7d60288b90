// expect: shared_wavefronts, global_sectors
// Every thread reads its 25 elements from global memory.

// TODO(1)

// TODO(2)
    if (row < rows && col < cols) {
        float sum = 0.0f;
        for (int y = -RADIUS; y <= RADIUS; ++y)
            for (int x = -RADIUS; x <= RADIUS; ++x)
                if (row + y >= 0 && row + y < rows && col + x >= 0 && col + x < cols)
                    sum += filter[(y + RADIUS) * SIDE + x + RADIUS] * in[(row + y) * cols + col + x];
        out[row * cols + col] = sum;
    }
