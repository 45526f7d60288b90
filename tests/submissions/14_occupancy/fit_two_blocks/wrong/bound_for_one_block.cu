// expect: occupancy
// The size of the block alone allows 128 registers.

// TODO(2)
__launch_bounds__(THREADS)
