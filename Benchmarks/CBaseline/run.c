/* Runs a program to its end and says what it cost: seconds on the clock, seconds of processors, most memory resident.
 *
 * usage: run FIGURES PROGRAM [ARGUMENT ...]
 *
 * The figures are written into the file FIGURES as one JSON object. The launcher is small, so that the peak of the
 * program is its own. */
#define _GNU_SOURCE
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static double seconds(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

static double of_timeval(struct timeval time) { return (double)time.tv_sec + (double)time.tv_usec * 1e-6; }

int main(int count, char **words) {
  if (count < 3) {
    fprintf(stderr, "usage: run FIGURES PROGRAM [ARGUMENT ...]\n");
    return 64;
  }
  double start = seconds();
  pid_t child = vfork();
  if (child == 0) {
    execvp(words[2], words + 2);
    _exit(127);
  }
  int status = 0;
  struct rusage usage;
  while (wait4(child, &status, 0, &usage) < 0 && errno == EINTR) {
  }
  double elapsed = seconds() - start;
  FILE *file = fopen(words[1], "w");
  if (!file) {
    fprintf(stderr, "%s: %s\n", words[1], strerror(errno));
    return 74;
  }
  fprintf(
      file, "{\"seconds\":%.9f,\"processorSeconds\":%.6f,\"peakMemoryBytes\":%ld,\"status\":%d}\n", elapsed,
      of_timeval(usage.ru_utime) + of_timeval(usage.ru_stime), usage.ru_maxrss * 1024L,
      WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status));
  fclose(file);
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}
