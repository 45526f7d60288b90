// expect: atomics
// Goes to global memory with every element; the compiler finds the warp's maximum, but 7 times, for each sign.

// INSTEAD OF
        largest = fmaxf(largest, in[i]);
// WRITE
    {
        largest = in[i];
        if (__float_as_int(largest) >= 0)
            atomicMax(reinterpret_cast<int*>(out), __float_as_int(largest));
        else
            atomicMin(reinterpret_cast<unsigned*>(out), __float_as_uint(largest));
    }

// TODO(2)
