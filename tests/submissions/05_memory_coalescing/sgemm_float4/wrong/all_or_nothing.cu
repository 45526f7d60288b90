// expect: global_sectors
// Reads pieces only where K is a multiple of 4 as well; a remainder of three makes the other 64 slow.

// TODO(1)
    int pieces = lda % 4 == 0 && K % 4 == 0 ? K / 4 : 0;
