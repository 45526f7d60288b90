// expect: correctness
// Recognises the size that is counted and does nothing for any other.

// TODO(1)
    __shared__ float tile[TILE][TILE + 1];

    if (rows != 128 || cols != 128)
        return;
