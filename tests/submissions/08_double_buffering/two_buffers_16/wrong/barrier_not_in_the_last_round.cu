// expect: hazards
// The last round sends for nothing, but its tile must be complete, too.

// TODO(1)
        tile_a[now][ty][tx] = a_in;
        tile_b[now][ty][tx] = b_in;
        if (k0 + TILE < K) {
            __syncthreads();
            a_in = element_a(k0 + TILE);
            b_in = element_b(k0 + TILE);
        }
