// expect: correctness
// The plane ahead is left out.

// TODO(2)
        sum = weight[0] * here;
        sum += weight[1] * (plane[ty][tx - 1] + plane[ty][tx + 1]);
        sum += weight[2] * (plane[ty - 1][tx] + plane[ty + 1][tx]);
        sum += weight[3] * behind;
