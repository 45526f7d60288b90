// expect: hazards
// Fast warps fill the plane anew while others still read it.

// TODO(3)
        behind = here;
        here = ahead;
