// expect: shared_wavefronts
// Reads global memory instead: nothing is handed over.

// TODO(1)
        sum += in[k * SIZE + SIZE - 1 - t];
        __syncthreads();
        continue;
        int free_buffer = 0;
