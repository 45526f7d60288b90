// expect: machine_code
// The double factor pulls everything along; an f behind the other constant changes nothing.

// TODO(1)
        fahrenheit[i] = 1.8 * celsius[i] + 32.0f;
