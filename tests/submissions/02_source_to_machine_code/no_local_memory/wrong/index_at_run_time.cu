// expect: resources
// Right sums, but sum[key] needs an address, and only memory has addresses: 32 bytes of local memory a thread.

// TODO(1)
        sum[key] += value;
