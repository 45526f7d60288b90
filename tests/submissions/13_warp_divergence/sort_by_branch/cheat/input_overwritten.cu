// expect: correctness
// The results are right, and `in` comes back sorted.

// TODO(3)
    value[place] = x;
    home[place] = i;
    __syncthreads();
    x = value[t];
    i = home[t];
    if (i < n)
        const_cast<float*>(in)[blockIdx.x * THREADS + t] = x;
