/* Small functions that every mode needs. */
#include "assay.h"

#include <errno.h>
#include <fcntl.h>
#include <grp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <time.h>
#include <unistd.h>

/* Reports a failure of the platform: a line on stderr that starts with "fatal ", and exit code 90. */
void die(const char *format, ...) {
  char line[2048];
  int length = snprintf(line, sizeof line, "fatal ");
  va_list rest;
  va_start(rest, format);
  length += vsnprintf(line + length, sizeof line - (size_t)length - 1, format, rest);
  va_end(rest);
  if (length > (int)sizeof line - 2) length = sizeof line - 2;
  line[length++] = '\n';
  write_all(2, line, (size_t)length);
  _exit(90);
}

int write_all(int fd, const void *bytes, size_t count) {
  const char *at = bytes;
  while (count) {
    ssize_t done = write(fd, at, count);
    if (done < 0) {
      if (errno == EINTR) continue;
      return -1;
    }
    at += done;
    count -= (size_t)done;
  }
  return 0;
}

/* Returns 1 if all bytes were read, 0 at the end of the file, -1 on an error. */
int read_all(int fd, void *bytes, size_t count) {
  char *at = bytes;
  while (count) {
    ssize_t done = read(fd, at, count);
    if (done < 0 && errno == EINTR) continue;
    if (done <= 0) return done < 0 ? -1 : 0;
    at += done;
    count -= (size_t)done;
  }
  return 1;
}

int put_text(const char *path, const char *text) {
  int fd = open(path, O_WRONLY | O_CLOEXEC);
  if (fd < 0) return -1;
  ssize_t done = write(fd, text, strlen(text));
  int kept = errno;
  close(fd);
  errno = kept;
  return done < 0 ? -1 : 0;
}

long long now_millis(void) {
  struct timespec now;
  clock_gettime(CLOCK_REALTIME, &now);
  return now.tv_sec * 1000LL + now.tv_nsec / 1000000;
}

/* Changes root to the ordinary sandbox uid for good; any other user stays. */
int drop_root(uid_t uid) {
  if (geteuid()) return 0;
  if (setgroups(0, 0) || setresgid(uid, uid, uid) || setresuid(uid, uid, uid)) return -1;
  return prctl(PR_SET_DUMPABLE, 1, 0, 0, 0); /* else /proc/self still belongs to root: no uid map */
}

/* Maps the outer uid and gid to inner, after unshare(CLONE_NEWUSER). */
int map_self_to(uid_t outer_uid, gid_t outer_gid, uid_t inner) {
  char line[64];
  if (put_text("/proc/self/setgroups", "deny")) return -1;
  snprintf(line, sizeof line, "%u %u 1", inner, outer_uid);
  if (put_text("/proc/self/uid_map", line)) return -1;
  snprintf(line, sizeof line, "%u %u 1", inner, outer_gid);
  return put_text("/proc/self/gid_map", line);
}
