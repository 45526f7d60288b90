// expect: global_sectors
// The skeleton's own index: right, but lanes are 32 bytes apart.

// TODO(1)
        const int i = j + t * EACH;
