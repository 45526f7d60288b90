// expect: correctness
// Copies n / stride whole rounds; the last round is lost unless it is full.

// TODO(1)
    for (int round = 0; round < n / stride; ++round)
        out[round * stride + first] = in[round * stride + first];
