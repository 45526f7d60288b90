// expect: correctness
// The scan is right, but `in` comes back as zeros.

// INSTEAD OF
    unsigned int before = sums[warp];
// WRITE
    if (first < n)
        const_cast<unsigned int*>(in)[first] = 0;
    unsigned int before = sums[warp];
