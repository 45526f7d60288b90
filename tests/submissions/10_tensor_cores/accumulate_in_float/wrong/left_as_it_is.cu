// expect: correctness
// Nothing is mended: the sums are halves.

// TODO(1)
using Sum = __half;
