// expect: correctness
// The scans are right, but `in` comes back as zeros.

// INSTEAD OF
        exclusive[i] = before;
// WRITE
        exclusive[i] = before;
        const_cast<int*>(in)[i] = 0;
