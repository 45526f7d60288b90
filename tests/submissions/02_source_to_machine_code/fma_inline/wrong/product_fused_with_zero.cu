// expect: correctness
// One fma for the product and an addition after it: the product is rounded all the same.

// TODO(1)
    result = fmaf(x, y, 0.0f) + z;
