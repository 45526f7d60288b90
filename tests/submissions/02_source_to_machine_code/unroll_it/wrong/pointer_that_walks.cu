// expect: resources
// A pointer into the array is an address, whatever it looks like.

// TODO(1)
    float* next = x;
    for (int i = me; i < n; i += threads)
        out[i] = 2.0f * *next++;
