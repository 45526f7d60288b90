// expect: global_sectors
// C is written one float at a time: sixteen pieces of 4 bytes, 16 bytes apart, for every row.

// INSTEAD OF
    store4(c, float4{alpha * sum[0] + beta * old.x, alpha * sum[1] + beta * old.y,
                     alpha * sum[2] + beta * old.z, alpha * sum[3] + beta * old.w}, left);
// WRITE
    if (left > 0) c[0] = alpha * sum[0] + beta * old.x;
    if (left > 1) c[1] = alpha * sum[1] + beta * old.y;
    if (left > 2) c[2] = alpha * sum[2] + beta * old.z;
    if (left > 3) c[3] = alpha * sum[3] + beta * old.w;
