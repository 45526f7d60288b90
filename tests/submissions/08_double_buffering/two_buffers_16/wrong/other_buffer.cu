// expect: correctness, hazards
// Stores to the buffer that is not multiplied in this round.

// TODO(1)
        tile_a[now ^ 1][ty][tx] = a_in;
        tile_b[now ^ 1][ty][tx] = b_in;
        __syncthreads();
        a_in = element_a(k0 + TILE);
        b_in = element_b(k0 + TILE);
