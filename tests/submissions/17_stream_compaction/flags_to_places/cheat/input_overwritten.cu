// expect: correctness
// The places are right, but the flags come back as zeros.

// TODO(1)
    if (i < n && flags[i] != 0) {
        out[places[i]] = in[i];
        const_cast<int*>(flags)[i] = 0;
    }
