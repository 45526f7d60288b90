// expect: machine_code
// Two loads, two stores, and once more: 16 KB in flight on a multiprocessor.

// TODO(1)
    #pragma unroll
    for (int k = 0; k < LOADS; k += 2) {
        int here = first + k * blockDim.x;
        int next = here + blockDim.x;
        float4 a, b;
        if (here < pieces)
            a = from[here];
        if (next < pieces)
            b = from[next];
        if (here < pieces)
            to[here] = a;
        if (next < pieces)
            to[next] = b;
    }
