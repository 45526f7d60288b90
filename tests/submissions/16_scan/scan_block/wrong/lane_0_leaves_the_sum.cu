// expect: correctness
// Lane 0 leaves its upto, which is the sum of its own four elements.

// TODO(1)
    own = four.x + four.y + four.z + four.w;
    upto = warp_inclusive(own);
    if (lane == 0)
        sums[warp] = upto;
