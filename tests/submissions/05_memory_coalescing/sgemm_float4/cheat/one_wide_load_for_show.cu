// expect: global_sectors
// One float4 load puts LDG.128 into the machine code; the sum is made as before.

// TODO(1)
    int pieces = lda % 4 == 0 && K > 3 ? 1 : 0;
