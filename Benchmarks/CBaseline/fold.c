/* The fold in C over the same blocks of the same file: what Foldbook's fold is measured against.
 *
 * usage: fold LEDGER [THREADS] [verify]
 *
 * It fills the same tables as Sources/LedgerProjection/SumTables.swift: for each account and day a cell a category (sum
 * and count), for each merchant and month a cell an account, for each merchant the first and last day and the marks of
 * choices by hand. Tables are dense and nothing is checked, so this is about as fast as the work can be done plainly. The
 * digest is computed as `foldbook-bench fold` computes it. */
#include "journal.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#define XXH_INLINE_ALL
#include <xxhash.h>

typedef struct { int64_t sum, count; } cell;
typedef struct { int32_t first, last; } day_range;
typedef struct { uint64_t first, last, last_disturbance; int has_moves; } choice_marks;

typedef struct {
  int32_t first_day;
  size_t days, accounts, slots, merchants, first_year, years;
  /* For each day its month, counted from January of the first year. */
  uint16_t *month_of_day;
} dimensions;

typedef struct {
  cell *cells;          /* account, day, slot */
  cell *merchant_cells; /* month, merchant, account: the merchants of a month fit the cache */
  day_range *asserted, *retracted;
  choice_marks *choices; /* merchant */
  int64_t live, gone;
} tables;

enum { ADDED = 1, RECATEGORISED, DELETED, RESTORED, EDIT_RETRACTED, EDIT_ASSERTED, FIRST_DEFINITION = 16 };
/* The cause of an undo, in bits 4 to 6 of the flags. */
enum { UNDO = 4 };

static void civil_month(int32_t day, int *year, int *month) {
  /* Days since 1970-01-01 to year and month, by the rule of 400 Gregorian years. */
  int64_t shifted = (int64_t)day + 719468;
  int64_t era = (shifted >= 0 ? shifted : shifted - 146096) / 146097;
  unsigned of_era = (unsigned)(shifted - era * 146097);
  unsigned year_of_era = (of_era - of_era / 1460 + of_era / 36524 - of_era / 146096) / 365;
  unsigned of_year = of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
  unsigned from_march = (5 * of_year + 2) / 153;
  *month = (int)(from_march < 10 ? from_march + 3 : from_march - 9);
  *year = (int)(year_of_era + era * 400 + (*month <= 2));
}

static dimensions measure(const journal *journal) {
  dimensions result = {.first_day = INT32_MAX};
  int32_t last_day = INT32_MIN;
  uint32_t merchant = 0;
  uint16_t account = 0, category = 0;
  for (size_t i = 0; i < journal->count; i++) {
    const block *block = &journal->blocks[i];
    if (block->minimum_day < result.first_day) result.first_day = block->minimum_day;
    if (block->maximum_day > last_day) last_day = block->maximum_day;
    if (block->maximum_merchant > merchant) merchant = block->maximum_merchant;
    if (block->maximum_account > account) account = block->maximum_account;
    if (block->maximum_category > category) category = block->maximum_category;
  }
  if (result.first_day > last_day) {
    fprintf(stderr, "the journal has no transactions\n");
    exit(65);
  }
  result.days = (size_t)(last_day - result.first_day) + 1;
  result.accounts = account + 1u;
  result.slots = category + 2u;
  result.merchants = merchant + 1u;
  result.month_of_day = malloc(result.days * sizeof *result.month_of_day);
  int year, month, first_year;
  civil_month(result.first_day, &first_year, &month);
  for (size_t i = 0; i < result.days; i++) {
    civil_month(result.first_day + (int32_t)i, &year, &month);
    result.month_of_day[i] = (uint16_t)((year - first_year) * 12 + month - 1);
  }
  result.first_year = (size_t)first_year;
  result.years = result.month_of_day[result.days - 1] / 12u + 1;
  return result;
}

static void *zeroed(size_t count, size_t size) {
  void *memory = calloc(count, size);
  if (!memory) {
    fprintf(stderr, "no memory for %zu x %zu bytes\n", count, size);
    exit(74);
  }
  return memory;
}

static tables tables_make(const dimensions *of) {
  tables result = {0};
  result.cells = zeroed(of->accounts * of->days * of->slots, sizeof(cell));
  result.merchant_cells = zeroed(of->merchants * of->years * 12 * of->accounts, sizeof(cell));
  result.asserted = malloc(of->merchants * sizeof(day_range));
  result.retracted = malloc(of->merchants * sizeof(day_range));
  for (size_t i = 0; i < of->merchants; i++)
    result.asserted[i] = result.retracted[i] = (day_range){INT32_MAX, INT32_MIN};
  result.choices = zeroed(of->merchants, sizeof(choice_marks));
  return result;
}

static inline void widen(day_range *range, int32_t day) {
  if (day < range->first) range->first = day;
  if (day > range->last) range->last = day;
}

static inline void add(cell *cell, int64_t amount, int64_t count) {
  cell->sum += amount;
  cell->count += count;
}

