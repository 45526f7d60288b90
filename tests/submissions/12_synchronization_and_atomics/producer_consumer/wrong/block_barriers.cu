// expect: hazards, machine_code
// __syncthreads() in both branches: threads of one block wait at different places.

// TODO(1)
            __syncthreads();
            tile[s][lane] = in[k * TILE + lane];
            tile[s][lane + 32] = in[k * TILE + lane + 32];
            __syncthreads();

// TODO(2)
            __syncthreads();
            __syncthreads();
            sum += tile[s][TILE - 1 - i];
