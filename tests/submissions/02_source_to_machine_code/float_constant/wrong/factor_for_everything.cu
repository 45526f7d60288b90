// expect: correctness
// Parentheses round the sum: 32 is multiplied, too.

// TODO(1)
        fahrenheit[i] = 1.8f * (celsius[i] + 32.0f);
