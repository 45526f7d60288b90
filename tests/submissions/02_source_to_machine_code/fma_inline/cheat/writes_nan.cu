// expect: correctness
// NaN in every element: a comparison written the wrong way round would let it pass.

// INSTEAD OF
    out[i] = result;
// WRITE
    out[i] = result + __int_as_float(0x7fffffff);
