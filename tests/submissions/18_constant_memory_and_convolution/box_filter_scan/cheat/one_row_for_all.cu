// expect: correctness
// Every row gets the sums of the first.

// INSTEAD OF
        const int* from = in + row * cols;
// WRITE
        const int* from = in;
