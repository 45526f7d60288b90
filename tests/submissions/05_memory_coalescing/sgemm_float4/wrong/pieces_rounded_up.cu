// expect: correctness
// The last piece reaches beyond the row, into its padding or the next row, and beyond B.

// TODO(1)
    int pieces = lda % 4 == 0 ? (K + 3) / 4 : 0;
