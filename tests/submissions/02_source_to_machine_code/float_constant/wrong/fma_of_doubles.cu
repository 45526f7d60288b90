// expect: machine_code
// fma is the function for doubles; that for floats is fmaf.

// TODO(1)
        fahrenheit[i] = fma(1.8, (double)celsius[i], 32.0);
