// expect: hazards
// Every thread writes its own place, and chance decides which stays.

// TODO(1)
        count[0] = places[i] + flags[i];

// INSTEAD OF
    if (i == n - 1) {
// WRITE
    if (i < n) {
