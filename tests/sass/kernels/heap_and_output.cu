// The device's heap, printf and assert.

#include <cassert>
#include <cstdio>

extern "C" __global__ void k(int* i)
{
    int* some = (int*)malloc(64);
    some[1] = i[0];
    int* more = new int[i[1]];
    more[0] = some[1];
    assert(more[0] > 0);
    printf("%d %f\n", more[0], 2.5);
    i[threadIdx.x] = more[0];
    free(some);
    delete[] more;
}
