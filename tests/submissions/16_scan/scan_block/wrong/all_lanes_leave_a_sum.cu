// expect: hazards
// Every lane stores into its warp's word; which one stays is chance.

// TODO(1)
    own = four.x + four.y + four.z + four.w;
    upto = warp_inclusive(own);
    sums[warp] = upto;
