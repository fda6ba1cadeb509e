#include <stddef.h>
#include <stdint.h>

// The driver of libFuzzer without a main function of its own; it never returns to the caller's loop but ends the process.
int LLVMFuzzerRunDriver(int *argc, char ***argv, int (*callback)(const uint8_t *data, size_t size));
