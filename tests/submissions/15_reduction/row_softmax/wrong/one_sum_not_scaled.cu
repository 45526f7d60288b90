// expect: correctness
// Only the second sum is scaled: right as long as the first has the larger element.

// TODO(1)
    float largest = fmaxf(a.largest, b.largest);
    float sum = a.sum + b.sum * __expf(b.largest - largest);
    return {largest, sum};
