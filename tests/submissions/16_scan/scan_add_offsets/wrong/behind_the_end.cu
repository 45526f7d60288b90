// expect: correctness
// The guard asks for the first of the four elements only.

// TODO(3)
    if (i < n) {
        int4* four = reinterpret_cast<int4*>(out + i);
        int4 old = *four;
        *four = {old.x + offset, old.y + offset, old.z + offset, old.w + offset};
    }
