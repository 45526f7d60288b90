// expect: global_sectors
// Four loads in a row that are used for nothing; the copy itself goes one by one.

// TODO(1)
    float4 show[LOADS];
    #pragma unroll
    for (int k = 0; k < LOADS; ++k)
        show[k] = first + int(k * blockDim.x) < pieces ? from[first + int(k * blockDim.x)] : make_float4(0, 0, 0, 0);
    float sum = 0.0f;
    #pragma unroll
    for (int k = 0; k < LOADS; ++k)
        sum += show[k].x;
    if (sum == 1e30f)
        out[0] = sum;
    for (int k = 0; k < LOADS; ++k)
        if (first + k * blockDim.x < pieces)
            to[first + k * blockDim.x] = from[first + k * blockDim.x];
