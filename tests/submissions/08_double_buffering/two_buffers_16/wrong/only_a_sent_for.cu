// expect: correctness
// The element of B stays that of the first pair.

// TODO(1)
        tile_a[now][ty][tx] = a_in;
        tile_b[now][ty][tx] = b_in;
        __syncthreads();
        a_in = element_a(k0 + TILE);
