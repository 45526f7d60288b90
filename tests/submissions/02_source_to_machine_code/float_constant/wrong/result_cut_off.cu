// expect: correctness
// Converted to an integer: the fraction is lost.

// TODO(1)
        fahrenheit[i] = (int)(1.8f * celsius[i] + 32.0f);
