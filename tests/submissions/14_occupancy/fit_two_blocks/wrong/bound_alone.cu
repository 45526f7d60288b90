// expect: resources
// The promise alone: 64 elements in 64 registers, so the compiler puts others aside in local memory.

// TODO(1)
constexpr int PARKED = 0;

// TODO(2)
__launch_bounds__(THREADS, 2)

// TODO(3)

// TODO(4)
