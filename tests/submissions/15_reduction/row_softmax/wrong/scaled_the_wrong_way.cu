// expect: correctness
// exp(new - old) where exp(old - new) is needed.

// TODO(1)
    float largest = fmaxf(a.largest, b.largest);
    float sum = a.sum * __expf(largest - a.largest) + b.sum * __expf(largest - b.largest);
    return {largest, sum};
