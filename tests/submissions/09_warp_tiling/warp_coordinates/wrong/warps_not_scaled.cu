// expect: correctness
// Adds the number of the warp among the warps, not where its tile begins.

// TODO(1)
    int first_row = warp / warps_across + lane / lanes_across * 4;
    int first_col = warp % warps_across + lane % lanes_across * 4;
