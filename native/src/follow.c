/* Control of a command of command.c from another process: killing it, and reading its output. */
#include "agent.h"
#include "nest.h"
#include "order.h"

#include <dirent.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Counts a command's runner and the leader of its background processes, and signals them unless number is 0. */
int signal_all(const char *id, int number) {
  char own[4096], path[64], other[4096], text[4096];
  ssize_t own_size = readlink("/proc/self/exe", own, sizeof own);
  int found = 0;
  DIR *folder = opendir("/proc");
  for (struct dirent *entry; folder && (entry = readdir(folder));) {
    if (entry->d_name[0] < '1' || entry->d_name[0] > '9') continue;
    snprintf(path, sizeof path, "/proc/%.20s/exe", entry->d_name);
    ssize_t size = readlink(path, other, sizeof other);
    if (size != own_size || memcmp(own, other, (size_t)size)) continue;
    snprintf(path, sizeof path, "/proc/%.20s/cmdline", entry->d_name);
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    size = fd < 0 ? -1 : read(fd, text, sizeof text - 1);
    if (fd >= 0) close(fd);
    if (size <= 0) continue;
    text[size] = 0;
    char *mode = text + strlen(text) + 1, *word = mode < text + size ? mode + strlen(mode) + 1 : mode;
    if (word >= text + size || (strcmp(mode, "command") && strcmp(mode, "inside")) || strcmp(word, id)) continue;
    found++;
    if (number) kill(atoi(entry->d_name), number);
  }
  if (folder) closedir(folder);
  return found;
}

/* In the order of /proc the runner, which reports, gets the signal before the leader. */
int kill_main(int count, char **words) {
  if (count != 1) die("usage: assay-helper kill ID");
  for (int rounds = 0; rounds < 1000; rounds++) {
    if (!signal_all(words[0], rounds ? 0 : SIGTERM)) {
      int keeper = reach_keeper(); /* its background processes there */
      if (keeper >= 0) send_packet(keeper, 'T', words[0], strlen(words[0]));
      return 0;
    }
    usleep(5000);
  }
  die("something of it is still there");
}

int follow_main(int count, char **words) {
  char bytes[65536];
  if (count != 4) die("usage: assay-helper follow ID FILE OFFSET MILLIS");
  long long offset = atoll(words[2]), deadline = clock_millis() + atoll(words[3]);
  for (size_t sent = 0;;) {
    int alive = signal_all(words[0], 0), fd = open(words[1], O_RDONLY | O_CLOEXEC);
    for (ssize_t size; fd >= 0 && sent < 1 << 20 && (size = pread(fd, bytes, sizeof bytes, offset)) > 0;) {
      if (write_all(1, bytes, (size_t)size)) return 3;
      offset += size;
      sent += (size_t)size;
    }
    if (fd >= 0) close(fd);
    if (sent) return 0;
    if (!alive) return fd >= 0 ? 3 : 4;
    if (clock_millis() >= deadline) return 0;
    usleep(5000);
  }
}
