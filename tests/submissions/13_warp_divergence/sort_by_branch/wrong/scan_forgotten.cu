// expect: correctness, hazards
// All kinds begin at place 0 and overwrite each other.

// TODO(2)
    // nothing
