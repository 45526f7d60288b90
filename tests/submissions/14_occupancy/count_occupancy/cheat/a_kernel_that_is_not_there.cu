// expect: predictions
// A seventh kernel, whose answer is easy: it is not asked about.

// TODO(1)
// PREDICT(1): blocks of this kernel on a multiprocessor at once = 10
// PREDICT(2): warps of this kernel on a multiprocessor at once = 60

// INSTEAD OF
#define KERNEL 3    // 1 to 6: six kernels, each a question of its own
// WRITE
#define KERNEL 0
