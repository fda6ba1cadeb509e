#include "journal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

void check(int code, const char *doing) {
  if (code == 0) return;
  fprintf(stderr, "%s: %s\n", doing, mdb_strerror(code));
  exit(74);
}

double seconds(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

long peak_memory_bytes(void) {
  char line[256];
  long kilobytes = 0;
  FILE *file = fopen("/proc/self/status", "r");
  if (!file) return 0;
  while (fgets(line, sizeof line, file))
    if (sscanf(line, "VmHWM: %ld", &kilobytes) == 1) break;
  fclose(file);
  return kilobytes * 1024;
}

void journal_open(journal *journal, const char *path) {
  memset(journal, 0, sizeof *journal);
  check(mdb_env_create(&journal->environment), "creating an environment");
  check(mdb_env_set_maxdbs(journal->environment, 16), "setting the number of tables");
  check(mdb_env_set_mapsize(journal->environment, (size_t)64 << 30), "setting the map's size");
  check(mdb_env_open(journal->environment, path, MDB_NOSUBDIR | MDB_RDONLY | MDB_NOTLS | MDB_NOLOCK, 0600), path);
  check(mdb_txn_begin(journal->environment, NULL, MDB_RDONLY, &journal->transaction), "beginning to read");
}

static block block_at(const MDB_val *value) {
  const uint8_t *base = value->mv_data;
  if (value->mv_size < HEADER_BYTES || memcmp(base, "FBB1", 4) != 0) {
    fprintf(stderr, "a block has a wrong mark\n");
    exit(76);
  }
  return (block){
    .base = base, .columns = base + HEADER_BYTES, .first_position = load64(base + 8), .rows = load32(base + 32),
    .is_wide = base[6], .base_day = (int32_t)load32(base + 36), .minimum_day = (int32_t)load32(base + 40),
    .maximum_day = (int32_t)load32(base + 44), .maximum_merchant = load32(base + 68),
    .maximum_account = load16(base + 72), .maximum_category = load16(base + 74)};
}

void journal_read_blocks(journal *journal) {
  MDB_dbi table;
  MDB_cursor *cursor;
  MDB_val key, value;
  size_t room = 1024;
  check(mdb_dbi_open(journal->transaction, "blocks", 0, &table), "opening the table of blocks");
  check(mdb_cursor_open(journal->transaction, table, &cursor), "opening a cursor");
  journal->blocks = malloc(room * sizeof *journal->blocks);
  int code = mdb_cursor_get(cursor, &key, &value, MDB_FIRST);
  while (code == 0) {
    if (journal->count == room) journal->blocks = realloc(journal->blocks, (room *= 2) * sizeof *journal->blocks);
    journal->blocks[journal->count] = block_at(&value);
    journal->events += journal->blocks[journal->count].rows;
    journal->count++;
    code = mdb_cursor_get(cursor, &key, &value, MDB_NEXT);
  }
  if (code != MDB_NOTFOUND) check(code, "reading blocks");
  mdb_cursor_close(cursor);
}
