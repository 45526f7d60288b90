// expect: global_sectors, machine_code
// The naive kernel: right, but four requests of A where one would do.

// TODO(1)
    int pieces = 0;
