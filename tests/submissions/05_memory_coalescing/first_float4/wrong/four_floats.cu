// expect: global_sectors, machine_code
// One float at a time: right, and each sector is asked for four times, in both directions.

// TODO(1)
        for (int f = 0; f < 4; ++f)
            out[4 * p + f] = in[4 * p + f];
