// expect: correctness
// Only the lower half adds up, since lanes 16 to 31 are "not needed"; the shuffles name them, and they never come.

// TODO(1)
    for (int k = lane; k < N; k += WARP)
        sum += A[row * lda + k] * x[k];

    if (lane < WARP / 2) {

// INSTEAD OF
        y[row] = sum;
}
// WRITE
            y[row] = sum;
    }
}
