// expect: correctness
// Recognises the first size.

// TODO(1)
        count[0] = n == 256 ? places[i] + flags[i] : places[i];
