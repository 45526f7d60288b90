// expect: correctness
// The sums are added as they are, whatever the largest elements were that they were made with.

// TODO(1)
    return {fmaxf(a.largest, b.largest), a.sum + b.sum};
