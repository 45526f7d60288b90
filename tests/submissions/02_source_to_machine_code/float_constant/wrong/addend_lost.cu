// expect: correctness
// The 32 was deleted together with its missing f.

// TODO(1)
        fahrenheit[i] = 1.8f * celsius[i];