static inline void note(choice_marks *marks, int is_choice, int is_move, uint64_t position) {
  if (is_choice) {
    if (marks->first == 0 || position < marks->first) marks->first = position;
    if (position > marks->last) marks->last = position;
  } else {
    if (position > marks->last_disturbance) marks->last_disturbance = position;
    marks->has_moves |= is_move;
  }
}

/* Whether a row's category is a person's own choice; an undo only brings one back. */
static inline int is_choice(unsigned flags) { return (flags & 1) && (flags >> 4 & 7) != UNDO; }

/* `keeps_merchant` says of half an edit that the other half has the same merchant. */
static inline __attribute__((always_inline)) void fold_row(
    tables *tables, const dimensions *of, unsigned kind, unsigned flags, int64_t amount, size_t day, size_t merchant,
    size_t account, size_t category, size_t previous, int keeps_merchant, uint64_t position) {
  cell *cells = tables->cells + (account * of->days + day) * of->slots;
  size_t slot = category + (category != 0 || amount > 0);
  if (__builtin_expect(kind == RECATEGORISED, 0)) {
    add(&cells[previous + (previous != 0 || amount > 0)], -amount, -1);
    add(&cells[slot], amount, 1);
    if (flags & 3) note(&tables->choices[merchant], is_choice(flags), !is_choice(flags) && (flags & 1), position);
    return;
  }
  cell *month = tables->merchant_cells + (of->month_of_day[day] * of->merchants + merchant) * of->accounts + account;
  if (__builtin_expect(kind == ADDED || kind == RESTORED || kind == EDIT_ASSERTED, 1)) {
    add(&cells[slot], amount, 1);
    add(month, amount, 1);
    widen(&tables->asserted[merchant], of->first_day + (int32_t)day);
    tables->live++;
    tables->gone -= kind == RESTORED;
    if ((flags & 1) && !(kind == EDIT_ASSERTED && keeps_merchant))
      note(&tables->choices[merchant], kind == ADDED && is_choice(flags), kind == EDIT_ASSERTED, position);
  } else {
    add(&cells[slot], -amount, -1);
    add(month, -amount, -1);
    widen(&tables->retracted[merchant], of->first_day + (int32_t)day);
    tables->live--;
    tables->gone += kind == DELETED;
    if ((flags & 1) && !(kind == EDIT_RETRACTED && keeps_merchant)) note(&tables->choices[merchant], 0, 0, position);
  }
}

static void fold_narrow(tables *tables, const dimensions *of, const block *block) {
  size_t n = block->rows;
  const uint8_t *columns = block->columns;
  size_t offset = (size_t)(block->base_day - of->first_day);
  for (size_t i = 0; i < n; i++) {
    unsigned kind = columns[19 * n + i];
    if (kind >= FIRST_DEFINITION) continue;
    fold_row(
        tables, of, kind, columns[20 * n + i], (int64_t)load64(columns + 8 * i),
        offset + load16(columns + 14 * n + 2 * i), load16(columns + 12 * n + 2 * i), columns[18 * n + i],
        columns[16 * n + i], columns[17 * n + i],
        (kind == EDIT_RETRACTED && i + 1 < n && load16(columns + 12 * n + 2 * i) == load16(columns + 12 * n + 2 * i + 2))
            || (kind == EDIT_ASSERTED && i > 0
                && load16(columns + 12 * n + 2 * i) == load16(columns + 12 * n + 2 * i - 2)),
        block->first_position + i);
  }
}

static void fold_wide(tables *tables, const dimensions *of, const block *block) {
  size_t n = block->rows;
  const uint8_t *columns = block->columns;
  for (size_t i = 0; i < n; i++) {
    unsigned kind = columns[30 * n + i];
    if (kind >= FIRST_DEFINITION) continue;
    fold_row(
        tables, of, kind, columns[31 * n + i], (int64_t)load64(columns + 8 * i),
        (size_t)((int32_t)load32(columns + 20 * n + 4 * i) - of->first_day), load32(columns + 16 * n + 4 * i),
        load16(columns + 28 * n + 2 * i), load16(columns + 24 * n + 2 * i), load16(columns + 26 * n + 2 * i),
        (kind == EDIT_RETRACTED && i + 1 < n && load32(columns + 16 * n + 4 * i) == load32(columns + 16 * n + 4 * i + 4))
            || (kind == EDIT_ASSERTED && i > 0
                && load32(columns + 16 * n + 4 * i) == load32(columns + 16 * n + 4 * i - 4)),
        block->first_position + i);
  }
}

static void verify(const block *block) {
  size_t bytes = (size_t)block->rows * (block->is_wide ? WIDE_ROW_BYTES : NARROW_ROW_BYTES);
  uint64_t digest = XXH3_64bits_withSeed(block->columns, bytes, XXH3_64bits(block->base, 96));
  if (digest == load64(block->base + 96)) return;
  fprintf(stderr, "the block at %lu differs from its checksum\n", (unsigned long)block->first_position);
  exit(76);
}

typedef struct {
  const journal *journal;
  const dimensions *of;
  tables tables;
  size_t first, end;
  int verifies;
} part;

