// expect: resources
// Three blocks leave 40 registers a thread, too few for 48 values.

// TODO(1)
__launch_bounds__(THREADS, 3)
