// expect: correctness
// The result is right, but a comes back changed.

// INSTEAD OF
}
// WRITE
    const_cast<float*>(a)[i] = result;
}
