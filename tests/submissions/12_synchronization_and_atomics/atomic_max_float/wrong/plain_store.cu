// expect: correctness, hazards
// Reads, compares and writes, in three steps.

// TODO(1)
    if (x > __int_as_float(seen))
        *address = x;
