/* assay-helper own state PATH…: shows whether an entry of these trees was changed, added or removed, without reading contents. For
 * each tree a line: two sums over all entries (folder, name, inode, mode, size, time of change) in any order, and the
 * latest time of change in nanoseconds. The kernel sets that time, and no program can set it back. */
#include "assay.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define DEEPEST 4000

struct state {
  unsigned long long one, other;
  long long latest;
};

static unsigned long long mixed(unsigned long long sum, unsigned long long value) {
  sum = (sum ^ value) + 0x9e3779b97f4a7c15ull;
  sum = (sum ^ (sum >> 30)) * 0xbf58476d1ce4e5b9ull;
  sum = (sum ^ (sum >> 27)) * 0x94d049bb133111ebull;
  return sum ^ (sum >> 31);
}

static void add(struct state *state, unsigned long long folder, const char *name, const struct stat *facts) {
  long long changed = facts->st_ctim.tv_sec * 1000000000ll + facts->st_ctim.tv_nsec;
  unsigned long long sum = folder;
  for (const char *at = name; *at; at++) sum = mixed(sum, (unsigned char)*at);
  sum = mixed(sum, facts->st_ino);
  sum = mixed(sum, facts->st_mode);
  sum = mixed(sum, (unsigned long long)facts->st_size);
  sum = mixed(sum, (unsigned long long)changed);
  state->one += sum;
  state->other += mixed(sum, 1);
  if (changed > state->latest) state->latest = changed;
}

/* Takes the descriptor. */
static int look_below(struct state *state, int fd, unsigned long long inode, int depth) {
  struct stat facts;
  DIR *folder = depth > DEEPEST ? 0 : fdopendir(fd);
  int failed = folder ? 0 : depth > DEEPEST ? ELOOP : errno;
  for (struct dirent *entry; !failed && (errno = 0, entry = readdir(folder));) {
    if (!strcmp(entry->d_name, ".") || !strcmp(entry->d_name, "..")) continue;
    if (fstatat(fd, entry->d_name, &facts, AT_SYMLINK_NOFOLLOW)) {
      failed = errno;
      break;
    }
    add(state, inode, entry->d_name, &facts);
    if (!S_ISDIR(facts.st_mode)) continue;
    int below = openat(fd, entry->d_name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    failed = below < 0 ? errno : look_below(state, below, facts.st_ino, depth + 1);
  }
  if (!failed && folder) failed = errno;
  if (folder) closedir(folder);
  else close(fd);
  return failed;
}

int show_state(const char *root) {
  struct state state = {0, 0, 0};
  struct stat facts;
  int fd = open(root, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
  if (fd < 0 || fstat(fd, &facts)) return errno;
  add(&state, 0, "", &facts);
  int failed = look_below(&state, fd, facts.st_ino, 0);
  if (!failed) printf("%016llx%016llx %lld\n", state.one, state.other, state.latest);
  return fflush(stdout) && !failed ? errno : failed;
}
