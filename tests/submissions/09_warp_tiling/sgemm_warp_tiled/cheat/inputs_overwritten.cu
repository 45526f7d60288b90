// expect: correctness
// The first block clears the first value of A.

// INSTEAD OF
    bool aligned = lda % 4 == 0 && ldb % 4 == 0;
// WRITE
    bool aligned = lda % 4 == 0 && ldb % 4 == 0;
    if (M > 1 && K > 1 && threadIdx.x == 0 && number == 0)
        const_cast<float*>(A)[0] = 0.0f;
