// expect: work, machine_code
// 4-byte loads, one at a time: right, with four times the loads in the same loop.

// TODO(1)
#pragma unroll 1
    for (int i = thread; i < n; i += threads)
        sum += in[i];
