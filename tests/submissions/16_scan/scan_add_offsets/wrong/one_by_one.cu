// expect: global_sectors, machine_code
// Four single loads and stores of neighbours: each of them walks over all sectors.

// TODO(3)
    for (int k = i; k < i + 4; ++k)
        if (k < n)
            out[k] += offset;
