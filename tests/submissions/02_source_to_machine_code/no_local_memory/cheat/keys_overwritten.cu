// expect: correctness
// The sums are right, but the keys come back as zeros.

// INSTEAD OF
        float value = values[row * cols + col];
// WRITE
        const_cast<int*>(keys)[row * cols + col] = 0;
        float value = values[row * cols + col];
