/* A bare durable commit: one value of so many bytes appended to the table of blocks of a copy of a ledger.
 *
 * usage: append COPY BYTES COMMITS
 *
 * The copy is changed and is no ledger afterwards. */
#include "journal.h"

#include <stdio.h>
#include <stdlib.h>

static int by_size(const void *left, const void *right) {
  double difference = *(const double *)left - *(const double *)right;
  return difference < 0 ? -1 : difference > 0;
}

int main(int count, char **words) {
  if (count != 4) {
    fprintf(stderr, "usage: append COPY BYTES COMMITS\n");
    return 64;
  }
  size_t bytes = (size_t)atol(words[2]), commits = (size_t)atol(words[3]);
  if (bytes < 1 || commits < 1) return 64;
  MDB_env *environment;
  MDB_txn *transaction;
  MDB_dbi table;
  check(mdb_env_create(&environment), "creating an environment");
  check(mdb_env_set_maxdbs(environment, 16), "setting the number of tables");
  check(mdb_env_set_mapsize(environment, (size_t)16 << 30), "setting the map's size");
  check(mdb_env_open(environment, words[1], MDB_NOSUBDIR | MDB_NOTLS, 0600), words[1]);
  check(mdb_txn_begin(environment, NULL, 0, &transaction), "beginning to write");
  check(mdb_dbi_open(transaction, "blocks", 0, &table), "opening the table of blocks");
  check(mdb_txn_commit(transaction), "committing");
  double *times = malloc(commits * sizeof *times);
  uint8_t *value = calloc(1, bytes);
  for (size_t i = 0; i < commits; i++) {
    uint64_t key = __builtin_bswap64(((uint64_t)1 << 40) + i);
    MDB_val key_value = {8, &key}, data_value = {bytes, value};
    double start = seconds();
    check(mdb_txn_begin(environment, NULL, 0, &transaction), "beginning to write");
    check(mdb_put(transaction, table, &key_value, &data_value, MDB_APPEND), "appending");
    check(mdb_txn_commit(transaction), "committing");
    times[i] = seconds() - start;
  }
  qsort(times, commits, sizeof *times, by_size);
  printf(
      "{\"baseline\":\"append\",\"count\":%zu,\"bytes\":%zu,\"medianSecondsPerCommit\":%.9f,\"peakMemoryBytes\":%ld}\n",
      commits, bytes, times[commits / 2], peak_memory_bytes());
  mdb_env_close(environment);
  return 0;
}
