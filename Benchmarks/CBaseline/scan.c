/* The raw scan: every block of the journal is found and every byte of its columns read, and nothing else.
 *
 * usage: scan LEDGER */
#include "journal.h"

#include <stdio.h>

int main(int count, char **words) {
  if (count != 2) {
    fprintf(stderr, "usage: scan LEDGER\n");
    return 64;
  }
  journal journal;
  journal_open(&journal, words[1]);
  double start = seconds();
  journal_read_blocks(&journal);
  uint64_t mixed = 0, bytes = 0;
  for (size_t i = 0; i < journal.count; i++) {
    const block *block = &journal.blocks[i];
    size_t size = (size_t)block->rows * (block->is_wide ? WIDE_ROW_BYTES : NARROW_ROW_BYTES);
    for (size_t place = 0; place + 8 <= size; place += 8) mixed += load64(block->columns + place);
    bytes += size;
  }
  double elapsed = seconds() - start;
  printf(
      "{\"baseline\":\"scan\",\"count\":%lu,\"bytes\":%lu,\"seconds\":%.9f,\"nanosecondsPerEvent\":%.4f,"
      "\"peakMemoryBytes\":%ld,\"digest\":\"%016lx\"}\n",
      (unsigned long)journal.events, (unsigned long)bytes, elapsed, elapsed * 1e9 / (double)journal.events,
      peak_memory_bytes(), (unsigned long)mixed);
  return 0;
}
