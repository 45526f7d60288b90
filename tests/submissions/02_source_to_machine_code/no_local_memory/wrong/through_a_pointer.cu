// expect: resources
// A pointer to the sum of the key is the same index in other clothes.

// TODO(1)
        float* mine = &sum[key];
        *mine += value;
