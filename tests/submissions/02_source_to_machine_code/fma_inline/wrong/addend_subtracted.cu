// expect: correctness
// fmaf with the sign of the addend turned: x * y - z.

// TODO(1)
    result = fmaf(x, y, -z);
