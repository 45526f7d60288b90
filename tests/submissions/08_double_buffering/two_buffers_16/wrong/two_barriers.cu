// expect: barriers
// The second barrier of module 06 is there still, although the second buffer replaces it.

// TODO(1)
        __syncthreads();
        tile_a[now][ty][tx] = a_in;
        tile_b[now][ty][tx] = b_in;
        __syncthreads();
        a_in = element_a(k0 + TILE);
        b_in = element_b(k0 + TILE);
