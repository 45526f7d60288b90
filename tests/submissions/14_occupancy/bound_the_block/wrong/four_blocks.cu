// expect: resources
// Four blocks leave 32 registers a thread: the row spills to local memory.

// TODO(1)
__launch_bounds__(THREADS, 4)
