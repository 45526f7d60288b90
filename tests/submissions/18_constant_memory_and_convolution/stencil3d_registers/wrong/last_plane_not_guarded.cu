// expect: correctness
// The plane behind the last one is read: there is none.

// TODO(1)
        if (x < nx && y < ny)
            ahead = in[((z + 1) * ny + y) * nx + x];
        plane[ty][tx] = here;
        __syncthreads();
