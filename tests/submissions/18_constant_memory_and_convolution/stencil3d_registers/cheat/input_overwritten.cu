// expect: correctness
// The volume is written to as well.

// TODO(3)
        if (x < nx && y < ny)
            const_cast<float*>(in)[(z * ny + y) * nx + x] = sum;
        behind = here;
        here = ahead;
        __syncthreads();
