/* Records the opened files of watched mounts: inotify sees opens made through a bind mount.
 *   access listed|opened|read|executed COUNT MILLIS PATH        (PATH as seen inside)
 *   unseen 1                                                    (events were lost)
 * Where fanotify grants it, executions are reported besides (executed.c). */
#include "spec.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/inotify.h>
#include <sys/stat.h>
#include <unistd.h>

#define MOST_WATCHED 65536
#define MOST_TOUCHED 8192
#define QUIET_MILLIS 20

static char *watched[MOST_WATCHED]; /* by watch descriptor: the folder's path inside */

struct touched {
  char *path;
  unsigned count;
  int kind;
  long long last;
};
static struct touched *touched;
static int touched_count, executions;

static void watch_folder(int fd, const char *path, const char *inside) {
  int number = inotify_add_watch(fd, path, IN_OPEN | IN_ACCESS | IN_ONLYDIR | IN_DONT_FOLLOW);
  if (number < 0) die("watch %s: %s", inside, strerror(errno));
  if (number >= MOST_WATCHED) die("watch %s: more than %d folders", inside, MOST_WATCHED);
  watched[number] = strdup(inside);
  if (executions) executed_watch(path, watched[number]);
  DIR *folder = opendir(path);
  if (!folder) die("watch %s: %s", inside, strerror(errno));
  for (struct dirent *entry; (entry = readdir(folder));) {
    if (!strcmp(entry->d_name, ".") || !strcmp(entry->d_name, "..")) continue;
    char next[4096], next_inside[4096];
    struct stat facts;
    if (snprintf(next, sizeof next, "%s/%s", path, entry->d_name) >= (int)sizeof next ||
        snprintf(next_inside, sizeof next_inside, "%s/%s", inside, entry->d_name) >= (int)sizeof next_inside)
      die("watch %s: a path is too long", inside);
    if (!lstat(next, &facts) && S_ISDIR(facts.st_mode)) watch_folder(fd, next, next_inside);
  }
  closedir(folder);
}

static void forget_own(int fd) {
  char bytes[8192];
  while (read(fd, bytes, sizeof bytes) > 0) continue;
}

/* Returns -1 if nothing is watched. */
int watch_start(const struct spec *spec) {
  int fd = -1;
  executions = spec->executions;
  for (int at = 0; at < spec->mount_count; at++) {
    if (!spec->mounts[at].watched) continue;
    if (fd < 0 && (fd = inotify_init1(IN_CLOEXEC | IN_NONBLOCK)) < 0) die("inotify: %s", strerror(errno));
    watch_folder(fd, mount_place(spec, at), spec->mounts[at].target);
  }
  if (fd < 0) return fd;
  forget_own(fd); /* the walk itself opened every folder */
  touched = calloc(MOST_TOUCHED, sizeof *touched);
  if (!touched) die("no memory");
  return fd;
}

void watch_touch(const char *folder, const char *name, int kind) {
  static const char *const words[] = {"listed", "opened", "read", "executed"};
  char path[4400];
  long long now = now_millis();
  snprintf(path, sizeof path, *name ? "%s/%s" : "%s", folder, name);
  for (char *c = path; *c; c++)
    if (*c == '\n' || *c == '\r') *c = '?';
  int at = 0;
  while (at < touched_count && (touched[at].kind != kind || strcmp(touched[at].path, path))) at++;
  if (at == MOST_TOUCHED) { /* no room to recognize it again */
    say("unseen 1");
    return;
  }
  struct touched *one = &touched[at];
  if (at == touched_count) {
    touched_count++;
    one->path = strdup(path);
    one->kind = kind;
  }
  one->count++;
  if (one->count > 1 && now - one->last < QUIET_MILLIS) return;
  one->last = now;
  say("access %s %u %lld %s", words[kind], one->count, now, path);
}

void watch_drain(int fd) {
  char bytes[65536] __attribute__((aligned(8)));
  ssize_t size;
  executed_drain();
  while (fd >= 0 && (size = read(fd, bytes, sizeof bytes)) > 0)
    for (char *at = bytes; at < bytes + size;) {
      struct inotify_event *event = (void *)at;
      at += sizeof *event + event->len;
      if (event->mask & IN_Q_OVERFLOW) {
        say("unseen 1");
        continue;
      }
      if (event->wd < 0 || event->wd >= MOST_WATCHED || !watched[event->wd]) continue;
      int folder = (event->mask & IN_ISDIR) != 0;
      if (folder && (event->len || !(event->mask & IN_OPEN))) continue; /* reported once, by the folder itself */
      watch_touch(watched[event->wd], event->len ? event->name : "", folder ? 0 : event->mask & IN_OPEN ? 1 : 2);
    }
}
