// expect: compiles
// There is no accumulator of doubles for factors in half precision.

// TODO(1)
using Sum = double;
