// expect: correctness
// Volatile makes each thread look at memory; reading, adding and writing are three steps still.

// TODO(1)
        *(volatile int*)count = *(volatile int*)count + 1;
