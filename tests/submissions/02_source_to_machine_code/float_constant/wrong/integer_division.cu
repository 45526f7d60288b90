// expect: correctness
// 9 / 5 is 1: integers are divided before anything becomes a float.

// TODO(1)
        fahrenheit[i] = 9 / 5 * celsius[i] + 32;
