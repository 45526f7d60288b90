// expect: correctness
// Keeps all by setting the last flag in the input.

// TODO(1)
        count[0] = places[i] + flags[i];
        const_cast<int*>(flags)[i] = 1;
