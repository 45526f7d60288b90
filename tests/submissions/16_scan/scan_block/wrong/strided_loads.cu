// expect: global_sectors, machine_code
// Four single loads of neighbours: each of the four walks over all sectors of the warp.

// INSTEAD OF
    if (i + 3 < n)
        return *reinterpret_cast<const int4*>(in + i);
    return {i < n ? in[i] : 0, i + 1 < n ? in[i + 1] : 0, i + 2 < n ? in[i + 2] : 0, 0};
// WRITE
    return {i < n ? in[i] : 0, i + 1 < n ? in[i + 1] : 0, i + 2 < n ? in[i + 2] : 0, i + 3 < n ? in[i + 3] : 0};
