// expect: correctness
// The next pair begins a tile further, not one element.

// TODO(1)
        tile_a[now][ty][tx] = a_in;
        tile_b[now][ty][tx] = b_in;
        __syncthreads();
        a_in = element_a(k0 + 1);
        b_in = element_b(k0 + 1);
