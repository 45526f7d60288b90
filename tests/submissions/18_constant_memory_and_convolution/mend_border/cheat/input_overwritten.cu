// expect: correctness
// The result replaces the input as well.

// TODO(1)
    return in[min(max(k, 0), n - 1)];

// INSTEAD OF
        out[i] = sum;
// WRITE
        out[i] = sum;
        const_cast<float*>(in)[i] = sum;
