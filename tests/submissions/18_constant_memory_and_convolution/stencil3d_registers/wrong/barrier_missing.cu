// expect: correctness, hazards
// Nobody waits until the plane is full.

// TODO(1)
        ahead = element(in, x, y, z + 1, nx, ny, nz);
        plane[ty][tx] = here;
