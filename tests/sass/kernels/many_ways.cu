// A switch that becomes a jump through a table.

extern "C" __global__ void k(int* i)
{
    int x = i[threadIdx.x];
    switch (x) {
    case 0: x = i[9]; break;
    case 1: x *= 7; break;
    case 2: x ^= 55; break;
    case 3: x = x << i[4]; break;
    case 4: x /= i[5]; break;
    case 5: x %= i[6]; break;
    case 6: x = __popc(x); break;
    case 7: x = __clz(x); break;
    }
    i[threadIdx.x] = x;
}
