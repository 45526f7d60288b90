// expect: correctness
// The last n % 4 elements are left as they are.

// TODO(3)
    if (i + 3 < n) {
        int4* four = reinterpret_cast<int4*>(out + i);
        int4 old = *four;
        *four = {old.x + offset, old.y + offset, old.z + offset, old.w + offset};
    }
