// expect: hazards
// The barrier stands in front of the stores: behind them there is none.

// TODO(1)
        __syncthreads();
        tile_a[now][ty][tx] = a_in;
        tile_b[now][ty][tx] = b_in;
        a_in = element_a(k0 + TILE);
        b_in = element_b(k0 + TILE);
