// expect: machine_code
// Right here, where a double holds every bit of the sum, but in double precision: wider instructions, slower on most GPUs.

// TODO(1)
    result = (float)((double)x * y + z);
