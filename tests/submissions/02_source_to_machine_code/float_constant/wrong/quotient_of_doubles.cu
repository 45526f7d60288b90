// expect: machine_code
// 9.0 / 5.0 is computed by the compiler, but it is a double.

// TODO(1)
        fahrenheit[i] = 9.0 / 5.0 * celsius[i] + 32;
