// A library for LD_PRELOAD that makes the file calls of a program fail, stop or be recorded.
//
// Only files within one folder count. Each call on them has a number, from 1 on:
//   FAULT_FOLDER  the folder, as an absolute path without symbolic links
//   FAULT_AT      the number of the call that is hit
//   FAULT_ACTION  kill, stop, eio, enospc, short (half is read or written), after (done, and EIO all the same)
//   FAULT_STICKY  1: every later call is hit too
//   FAULT_TRACE   a file that gets a line a call: its number, "hit" or "-", its name, its object
//   FAULT_LOG     a file that gets a record of everything that a disk would see, for making images of power cuts
//   FAULT_SERVE   a socket: at the first call the process waits there, and with every byte that comes a copy of it is split
//                 off that goes on; the socket gets the copy's number, and its status when it has ended
//
// A record is a byte for its type, three 64-bit numbers (file, offset, count) and the bytes:
//   W written; M written through to the disk; S file synced; D folder synced; T cut to the offset; L an entry made for the
//   file, its path follows; U an entry taken away, its path follows; A printed on standard output.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <unistd.h>

#define REAL(name) ((__typeof__(&name))real(#name))
#define TRACKED_LIMIT 4096

enum { NOT_TRACKED = 0, IS_FILE = 1, IS_WRITTEN_THROUGH = 2, IS_FOLDER = 3 };
enum { PASS = 0, FAIL = 1, SHORTEN = 2, FAIL_AFTER = 3 };

static char kind[TRACKED_LIMIT];
static char folder[PATH_MAX];
static size_t folderLength;
static long target = -1, calls;
static int sticky, actionError, traceDescriptor = -1, logDescriptor = -1, serveDescriptor = -1;
static char actionName[16];

static void *real(const char *name) {
  void *found = dlsym(RTLD_NEXT, name);
  if (!found) abort();
  return found;
}

