// expect: correctness, hazards
// A barrier of the warp waits for nobody on the other side.

// TODO(1)
            tile[s][lane] = in[k * TILE + lane];
            tile[s][lane + 32] = in[k * TILE + lane + 32];
            __syncwarp();

// TODO(2)
            __syncwarp();
            sum += tile[s][TILE - 1 - i];
