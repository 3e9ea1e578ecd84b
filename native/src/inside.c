/* The processes of a sandbox, seen from outside through its own /proc: all of them, with any
 * parent, even those that hide from each other. */
#include "spec.h"

#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/magic.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/statfs.h>
#include <unistd.h>

static int inside = -1;
static pid_t first; /* the agent's pid in this namespace */

/* Finds the first process of the sandbox: the agent, which is a child of bwrap. */
pid_t first_inside(pid_t child) {
  char path[64];
  int inner = 0;
  snprintf(path, sizeof path, "/proc/%d/task/%d/children", child, child);
  FILE *file = fopen(path, "re");
  if (file && fscanf(file, "%d", &inner) != 1) inner = 0;
  if (file) fclose(file);
  return inner;
}

/* For a sandbox whose first process is known. */
void first_inside_is(pid_t process) { first = process; }

/* A folder or file of the sandbox; -1 while it is not there yet. */
int open_inside(pid_t child, const char *name) {
  char path[128];
  if (!first) first = first_inside(child);
  if (!first) return -1;
  snprintf(path, sizeof path, "/proc/%d/root/%s", first, name);
  return open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW);
}

/* Before the sandbox is complete its path leads to this process's own /proc, which is another file system. */
static int open_proc(pid_t child) {
  struct stat ours, theirs;
  struct statfs system;
  if (inside >= 0) return inside;
  int fd = open_inside(child, "proc");
  if (fd < 0) return -1;
  if (stat("/proc", &ours) || fstat(fd, &theirs) || fstatfs(fd, &system) || system.f_type != PROC_SUPER_MAGIC ||
      ours.st_dev == theirs.st_dev) {
    close(fd);
    first = 0;
    return -1;
  }
  return inside = fd;
}

void each_inside(pid_t child, witness look, void *notes) {
  int proc = open_proc(child);
  DIR *folder = proc < 0 ? 0 : fdopendir(openat(proc, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  for (struct dirent *entry; folder && (entry = readdir(folder));) {
    if (!isdigit((unsigned char)entry->d_name[0])) continue;
    int process = openat(proc, entry->d_name, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (process < 0) continue; /* it ended meanwhile */
    look(process, atoi(entry->d_name), notes);
    close(process);
  }
  if (folder) closedir(folder);
}

/* Counts the bytes of System V shared memory, which belongs to no process. The caller joins its namespace. */
long long shared_segments(pid_t child) {
  static int moved;
  char line[512];
  long long sum = 0, bytes;
  if (!moved && open_proc(child) >= 0) {
    snprintf(line, sizeof line, "/proc/%d/ns/ipc", first);
    int space = open(line, O_RDONLY | O_CLOEXEC);
    moved = space >= 0 && !setns(space, CLONE_NEWIPC) ? 1 : -1;
    if (moved < 0) say("shared memory cannot be counted: %s", strerror(errno));
    if (space >= 0) close(space);
  }
  FILE *file = moved > 0 ? fopen("/proc/sysvipc/shm", "re") : 0;
  if (file && !fgets(line, sizeof line, file)) line[0] = 0; /* the header */
  while (file && fgets(line, sizeof line, file))
    if (sscanf(line, "%*d %*d %*o %*u %*d %*d %*d %*d %*d %*d %*d %*d %*d %*d %lld", &bytes) == 1) sum += bytes;
  if (file) fclose(file);
  return sum;
}
