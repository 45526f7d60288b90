// expect: correctness
// A's element goes to B's tile, and the other way round.

// TODO(1)
        tile_a[now][ty][tx] = b_in;
        tile_b[now][ty][tx] = a_in;
        __syncthreads();
        a_in = element_a(k0 + TILE);
        b_in = element_b(k0 + TILE);
