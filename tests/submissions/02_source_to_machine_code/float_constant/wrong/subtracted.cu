// expect: correctness
// The way back from Fahrenheit subtracts; this way adds.

// TODO(1)
        fahrenheit[i] = 1.8f * celsius[i] - 32.0f;
