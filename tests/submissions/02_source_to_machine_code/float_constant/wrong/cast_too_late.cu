// expect: machine_code
// The product has been computed in double precision when it is converted.

// TODO(1)
        fahrenheit[i] = (float)(1.8 * celsius[i]) + 32.0f;
