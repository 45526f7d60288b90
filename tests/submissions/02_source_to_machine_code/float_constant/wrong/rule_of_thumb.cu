// expect: correctness
// Twice as large and 30 more is near enough for a walk.

// TODO(1)
        fahrenheit[i] = 2.0f * celsius[i] + 30.0f;
