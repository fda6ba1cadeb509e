/* Reads the journal of a Foldbook ledger as Schemas/tables/README.md describes it, with liblmdb alone. */
#ifndef JOURNAL_H
#define JOURNAL_H

#include <lmdb.h>
#include <stddef.h>
#include <stdint.h>

enum { HEADER_BYTES = 104, NARROW_ROW_BYTES = 21, WIDE_ROW_BYTES = 32 };

/* One block, in place. */
typedef struct {
  const uint8_t *base;
  const uint8_t *columns;
  uint64_t first_position;
  uint32_t rows;
  int is_wide;
  int32_t base_day, minimum_day, maximum_day;
  uint32_t maximum_merchant;
  uint16_t maximum_account, maximum_category;
} block;

typedef struct {
  MDB_env *environment;
  MDB_txn *transaction;
  block *blocks;
  size_t count;
  uint64_t events;
} journal;

/* Ends the program with a message where the code of an LMDB call is not 0. */
void check(int code, const char *doing);

/* Opens the file for reading and begins a transaction. */
void journal_open(journal *journal, const char *path);

/* Finds every block. */
void journal_read_blocks(journal *journal);

/* Seconds on a clock that only goes forward. */
double seconds(void);

/* The most memory that the process ever had resident, in bytes. */
long peak_memory_bytes(void);

static inline uint64_t load64(const uint8_t *bytes) { uint64_t value; __builtin_memcpy(&value, bytes, 8); return value; }
static inline uint32_t load32(const uint8_t *bytes) { uint32_t value; __builtin_memcpy(&value, bytes, 4); return value; }
static inline uint16_t load16(const uint8_t *bytes) { uint16_t value; __builtin_memcpy(&value, bytes, 2); return value; }

#endif
