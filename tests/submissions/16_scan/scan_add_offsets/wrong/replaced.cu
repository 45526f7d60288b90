// expect: correctness
// The offset replaces what was there.

// TODO(3)
    if (i + 3 < n) {
        *reinterpret_cast<int4*>(out + i) = {offset, offset, offset, offset};
    } else {
        for (int k = i; k < n; ++k)
            out[k] = offset;
    }
