// expect: shared_excess, resources
// Ten words for each column are still an even step from lane to lane.

// TODO(2)
    __shared__ float part[COLUMNS][PARTS + 2];
    part[tx][ty] = sum;

// TODO(3)
    __syncthreads();
    if (ty == 0 && col < cols) {
        float total = 0.0f;
        for (int k = 0; k < PARTS; ++k)
            total += part[tx][k];
        out[col] = total;
    }
