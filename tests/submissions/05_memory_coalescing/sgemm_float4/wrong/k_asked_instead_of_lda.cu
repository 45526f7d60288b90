// expect: correctness
// Asks whether K is a multiple of 4; where a row begins depends on lda.

// TODO(1)
    int pieces = K % 4 == 0 ? K / 4 : 0;