static int openPrivately(const char *path) {
  return (int)syscall(SYS_openat, AT_FDCWD, path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
}

static void put(int descriptor, const void *bytes, size_t count) {
  const char *place = bytes;
  while (count > 0) {
    long written = syscall(SYS_write, descriptor, place, count);
    if (written <= 0) abort();
    place += written;
    count -= (size_t)written;
  }
}

__attribute__((constructor)) static void begin(void) {
  const char *value = getenv("FAULT_FOLDER");
  if (!value) return;
  snprintf(folder, sizeof folder, "%s", value);
  folderLength = strlen(folder);
  if ((value = getenv("FAULT_AT"))) target = atol(value);
  if ((value = getenv("FAULT_ACTION"))) snprintf(actionName, sizeof actionName, "%s", value);
  sticky = getenv("FAULT_STICKY") != NULL;
  actionError = strcmp(actionName, "enospc") == 0 ? ENOSPC : EIO;
  if ((value = getenv("FAULT_TRACE"))) traceDescriptor = openPrivately(value);
  if ((value = getenv("FAULT_LOG"))) logDescriptor = openPrivately(value);
  if ((value = getenv("FAULT_SERVE"))) serveDescriptor = atoi(value);
}

// Splits a copy off for every byte that comes, and returns only in the copies: what a start costs is paid once.
static void serve(void) {
  int saved = errno, socket = serveDescriptor;
  char request;
  serveDescriptor = -1;
  while (syscall(SYS_read, socket, &request, 1) == 1) {
    pid_t copy = fork();
    if (copy < 0) abort();
    if (copy == 0) {
      syscall(SYS_close, socket);
      errno = saved;
      return;
    }
    int status = 0;
    put(socket, &copy, sizeof copy);
    while (waitpid(copy, &status, 0) == -1 && errno == EINTR) {}
    put(socket, &status, sizeof status);
  }
  _exit(0);
}

// Whether a path is the folder or within it.
static int isWithin(const char *path) {
  if (!folderLength || !path) return 0;
  if (strncmp(path, folder, folderLength) != 0) return 0;
  return path[folderLength] == '/' || path[folderLength] == 0;
}

static int isTracked(int descriptor) {
  return descriptor >= 0 && descriptor < TRACKED_LIMIT ? kind[descriptor] : NOT_TRACKED;
}

// What happens to the next call: one of the constants, or the process ends or stops here.
static int next(const char *name, const char *object, int canShorten) {
  if (serveDescriptor >= 0) serve();
  calls++;
  int isHit = target > 0 && (calls == target || (sticky && calls > target));
  int isShortening = strcmp(actionName, "short") == 0;
  if (isHit && isShortening && !canShorten) isHit = 0;
  if (traceDescriptor >= 0) {
    char line[PATH_MAX + 64];
    const char *end = object && isWithin(object) ? object + folderLength : object;
    int count = snprintf(line, sizeof line, "%ld %s %s %s\n", calls, isHit ? "hit" : "-", name, end ? end : "");
    put(traceDescriptor, line, (size_t)count);
  }
  if (!isHit) return PASS;
  if (strcmp(actionName, "kill") == 0 || strcmp(actionName, "stop") == 0) {
    int isKilled = strcmp(actionName, "kill") == 0;
    kill(getpid(), isKilled ? SIGKILL : SIGSTOP);
    while (isKilled) pause();
    return PASS;
  }
  if (isShortening) return SHORTEN;
  errno = actionError;
  return strcmp(actionName, "after") == 0 ? FAIL_AFTER : FAIL;
}

static const char *pathOf(int descriptor, char *path) {
  char link[64];
  snprintf(link, sizeof link, "/proc/self/fd/%d", descriptor);
  long count = syscall(SYS_readlink, link, path, PATH_MAX - 1);
  path[count > 0 ? count : 0] = 0;
  return path;
}

static int nextOn(int descriptor, const char *name, int canShorten) {
  char path[PATH_MAX];
  int saved = errno;
  pathOf(descriptor, path);
  errno = saved;
  return next(name, path, canShorten);
}

// MARK: The record

static uint64_t fileNumber(int descriptor) {
  struct stat status;
  return syscall(SYS_fstat, descriptor, &status) == 0 ? status.st_ino : 0;
}

static void record(char type, uint64_t file, uint64_t offset, const void *bytes, uint64_t count) {
  if (logDescriptor < 0) return;
  int saved = errno;
  char header[25];
  header[0] = type;
  memcpy(header + 1, &file, 8);
  memcpy(header + 9, &offset, 8);
  memcpy(header + 17, &count, 8);
  put(logDescriptor, header, sizeof header);
  if (count > 0) put(logDescriptor, bytes, count);
  errno = saved;
}

static void recordEntry(char type, uint64_t file, const char *path) { record(type, file, 0, path, strlen(path)); }

static void recordWrite(int descriptor, off_t offset, const void *bytes, ssize_t count) {
  if (count <= 0) return;
  char type = kind[descriptor] == IS_WRITTEN_THROUGH ? 'M' : 'W';
  record(type, fileNumber(descriptor), (uint64_t)offset, bytes, (uint64_t)count);
}

static void recordEntryOf(const char *path) {
  struct stat status;
  if (syscall(SYS_lstat, path, &status) == 0) recordEntry('L', status.st_ino, path);
}

// MARK: Opening and closing

static void noteOpened(int descriptor, int flags) {
  if (descriptor < 0 || descriptor >= TRACKED_LIMIT || !folderLength) return;
  char path[PATH_MAX];
  kind[descriptor] = NOT_TRACKED;
  if (!isWithin(pathOf(descriptor, path))) return;
  struct stat status;
  if (syscall(SYS_fstat, descriptor, &status) != 0) return;
  kind[descriptor] = S_ISDIR(status.st_mode) ? IS_FOLDER : flags & O_DSYNC ? IS_WRITTEN_THROUGH : IS_FILE;
}

// A path that leads to a file of the folder through the process's own descriptors counts too.
static int leadsWithin(const char *path) {
  int descriptor;
  if (isWithin(path)) return 1;
  return path && sscanf(path, "/proc/self/fd/%d", &descriptor) == 1 && isTracked(descriptor) != NOT_TRACKED;
}

static int openAt(const char *name, int base, const char *path, int flags, mode_t mode) {
  int isWatched = leadsWithin(path);
  if (isWatched) {
    int fate = next(name, path, 0);
    if (fate == FAIL) return -1;
    if (fate == FAIL_AFTER) {
      // A file may have come about; the descriptor has not.
      int made = (int)syscall(SYS_openat, base, path, flags, mode);
      if (made >= 0) syscall(SYS_close, made);
      errno = actionError;
      return -1;
    }
  }
  struct stat status;
  int isNew = isWatched && (flags & O_CREAT) && syscall(SYS_lstat, path, &status) != 0;
  int descriptor = (int)syscall(SYS_openat, base, path, flags | O_LARGEFILE, mode);
  int saved = errno;
  noteOpened(descriptor, flags);
  if (isNew && descriptor >= 0) recordEntryOf(path);
  if (descriptor >= 0 && isWatched && (flags & O_TRUNC)) record('T', fileNumber(descriptor), 0, NULL, 0);
  errno = saved;
  return descriptor;
}

#define MODE_ARGUMENT(flags)                                  \
  mode_t mode = 0;                                            \
  if (((flags) & O_CREAT) || ((flags) & O_TMPFILE) == O_TMPFILE) { \
    va_list list;                                             \
    va_start(list, flags);                                    \
    mode = va_arg(list, mode_t);                              \
    va_end(list);                                             \
  }

int open(const char *path, int flags, ...) {
  MODE_ARGUMENT(flags)
  return openAt("open", AT_FDCWD, path, flags, mode);
}

int open64(const char *path, int flags, ...) {
  MODE_ARGUMENT(flags)
  return openAt("open", AT_FDCWD, path, flags, mode);
}

int openat(int base, const char *path, int flags, ...) {
  MODE_ARGUMENT(flags)
  return openAt("openat", base, path, flags, mode);
}

int close(int descriptor) {
  if (isTracked(descriptor)) kind[descriptor] = NOT_TRACKED;
  return REAL(close)(descriptor);
}

// MARK: Reading

#define READING(name, descriptor, count, otherwise)       \
  if (isTracked(descriptor)) {                            \
    int fate = nextOn(descriptor, name, (count) > 1);     \
    if (fate == FAIL || fate == FAIL_AFTER) return otherwise; \
    if (fate == SHORTEN) count /= 2;                      \
  }

ssize_t read(int descriptor, void *bytes, size_t count) {
  READING("read", descriptor, count, -1)
  return REAL(read)(descriptor, bytes, count);
}

ssize_t pread(int descriptor, void *bytes, size_t count, off_t offset) {
  READING("pread", descriptor, count, -1)
  return REAL(pread)(descriptor, bytes, count, offset);
}

ssize_t pread64(int descriptor, void *bytes, size_t count, off64_t offset) {
  return pread(descriptor, bytes, count, offset);
}

void *mmap(void *address, size_t count, int protection, int flags, int descriptor, off_t offset) {
  if (descriptor >= 0 && isTracked(descriptor)) {
    int fate = nextOn(descriptor, "mmap", 0);
    if (fate == FAIL || fate == FAIL_AFTER) {
      errno = ENOMEM;
      return MAP_FAILED;
    }
  }
  return REAL(mmap)(address, count, protection, flags, descriptor, offset);
}

void *mmap64(void *address, size_t count, int protection, int flags, int descriptor, off64_t offset) {
  return mmap(address, count, protection, flags, descriptor, offset);
}

int msync(void *address, size_t count, int flags) {
  if (folderLength) {
    int fate = next("msync", NULL, 0);
    if (fate == FAIL || fate == FAIL_AFTER) return -1;
  }
  return REAL(msync)(address, count, flags);
}

// MARK: Writing

static ssize_t writeAt(const char *name, int descriptor, const struct iovec *parts, int partCount, off_t offset) {
  size_t total = 0;
  for (int part = 0; part < partCount; part++) total += parts[part].iov_len;
  int fate = nextOn(descriptor, name, total > 1);
  if (fate == FAIL) return -1;
  if (fate == SHORTEN) total /= 2;
  char *bytes = malloc(total ? total : 1);
  if (!bytes) abort();
  size_t place = 0;
  for (int part = 0; part < partCount && place < total; part++) {
    size_t count = parts[part].iov_len < total - place ? parts[part].iov_len : total - place;
    memcpy(bytes + place, parts[part].iov_base, count);
    place += count;
  }
  int isPlaced = offset >= 0;
  if (!isPlaced) offset = syscall(SYS_lseek, descriptor, 0, SEEK_CUR);
  ssize_t written = isPlaced ? syscall(SYS_pwrite64, descriptor, bytes, total, offset)
                             : syscall(SYS_write, descriptor, bytes, total);
  recordWrite(descriptor, offset, bytes, written);
  int saved = errno;
  free(bytes);
  errno = saved;
  if (fate != FAIL_AFTER) return written;
  errno = actionError;
  return -1;
}

ssize_t write(int descriptor, const void *bytes, size_t count) {
  struct iovec part = {(void *)bytes, count};
  if (isTracked(descriptor)) return writeAt("write", descriptor, &part, 1, -1);
  if (descriptor == 1) {
    // The acknowledgement is a call that can be killed too, but its failure says nothing about the ledger.
    if (folderLength && target == calls + 1 && strcmp(actionName, "kill") == 0) next("print", NULL, 0);
    ssize_t written = REAL(write)(descriptor, bytes, count);
    if (written > 0) record('A', 0, 0, bytes, (uint64_t)written);
    return written;
  }
  return REAL(write)(descriptor, bytes, count);
}

ssize_t writev(int descriptor, const struct iovec *parts, int count) {
  return isTracked(descriptor) ? writeAt("writev", descriptor, parts, count, -1) : REAL(writev)(descriptor, parts, count);
}

ssize_t pwrite(int descriptor, const void *bytes, size_t count, off_t offset) {
  struct iovec part = {(void *)bytes, count};
  return isTracked(descriptor) ? writeAt("pwrite", descriptor, &part, 1, offset)
                               : REAL(pwrite)(descriptor, bytes, count, offset);
}

ssize_t pwrite64(int descriptor, const void *bytes, size_t count, off64_t offset) {
  return pwrite(descriptor, bytes, count, offset);
}

ssize_t pwritev(int descriptor, const struct iovec *parts, int count, off_t offset) {
  return isTracked(descriptor) ? writeAt("pwritev", descriptor, parts, count, offset)
                               : REAL(pwritev)(descriptor, parts, count, offset);
}

// MARK: Syncing and sizing

#define CHANGING(name, descriptor, call, recorded)                        \
  do {                                                                    \
    if (!isTracked(descriptor)) return call;                              \
    int fate = nextOn(descriptor, name, 0);                               \
    if (fate == FAIL) return -1;                                          \
    int result = (int)(call);                                             \
    if (result == 0) recorded;                                            \
    if (fate != FAIL_AFTER) return result;                                \
    errno = actionError;                                                  \
    return -1;                                                            \
  } while (0)

#define SYNCED(descriptor) \
  record(kind[descriptor] == IS_FOLDER ? 'D' : 'S', fileNumber(descriptor), 0, NULL, 0)

int fsync(int descriptor) { CHANGING("fsync", descriptor, REAL(fsync)(descriptor), SYNCED(descriptor)); }

int fdatasync(int descriptor) { CHANGING("fdatasync", descriptor, REAL(fdatasync)(descriptor), SYNCED(descriptor)); }

int ftruncate(int descriptor, off_t count) {
  CHANGING("ftruncate", descriptor, REAL(ftruncate)(descriptor, count),
           record('T', fileNumber(descriptor), (uint64_t)count, NULL, 0));
}

int ftruncate64(int descriptor, off64_t count) { return ftruncate(descriptor, count); }

int posix_fallocate(int descriptor, off_t offset, off_t count) {
  if (!isTracked(descriptor)) return REAL(posix_fallocate)(descriptor, offset, count);
  int fate = nextOn(descriptor, "posix_fallocate", 0);
  if (fate == FAIL) return actionError;
  int result = REAL(posix_fallocate)(descriptor, offset, count);
  return fate == FAIL_AFTER ? actionError : result;
}

int posix_fallocate64(int descriptor, off64_t offset, off64_t count) { return posix_fallocate(descriptor, offset, count); }

int flock(int descriptor, int operation) {
  CHANGING("flock", descriptor, (int)syscall(SYS_flock, descriptor, operation), (void)0);
}

int fstat(int descriptor, struct stat *status) {
  CHANGING("fstat", descriptor, (int)syscall(SYS_fstat, descriptor, status), (void)0);
}

int fstat64(int descriptor, struct stat64 *status) { return fstat(descriptor, (struct stat *)status); }

// MARK: Entries of folders

#define ON_PATH(name, isWatched, path, call, recorded)                    \
  do {                                                                    \
    if (!(isWatched)) return call;                                        \
    int fate = next(name, path, 0);                                       \
    if (fate == FAIL) return -1;                                          \
    int result = (int)(call);                                             \
    if (result == 0) recorded;                                            \
    if (fate != FAIL_AFTER) return result;                                \
    errno = actionError;                                                  \
    return -1;                                                            \
  } while (0)

int stat(const char *path, struct stat *status) {
  ON_PATH("stat", isWithin(path), path, syscall(SYS_stat, path, status), (void)0);
}

int stat64(const char *path, struct stat64 *status) { return stat(path, (struct stat *)status); }

int lstat(const char *path, struct stat *status) {
  ON_PATH("lstat", isWithin(path), path, syscall(SYS_lstat, path, status), (void)0);
}

int lstat64(const char *path, struct stat64 *status) { return lstat(path, (struct stat *)status); }

int access(const char *path, int mode) {
  ON_PATH("access", isWithin(path), path, REAL(access)(path, mode), (void)0);
}

int mkdir(const char *path, mode_t mode) {
  ON_PATH("mkdir", isWithin(path), path, REAL(mkdir)(path, mode), recordEntryOf(path));
}

int rmdir(const char *path) {
  ON_PATH("rmdir", isWithin(path), path, REAL(rmdir)(path), recordEntry('U', 0, path));
}

int unlink(const char *path) {
  ON_PATH("unlink", isWithin(path), path, REAL(unlink)(path), recordEntry('U', 0, path));
}

int linkat(int fromBase, const char *from, int toBase, const char *to, int flags) {
  ON_PATH("linkat", isWithin(to), to, REAL(linkat)(fromBase, from, toBase, to, flags), recordEntryOf(to));
}

static void recordRename(const char *from, const char *to) {
  recordEntryOf(to);
  recordEntry('U', 0, from);
}

int rename(const char *from, const char *to) {
  ON_PATH("rename", isWithin(to), to, REAL(rename)(from, to), recordRename(from, to));
}

int renameat(int fromBase, const char *from, int toBase, const char *to) {
  ON_PATH("renameat", isWithin(to), to, REAL(renameat)(fromBase, from, toBase, to), recordRename(from, to));
}

int renameat2(int fromBase, const char *from, int toBase, const char *to, unsigned flags) {
  ON_PATH("renameat2", isWithin(to), to, REAL(renameat2)(fromBase, from, toBase, to, flags), recordRename(from, to));
}

int statvfs(const char *path, struct statvfs *space) {
  ON_PATH("statvfs", isWithin(path), path, REAL(statvfs)(path, space), (void)0);
}
