// expect: correctness
// Lane 0 adds to y[row]: what y held before is part of every result.

// INSTEAD OF
        y[row] = sum;
// WRITE
        y[row] += sum;
