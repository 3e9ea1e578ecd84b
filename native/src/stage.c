/* The owner may be root, with folders closed to other users. So before the helper drops privileges, it
 * binds every folder a sandbox needs to a short path in a mount namespace of its own. */
#include "spec.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <sched.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#ifndef OPEN_TREE_CLONE
#define OPEN_TREE_CLONE 1
#endif
#ifndef MOVE_MOUNT_F_EMPTY_PATH
#define MOVE_MOUNT_F_EMPTY_PATH 4
#endif

struct attributes {
  uint64_t set, clear, propagation, userns;
};
#define IDMAP 0x00100000

static int open_or_die(const char *path) {
  int fd = open(path, O_PATH | O_CLOEXEC);
  if (fd < 0) die("%s: %s", path, strerror(errno));
  return fd;
}

/* Opens a path without following links, because a link may have been made since the path was checked. */
static int open_without_links(const char *path) {
  char way[PATH_MAX], *rest = way, *name;
  struct stat facts;
  if (*path != '/' || strlen(path) >= sizeof way) die("%s: not a path to mount", path);
  strcpy(way, path);
  int fd = open_or_die("/");
  while ((name = strsep(&rest, "/"))) {
    if (!*name) continue;
    if (!strcmp(name, "..")) die("%s: not a path to mount", path);
    int next = openat(fd, name, O_PATH | O_NOFOLLOW | O_CLOEXEC);
    if (next < 0 || fstat(next, &facts)) die("%s: %s", path, strerror(errno));
    if (S_ISLNK(facts.st_mode)) die("%s: there is a link on the way, at %s", path, name);
    close(fd);
    fd = next;
  }
  return fd;
}

static void mountpoint(const char *path, int folder) {
  int made = folder ? mkdir(path, 0755) : mknod(path, S_IFREG | 0644, 0);
  if (made && errno != EEXIST) die("%s: %s", path, strerror(errno));
}

static uid_t sandbox_uid;

/* Makes a user namespace that maps owner to the sandbox uid. Returns its file descriptor. */
static int owner_map(uid_t owner, gid_t group) {
  static uid_t known_owner, known_group;
  static int known = -1;
  if (known >= 0 && known_owner == owner && known_group == group) return known;
  char path[64], line[64];
  int ready[2];
  if (pipe2(ready, O_CLOEXEC)) return -1;
  pid_t self = getpid(), child = fork();
  if (!child) {
    char reply = unshare(CLONE_NEWUSER) ? 'n' : 'y';
    prctl(PR_SET_PDEATHSIG, SIGKILL); /* here, because a change of user resets it */
    if (getppid() != self) _exit(0);
    write_all(ready[1], &reply, 1);
    close(ready[1]);
    for (;;) pause();
  }
  char reply = 'n';
  int fd = -1;
  close(ready[1]);
  if (read_all(ready[0], &reply, 1) == 1 && reply == 'y') {
    snprintf(path, sizeof path, "/proc/%d/uid_map", child);
    snprintf(line, sizeof line, "%u %u 1", owner, sandbox_uid);
    int failed = put_text(path, line);
    snprintf(path, sizeof path, "/proc/%d/gid_map", child);
    snprintf(line, sizeof line, "%u %u 1", group, sandbox_uid);
    failed |= put_text(path, line);
    snprintf(path, sizeof path, "/proc/%d/ns/user", child);
    if (!failed) fd = open(path, O_RDONLY | O_CLOEXEC);
  }
  close(ready[0]);
  kill(child, SIGKILL);
  waitpid(child, 0, 0);
  if (known >= 0) close(known);
  known = fd;
  known_owner = owner;
  known_group = group;
  return fd;
}

/* Binds source so that its owner appears as the sandbox uid; 0 when the kernel or the file system cannot. */
static int bind_mapped(const char *source, uid_t owner, gid_t group, const char *target) {
  if (owner == sandbox_uid) return 0;
  int map = owner_map(owner, group);
  if (map < 0) return 0;
  int tree = (int)syscall(428, AT_FDCWD, source, OPEN_TREE_CLONE | O_CLOEXEC | AT_RECURSIVE);
  if (tree < 0) return 0;
  struct attributes change = {.set = IDMAP, .userns = (uint64_t)map};
  int done = !syscall(442, tree, "", AT_EMPTY_PATH, &change, sizeof change) &&
             !syscall(429, tree, "", AT_FDCWD, target, MOVE_MOUNT_F_EMPTY_PATH);
  close(tree);
  return done;
}

/* All storage belongs to one uid on disk. Each sandbox runs with another uid, and the storage is mapped to
 * it. So no sandbox can use up the kernel's limits per user (watches, pipes, descriptors in flight) for all. */
static void stage_storage(const struct spec *spec, const char *from, int as_root) {
  sandbox_uid = spec->uid;
  if (as_root && bind_mapped(from, STORAGE_UID, STORAGE_UID, STAGED_STORAGE)) return;
  sandbox_uid = STORAGE_UID;
  if (mount(from, STAGED_STORAGE, 0, MS_BIND, 0) && mount(from, STAGED_STORAGE, 0, MS_BIND | MS_REC, 0))
    die("stage %s: %s", spec->storage, strerror(errno));
}

/* Returns the uid to drop to, if root staged. */
uid_t stage(const struct spec *spec, int as_root) {
  char from[64], target[64];
  struct stat facts;
  int fds[MOST_MOUNTS], storage = open_or_die(spec->storage);
  for (int at = 0; at < spec->mount_count; at++) fds[at] = open_without_links(spec->mounts[at].source);
  if (mount("tmpfs", STAGE, "tmpfs", MS_NOSUID | MS_NODEV, "mode=0755,size=4m")) die("stage: %s", strerror(errno));
  mountpoint(STAGED_STORAGE, 1);
  mountpoint(WORK, 1);
  snprintf(from, sizeof from, "/proc/self/fd/%d", storage);
  stage_storage(spec, from, as_root);
  for (int at = 0; at < spec->mount_count; at++) {
    if (fstat(fds[at], &facts)) die("%s: %s", spec->mounts[at].source, strerror(errno));
    snprintf(from, sizeof from, "/proc/self/fd/%d", fds[at]);
    snprintf(target, sizeof target, STAGE "/m%d", at);
    mountpoint(target, S_ISDIR(facts.st_mode));
    if (!(as_root && bind_mapped(from, facts.st_uid, facts.st_gid, target)) && mount(from, target, 0, MS_BIND | MS_REC, 0))
      die("mount %s: %s", spec->mounts[at].source, strerror(errno));
    close(fds[at]);
  }
  close(storage);
  return sandbox_uid;
}
