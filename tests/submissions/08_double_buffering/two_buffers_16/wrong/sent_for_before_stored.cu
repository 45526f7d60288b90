// expect: correctness
// The next pair arrives in the registers before this one has left them.

// TODO(1)
        a_in = element_a(k0 + TILE);
        b_in = element_b(k0 + TILE);
        tile_a[now][ty][tx] = a_in;
        tile_b[now][ty][tx] = b_in;
        __syncthreads();
