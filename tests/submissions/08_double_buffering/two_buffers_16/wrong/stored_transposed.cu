// expect: correctness
// Puts the element of A at [tx][ty].

// TODO(1)
        tile_a[now][tx][ty] = a_in;
        tile_b[now][ty][tx] = b_in;
        __syncthreads();
        a_in = element_a(k0 + TILE);
        b_in = element_b(k0 + TILE);
