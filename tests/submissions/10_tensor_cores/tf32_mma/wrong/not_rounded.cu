// expect: correctness
// The bits go to the tensor core as they are, and 13 of them are cut off.

// TODO(1)
    ;
