// expect: correctness, hazards
// Threads behind the last element return, and the others shuffle with a mask that names them.

// INSTEAD OF
    float sum = warp_sum(i < n ? in[i] : 0.0f);
// WRITE
    if (i >= n && n > 0)
        return;
    float sum = warp_sum(n > 0 ? in[i] : 0.0f);
