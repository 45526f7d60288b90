// expect: correctness
// Every thread walks over the whole share.

// TODO(2)
    float sum = 0.0f;
    for (int i = begin; i < end; ++i)
        sum += in[i];
