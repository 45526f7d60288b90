// expect: occupancy
// One block is what fits anyway: the compiler is asked for nothing.

// TODO(1)
__launch_bounds__(THREADS, 1)
