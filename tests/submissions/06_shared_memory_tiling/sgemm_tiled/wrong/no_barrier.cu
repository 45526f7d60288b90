// expect: hazards
// No barrier at all: right by luck where warps happen to run in step.

// TODO(2)
        for (int k = 0; k < TILE; ++k)
            sum += tile_a[ty][k] * tile_b[k][tx];
