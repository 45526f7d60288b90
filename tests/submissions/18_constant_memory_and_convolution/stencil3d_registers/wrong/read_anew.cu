// expect: global_sectors
// The neighbours behind and ahead are read from global memory in each plane; the registers are idle.

// TODO(2)
        sum = weight[0] * here;
        sum += weight[1] * (plane[ty][tx - 1] + plane[ty][tx + 1]);
        sum += weight[2] * (plane[ty - 1][tx] + plane[ty + 1][tx]);
        behind = ((const volatile float*)in)[(max(z - 1, 0) * ny + min(y, ny - 1)) * nx + min(x, nx - 1)];
        sum += weight[3] * ((z > 0 ? behind : 0.0f) + ahead);
