// expect: hazards
// __syncwarp does not wait for the other warp, whose seats are filled again.

// TODO(1)
        seat[t] = in[k * SIZE + t];
        __syncthreads();
        sum += seat[SIZE - 1 - t];
        __syncwarp();
