// expect: shared_wavefronts, global_sectors
// The strided reads go to global memory: up to 32 sectors a warp, and shared memory is only filled.

// INSTEAD OF
            out[k * SEGMENT + j] = data[place(row * stride + column)];
// WRITE
            out[k * SEGMENT + j] = in[row * stride + column];
