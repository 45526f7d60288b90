// expect: correctness
// Goes the wrong way.

// TODO(1)
        count[0] = places[i] - 1;
