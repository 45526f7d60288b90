// expect: correctness
// The sums are right, but `in` comes back as zeros.

// TODO(1)
    sum += i < n ? in[i] : 0.0f;
    sum += i + BLOCK < n ? in[i + BLOCK] : 0.0f;
    if (i < n)
        const_cast<float*>(in)[i] = 0.0f;
