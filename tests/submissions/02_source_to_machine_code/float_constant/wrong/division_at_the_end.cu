// expect: machine_code
// A division in double precision is a whole series of DFMA.

// TODO(1)
        fahrenheit[i] = celsius[i] * 9.0 / 5.0 + 32.0;
