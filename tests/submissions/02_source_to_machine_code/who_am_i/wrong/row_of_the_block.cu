// expect: compiles
// The built-in variable, which this file has taken away; in two dimensions it would be wrong, too.

// TODO(1)
    mine = threadIdx.x % 32;
