// expect: resources, machine_code
// A tile in shared memory does the exchange.

// TODO(1)
            continue;
        }
    }
    __shared__ float tile[64][9];
    #pragma unroll
    for (int k = 0; k < 8; ++k)
        tile[threadIdx.x][k] = v[k];
    __syncwarp();
    #pragma unroll
    for (int k = 0; k < 8; ++k) {
        v[k] = tile[threadIdx.x - lane + k][lane];
        {
