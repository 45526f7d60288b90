// expect: compiles
// There is no accumulator of bfloat16 values.

// TODO(1)
using Sum = __nv_bfloat16;
