// expect: correctness
// The results are right, but the matrices come back doubled.

// INSTEAD OF
}
// WRITE
    for (int i = 0; i < 32; i += 8)
        const_cast<float*>(m)[i * 32 + thread] *= 2.0f;
}
