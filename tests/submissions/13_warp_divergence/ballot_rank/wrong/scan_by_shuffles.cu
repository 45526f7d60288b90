// expect: work
// Five steps of a scan: right for any numbers, and too much for one bit.

// TODO(1)
    int sum = holds;
    for (int apart = 1; apart < 32; apart *= 2) {
        int other = __shfl_up_sync(EVERYBODY, sum, apart);
        if (lane >= apart)
            sum += other;
    }
    if (holds)
        mine = sum - 1;
