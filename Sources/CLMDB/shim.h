#include <lmdb.h>

/* Of the C library, which declares it for _GNU_SOURCE only. */
int renameat2(int from_folder, const char *from, int to_folder, const char *to, unsigned int flags);
