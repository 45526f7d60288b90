// expect: resources
// Promises blocks of 1,024 threads and asks for two of them: 32 registers.

// TODO(1)
__launch_bounds__(2 * THREADS, 2)
