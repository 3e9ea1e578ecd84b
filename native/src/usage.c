/* What a sandbox uses, where the kernel does not count it for us. */
#include "spec.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/magic.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/statfs.h>
#include <unistd.h>

#define DEEPEST 200   /* generations of processes */
#define DEEPEST_FOLDER 2500
#define IMMEASURABLE (1LL << 40)
#define MOST_UNLINKED 8192

static void add_up(int parent, const char *name, int depth, long long *bytes, long long *files) {
  int fd = depth > DEEPEST_FOLDER ? -1 : openat(parent, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
  DIR *folder = fd < 0 ? 0 : fdopendir(fd);
  if (!folder) { /* what we cannot look into for its depth is too much */
    if (depth > DEEPEST_FOLDER || errno == EMFILE || errno == ENFILE || errno == ENOMEM) *files = IMMEASURABLE;
    if (fd >= 0) close(fd);
    return;
  }
  for (struct dirent *entry; (entry = readdir(folder));) {
    struct stat facts;
    if (!strcmp(entry->d_name, ".") || !strcmp(entry->d_name, "..")) continue;
    if (fstatat(dirfd(folder), entry->d_name, &facts, AT_SYMLINK_NOFOLLOW)) continue;
    *bytes += facts.st_blocks * 512 / (facts.st_nlink > 1 && !S_ISDIR(facts.st_mode) ? (long long)facts.st_nlink : 1);
    ++*files;
    if (S_ISDIR(facts.st_mode) && *files < IMMEASURABLE) add_up(dirfd(folder), entry->d_name, depth + 1, bytes, files);
  }
  closedir(folder);
}

static struct {
  dev_t device;
  ino_t number;
} unlinked[MOST_UNLINKED];

static int is_new(const struct stat *facts) {
  for (size_t tries = 0; tries < 64; tries++) {
    size_t at = (facts->st_ino + tries) % MOST_UNLINKED;
    if (unlinked[at].number == facts->st_ino && unlinked[at].device == facts->st_dev) return 0;
    if (unlinked[at].number) continue;
    unlinked[at].number = facts->st_ino;
    unlinked[at].device = facts->st_dev;
    break;
  }
  return 1;
}

/* Files without a name live as long as somebody has them open. Those in memory are memory. */
static void add_unlinked(pid_t pid, int depth, long long *bytes, long long *files) {
  char path[64];
  int child;
  snprintf(path, sizeof path, "/proc/%d/fd", pid);
  DIR *folder = depth > 1 ? opendir(path) : 0;
  for (struct dirent *entry; folder && (entry = readdir(folder));) {
    char one[400];
    struct stat facts;
    struct statfs system;
    if (entry->d_name[0] == '.' || fstatat(dirfd(folder), entry->d_name, &facts, 0) || !S_ISREG(facts.st_mode) || facts.st_nlink) continue;
    snprintf(one, sizeof one, "%s/%s", path, entry->d_name);
    if (statfs(one, &system) || system.f_type == TMPFS_MAGIC || !is_new(&facts)) continue;
    *bytes += facts.st_blocks * 512;
    ++*files;
  }
  if (folder) closedir(folder);
  snprintf(path, sizeof path, "/proc/%d/task/%d/children", pid, pid);
  FILE *file = depth < DEEPEST ? fopen(path, "re") : 0;
  while (file && fscanf(file, "%d", &child) == 1) add_unlinked(child, depth + 1, bytes, files);
  if (file) fclose(file);
}

/* Tells the usage when it changed; the milliseconds until it is worth looking again. */
long long poll_disk(const struct spec *spec, pid_t child) {
  static long long told = -1, told_files = -1;
  char path[600];
  long long bytes = 0, files = 0, start = now_millis();
  static const char *const kinds[] = {"upper", "tmp"};
  for (int at = 0; at < 2; at++) {
    snprintf(path, sizeof path, STAGED_STORAGE "/%s/%s", spec->live, kinds[at]);
    add_up(AT_FDCWD, path, 0, &bytes, &files);
  }
  memset(unlinked, 0, sizeof unlinked);
  add_unlinked(child, 0, &bytes, &files);
  if (bytes != told || files != told_files) say("disk %lld %lld", bytes, files);
  told = bytes;
  told_files = files;
  long long took = now_millis() - start;
  return took * 10 > 250 ? took * 10 : 250;
}

static long long resident(pid_t pid) {
  char path[64];
  long long size = 0, pages = 0;
  snprintf(path, sizeof path, "/proc/%d/statm", pid);
  FILE *file = fopen(path, "re");
  if (!file) return 0;
  if (fscanf(file, "%lld %lld", &size, &pages) != 2) pages = 0;
  fclose(file);
  return pages * sysconf(_SC_PAGESIZE);
}

static void add_family(pid_t pid, int depth, long long *sum, pid_t *largest, long long *most) {
  char path[64];
  int child;
  long long own = resident(pid);
  *sum += own;
  if (depth > 2 && own > *most) { /* 0 is bwrap, 1 the agent, 2 the leaders of its commands */
    *most = own;
    *largest = pid;
  }
  snprintf(path, sizeof path, "/proc/%d/task/%d/children", pid, pid);
  FILE *file = fopen(path, "re");
  if (!file) return;
  while (depth < DEEPEST && fscanf(file, "%d", &child) == 1) add_family(child, depth + 1, sum, largest, most);
  fclose(file);
}

/* Without a memory cgroup: the sum of resident pages; above the limit the largest process dies. */
void poll_memory(const struct spec *spec, pid_t child) {
  static long long peak;
  long long sum = 0, most = 0;
  pid_t largest = 0;
  add_family(child, 0, &sum, &largest, &most);
  if (sum > peak) {
    peak = sum;
    say("memory %lld", peak);
  }
  if (spec->memory && sum > spec->memory && largest && !kill(largest, SIGKILL)) say("oom %lld", sum);
}
