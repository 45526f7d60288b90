// expect: hazards
// Rounds 0 and 1 share a buffer, round 2 has the other.

// TODO(1)
        int free_buffer = k % 3 == 2;
