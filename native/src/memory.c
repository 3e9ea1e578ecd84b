/* The limit of memory without a control group. Every 50 ms this counts the private memory of processes
 * and all shared memory, mapped or not. Above the limit it counts more exactly, shared pages only
 * once, and then kills the largest process. */
#include "spec.h"

#include <dirent.h>
#include <fcntl.h>
#include <linux/magic.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/statfs.h>
#include <sys/syscall.h>
#include <sys/vfs.h>
#include <unistd.h>

#define MOST_OBJECTS 4096

struct count {
  const char *file, *own, *shared; /* the offset of the figures */
  long long private_bytes, shared_bytes, objects, most;
  int largest; /* the pid inside */
};

static ino_t objects[MOST_OBJECTS];
static int object_count;

static long long figure(const char *text, const char *name) {
  const char *at = strstr(text, name);
  return at ? atoll(at + strlen(name)) * 1024 : 0;
}

/* Adds files in memory without a name, or with one elsewhere; each counts once. */
static void add_objects(int process, struct count *count) {
  int fd = openat(process, "fd", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  DIR *folder = fd < 0 ? 0 : fdopendir(fd);
  for (struct dirent *entry; folder && (entry = readdir(folder));) {
    struct stat facts;
    struct statfs system;
    char path[64];
    if (entry->d_name[0] == '.' || fstatat(fd, entry->d_name, &facts, 0) || !S_ISREG(facts.st_mode) || facts.st_nlink || !facts.st_blocks) continue;
    snprintf(path, sizeof path, "/proc/self/fd/%d/%.20s", fd, entry->d_name);
    if (statfs(path, &system) || system.f_type != TMPFS_MAGIC) continue;
    int at = 0;
    while (at < object_count && objects[at] != facts.st_ino) at++;
    if (at < object_count) continue;
    if (object_count < MOST_OBJECTS) objects[object_count++] = facts.st_ino;
    count->objects += facts.st_blocks * 512;
  }
  if (folder) closedir(folder);
}

static void add_process(int process, int number, void *notes) {
  struct count *count = notes;
  char text[4096];
  int fd = openat(process, count->file, O_RDONLY | O_CLOEXEC);
  ssize_t size = fd < 0 ? -1 : read(fd, text, sizeof text - 1);
  if (fd >= 0) close(fd);
  if (size <= 0) return;
  text[size] = 0;
  long long own = figure(text, count->own), shared = figure(text, count->shared);
  count->private_bytes += own;
  count->shared_bytes += shared;
  if (number > 1 && own + shared > count->most) {
    count->most = own + shared;
    count->largest = number;
  }
  if (number > 1) add_objects(process, count);
}

static long long used_of(pid_t child, const char *folder) {
  struct statfs system;
  int fd = open_inside(child, folder);
  long long used = fd < 0 || fstatfs(fd, &system) || system.f_type != TMPFS_MAGIC
                       ? 0
                       : (long long)(system.f_blocks - system.f_bfree) * (long long)system.f_bsize;
  if (fd >= 0) close(fd);
  return used;
}

static long long add_up(pid_t child, struct count *count) {
  object_count = 0;
  each_inside(child, add_process, count);
  count->objects += used_of(child, "dev/shm") + used_of(child, "run") + shared_segments(child);
  return count->private_bytes + (count->objects > count->shared_bytes ? count->objects : count->shared_bytes);
}

static void kill_one(int process, int number, void *notes) {
  if (number == *(int *)notes) syscall(424 /* pidfd_send_signal */, process, SIGKILL, 0, 0);
}

/* Returns the milliseconds until the next look is worthwhile. */
long long poll_memory(const struct spec *spec, pid_t child) {
  static long long peak;
  long long start = now_millis();
  struct count quick = {.file = "status", .own = "RssAnon:", .shared = "RssShmem:"};
  long long sum = add_up(child, &quick);
  if (spec->memory && sum > spec->memory && quick.largest) {
    struct count exact = {.file = "smaps_rollup", .own = "Pss_Anon:", .shared = "Pss_Shmem:"};
    long long again = add_up(child, &exact);
    if (exact.private_bytes) sum = again;
    if (sum > spec->memory) {
      each_inside(child, kill_one, &quick.largest);
      say("oom %lld", sum);
    }
  }
  if (sum > peak) {
    peak = sum;
    say("memory %lld", peak);
  }
  long long took = now_millis() - start;
  return took * 10 > 50 ? took * 10 : 50;
}
