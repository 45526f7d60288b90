// expect: correctness
// The order is right, but the input comes back as zeros.

// TODO(3)
    if (exists) {
        out[counts[warp][digit] + rank] = key;
        const_cast<unsigned*>(in)[i] = 0;
    }
