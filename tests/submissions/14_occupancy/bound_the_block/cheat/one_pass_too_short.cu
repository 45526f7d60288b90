// expect: correctness
// Fewer elements a thread: 40 fit without any bound that would spill, but rows are longer.

// TODO(1)
__launch_bounds__(THREADS, 2)

// INSTEAD OF
constexpr int VALUES = 48;
// WRITE
constexpr int VALUES = 40;
