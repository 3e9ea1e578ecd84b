/* The use of the disk by a sandbox: bytes written to its own folders and added to folders shared for
 * writing, and files without a name that a process inside still holds. */
#include "spec.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/magic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/statfs.h>
#include <sys/sysmacros.h>
#include <unistd.h>

#define DEEPEST_FOLDER 2500
#define IMMEASURABLE (1LL << 40)
#define MOST_UNLINKED 8192
#define HIDDEN_MILLIS 5000 /* no program leaves a message with descriptors unread for that long */

struct sum {
  long long bytes, files;
  int hidden;
};
static struct sum before; /* the content of shared folders at the start */

static void add_file(const struct stat *facts, struct sum *sum) {
  sum->bytes += facts->st_blocks * 512 / (facts->st_nlink > 1 && !S_ISDIR(facts->st_mode) ? (long long)facts->st_nlink : 1);
  sum->files++;
}

static void add_up(int parent, const char *name, int depth, struct sum *sum) {
  int fd = depth > DEEPEST_FOLDER ? -1 : openat(parent, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
  DIR *folder = fd < 0 ? 0 : fdopendir(fd);
  if (!folder) { /* a folder too deep to read counts as over the limit */
    if (depth > DEEPEST_FOLDER || errno == EMFILE || errno == ENFILE || errno == ENOMEM) sum->files = IMMEASURABLE;
    if (fd >= 0) close(fd);
    return;
  }
  for (struct dirent *entry; (entry = readdir(folder));) {
    struct stat facts;
    if (!strcmp(entry->d_name, ".") || !strcmp(entry->d_name, "..")) continue;
    if (fstatat(dirfd(folder), entry->d_name, &facts, AT_SYMLINK_NOFOLLOW)) continue;
    add_file(&facts, sum);
    if (S_ISDIR(facts.st_mode) && sum->files < IMMEASURABLE) add_up(dirfd(folder), entry->d_name, depth + 1, sum);
  }
  closedir(folder);
}

static void add_shared(const struct spec *spec, struct sum *sum) {
  for (int at = 0; at < spec->mount_count; at++) {
    struct stat facts;
    if (!spec->mounts[at].writable) continue;
    const char *path = mount_place(spec, at);
    if (lstat(path, &facts)) continue;
    if (S_ISDIR(facts.st_mode)) add_up(AT_FDCWD, path, 0, sum);
    else add_file(&facts, sum);
  }
}

void usage_start(const struct spec *spec) {
  if (spec->poll_disk) add_shared(spec, &before);
}

static struct {
  dev_t device;
  ino_t number;
} unlinked[MOST_UNLINKED];
static int any_unlinked;

static int is_new(dev_t device, ino_t number) {
  for (size_t tries = 0; tries < 64; tries++) {
    size_t at = (number + tries) % MOST_UNLINKED;
    if (unlinked[at].number == number && unlinked[at].device == device) return 0;
    if (unlinked[at].number) continue;
    unlinked[at].number = number;
    unlinked[at].device = device;
    any_unlinked = 1;
    break;
  }
  return 1;
}

/* Counts descriptors that were sent through a socket and not received yet: their files are invisible. */
static int on_their_way(int process, const char *table, const char *name) {
  char path[400], text[1024], *at;
  snprintf(path, sizeof path, "%sinfo/%.20s", table, name);
  int fd = openat(process, path, O_RDONLY | O_CLOEXEC);
  ssize_t size = fd < 0 ? -1 : read(fd, text, sizeof text - 1);
  if (fd >= 0) close(fd);
  text[size > 0 ? size : 0] = 0;
  return (at = strstr(text, "scm_fds:")) && atoi(at + 8) > 0;
}

static void add_held(int process, const char *table, struct sum *sum) {
  int fd = openat(process, table, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  DIR *folder = fd < 0 ? 0 : fdopendir(fd);
  for (struct dirent *entry; folder && (entry = readdir(folder));) {
    struct stat facts;
    struct statfs system;
    if (entry->d_name[0] == '.' || fstatat(fd, entry->d_name, &facts, 0)) continue;
    if (S_ISSOCK(facts.st_mode)) sum->hidden |= on_their_way(process, table, entry->d_name);
    if (!S_ISREG(facts.st_mode) || facts.st_nlink) continue;
    char path[64];
    snprintf(path, sizeof path, "/proc/self/fd/%d/%.20s", fd, entry->d_name);
    if (statfs(path, &system) || system.f_type == TMPFS_MAGIC || !is_new(facts.st_dev, facts.st_ino)) continue;
    add_file(&facts, sum);
  }
  if (folder) closedir(folder);
}

static int in_memory(unsigned major_number, unsigned minor_number) {
  static struct stat anonymous;
  if (!anonymous.st_dev) {
    int fd = memfd_create("probe", MFD_CLOEXEC);
    if (fd < 0 || fstat(fd, &anonymous)) return 0;
    close(fd);
  }
  return anonymous.st_dev == makedev(major_number, minor_number);
}

/* Adds mapped files: a mapping outlives descriptor and name. Only its length is known from outside. */
static void add_mapped(int process, struct sum *sum) {
  char line[4600];
  int fd = openat(process, "maps", O_RDONLY | O_CLOEXEC);
  FILE *file = fd < 0 ? 0 : fdopen(fd, "r");
  while (file && fgets(line, sizeof line, file)) {
    unsigned long long from, to, number;
    unsigned major_number, minor_number;
    size_t size = strlen(line);
    if (size < 11 || strcmp(line + size - 11, " (deleted)\n")) continue;
    if (sscanf(line, "%llx-%llx %*s %*x %x:%x %llu", &from, &to, &major_number, &minor_number, &number) != 5) continue;
    if (in_memory(major_number, minor_number) || !is_new(makedev(major_number, minor_number), number)) continue;
    sum->bytes += (long long)(to - from);
    sum->files++;
  }
  if (file) fclose(file);
}

/* Adds files without a name. Threads may have descriptor tables of their own. Files in memory count as memory. */
static void add_unlinked(int process, int number, void *notes) {
  if (number == 1) return;
  int fd = openat(process, "task", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  DIR *folder = fd < 0 ? 0 : fdopendir(fd);
  for (struct dirent *entry; folder && (entry = readdir(folder));) {
    char table[300];
    if (entry->d_name[0] == '.') continue;
    snprintf(table, sizeof table, "task/%s/fd", entry->d_name);
    add_held(process, table, notes);
  }
  if (folder) closedir(folder);
  add_mapped(process, notes);
}

static void add_own(const struct spec *spec, struct sum *sum) {
  static const char *const kinds[] = {"upper", "tmp"};
  char path[600];
  for (int at = 0; at < spec->own_count; at++) add_up(AT_FDCWD, spec->own[at], 0, sum);
  for (int at = 0; at < 2 && !spec->beside; at++) {
    snprintf(path, sizeof path, STAGED_STORAGE "/%s/%s", spec->live, kinds[at]);
    add_up(AT_FDCWD, path, 0, sum);
  }
}

/* Reports the usage if it changed. Returns the milliseconds until the next measurement is worthwhile. */
long long poll_disk(const struct spec *spec, pid_t child) {
  static struct sum reported = {.bytes = -1};
  static long long open_since;
  struct sum sum = {0}, shared = {0};
  long long start = now_millis();
  add_own(spec, &sum);
  add_shared(spec, &shared);
  if (shared.bytes > before.bytes) sum.bytes += shared.bytes - before.bytes;
  if (shared.files > before.files) sum.files += shared.files - before.files;
  if (any_unlinked) memset(unlinked, 0, sizeof unlinked); /* nearly always there are none, and the memory stays unused */
  any_unlinked = 0;
  each_inside(child, add_unlinked, &sum);
  if (!sum.hidden) open_since = start;
  else if (start - open_since > HIDDEN_MILLIS) sum.files = IMMEASURABLE;
  if (sum.bytes != reported.bytes || sum.files != reported.files) say("disk %lld %lld", sum.bytes, sum.files);
  reported = sum;
  long long took = now_millis() - start;
  return took * 10 > 250 ? took * 10 : 250;
}
