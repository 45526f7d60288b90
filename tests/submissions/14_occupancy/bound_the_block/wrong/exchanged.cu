// expect: correctness
// Threads and blocks exchanged: a block of 512 threads breaks the promise of 2.

// TODO(1)
__launch_bounds__(2, THREADS)
