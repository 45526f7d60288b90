// expect: correctness, hazards
// A volatile flag without fences in place of the barrier: it says that the tile is full before the tile is.

// TODO(1)
            while (free_until <= k) {}
            tile[s][lane] = in[k * TILE + lane];
            tile[s][lane + 32] = in[k * TILE + lane + 32];
            full_until = k + 1;

// TODO(2)
            while (full_until <= k) {}
            sum += tile[s][TILE - 1 - i];
            if (i % 32 == 0)
                free_until = k + 2;

// INSTEAD OF
    __shared__ float tile[2][TILE];
// WRITE
    __shared__ float tile[2][TILE];
    __shared__ volatile int full_until, free_until;    // both unset
