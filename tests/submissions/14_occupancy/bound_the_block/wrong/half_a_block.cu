// expect: correctness
// The promise is 256 threads, but the launch has 512: it is refused.

// TODO(1)
__launch_bounds__(THREADS / 2, 2)