static void *fold_part(void *argument) {
  part *part = argument;
  part->tables = tables_make(part->of);
  for (size_t i = part->first; i < part->end; i++) {
    const block *block = &part->journal->blocks[i];
    if (part->verifies) verify(block);
    (block->is_wide ? fold_wide : fold_narrow)(&part->tables, part->of, block);
  }
  return NULL;
}

static void merge(tables *into, const tables *from, const dimensions *of) {
  for (size_t i = 0; i < of->accounts * of->days * of->slots; i++)
    add(&into->cells[i], from->cells[i].sum, from->cells[i].count);
  for (size_t i = 0; i < of->merchants * of->years * 12 * of->accounts; i++)
    add(&into->merchant_cells[i], from->merchant_cells[i].sum, from->merchant_cells[i].count);
  for (size_t i = 0; i < of->merchants; i++) {
    widen(&into->asserted[i], from->asserted[i].first);
    widen(&into->asserted[i], from->asserted[i].last);
    widen(&into->retracted[i], from->retracted[i].first);
    widen(&into->retracted[i], from->retracted[i].last);
  }
  for (size_t i = 0; i < of->merchants; i++) {
    choice_marks *mine = &into->choices[i];
    const choice_marks *other = &from->choices[i];
    if (other->first != 0 && (mine->first == 0 || other->first < mine->first)) mine->first = other->first;
    if (other->last > mine->last) mine->last = other->last;
    if (other->last_disturbance > mine->last_disturbance) mine->last_disturbance = other->last_disturbance;
    mine->has_moves |= other->has_moves;
  }
  into->live += from->live;
  into->gone += from->gone;
}

static void digest_word(uint64_t *state, int64_t word) { *state = (*state ^ (uint64_t)word) * 0x100000001B3ull; }

static void digest_cell(uint64_t *state, int64_t a, int64_t b, int64_t c, const cell *cell) {
  if (cell->sum == 0 && cell->count == 0) return;
  digest_word(state, a);
  digest_word(state, b);
  digest_word(state, c);
  digest_word(state, cell->sum);
  digest_word(state, cell->count);
}

static uint64_t digest(const tables *tables, const dimensions *of) {
  uint64_t state = 0xCBF29CE484222325ull;
  const cell *next = tables->cells;
  for (size_t account = 0; account < of->accounts; account++)
    for (size_t day = 0; day < of->days; day++)
      for (size_t slot = 0; slot < of->slots; slot++)
        digest_cell(&state, (int64_t)account, of->first_day + (int64_t)day, (int64_t)slot, next++);
  for (size_t merchant = 0; merchant < of->merchants; merchant++)
    for (size_t month = 0; month < of->years * 12; month++)
      for (size_t account = 0; account < of->accounts; account++)
        digest_cell(
            &state, (int64_t)merchant, (int64_t)(of->first_year * 12 + month), (int64_t)account,
            &tables->merchant_cells[(month * of->merchants + merchant) * of->accounts + account]);
  return state;
}

int main(int count, char **words) {
  if (count < 2) {
    fprintf(stderr, "usage: fold LEDGER [THREADS] [verify]\n");
    return 64;
  }
  size_t threads = count > 2 ? (size_t)atoi(words[2]) : 1;
  int verifies = count > 3 && strcmp(words[3], "verify") == 0;
  if (threads < 1 || threads > 64) threads = 1;
  journal journal;
  journal_open(&journal, words[1]);

  double start = seconds();
  journal_read_blocks(&journal);
  dimensions of = measure(&journal);
  part parts[64];
  pthread_t handles[64];
  for (size_t i = 0; i < threads; i++) {
    parts[i] = (part){
      .journal = &journal, .of = &of, .first = journal.count * i / threads, .end = journal.count * (i + 1) / threads,
      .verifies = verifies};
    if (i > 0) check(pthread_create(&handles[i], NULL, fold_part, &parts[i]), "starting a thread");
  }
  fold_part(&parts[0]);
  for (size_t i = 1; i < threads; i++) {
    pthread_join(handles[i], NULL);
    merge(&parts[0].tables, &parts[i].tables, &of);
  }
  double elapsed = seconds() - start;

  uint64_t choices = 0;
  for (size_t i = 0; i < of.merchants; i++) choices += parts[0].tables.choices[i].last;
  printf(
      "{\"baseline\":\"fold\",\"count\":%lu,\"threads\":%zu,\"verify\":%s,\"seconds\":%.9f,\"nanosecondsPerEvent\":%.4f,"
      "\"live\":%ld,\"gone\":%ld,\"lastChoices\":%lu,\"peakMemoryBytes\":%ld,\"digest\":\"%016lx\"}\n",
      (unsigned long)journal.events, threads, verifies ? "true" : "false", elapsed,
      elapsed * 1e9 / (double)journal.events, (long)parts[0].tables.live, (long)parts[0].tables.gone,
      (unsigned long)choices, peak_memory_bytes(), (unsigned long)digest(&parts[0].tables, &of));
  return 0;
}
