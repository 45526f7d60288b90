// expect: correctness
// EACH is how many rounds there are, not how far a round goes.

// TODO(1)
        const int i = j * EACH + t;
