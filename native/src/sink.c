/* assay-helper sink PID: gives a container without a network the one of local sandboxes, and
 * records it. Reports the used files of watched folders and the use of the disk. Runs beside the container: no
 * process inside can signal it, trace it or write to it. Reads a spec from its input, and ends with its input. */
#include "spec.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static void join_network(const char *process) {
  char path[64];
  struct stat own, other;
  snprintf(path, sizeof path, "/proc/%d/ns/net", atoi(process));
  int there = open(path, O_RDONLY | O_CLOEXEC);
  if (there < 0 || fstat(there, &other) || stat("/proc/self/ns/net", &own)) die("%s: %s", path, strerror(errno));
  if (own.st_ino == other.st_ino) die("the container has this machine's own network");
  if (setns(there, CLONE_NEWNET)) die("%s: %s", path, strerror(errno));
  close(there);
  put_text("/proc/sys/net/ipv6/conf/all/disable_ipv6", "0");
  put_text("/proc/sys/net/ipv6/conf/default/disable_ipv6", "0");
}

/* Runs in a process of its own, because it cannot leave the container's mount namespace again. */
static void fix_inside(const struct spec *spec, const char *process) {
  char path[64];
  int status = 1;
  snprintf(path, sizeof path, "/proc/%d/ns/mnt", atoi(process));
  pid_t child = fork();
  if (child < 0) die("fork: %s", strerror(errno));
  if (!child) {
    int there = open(path, O_RDONLY | O_CLOEXEC);
    struct stat own, other;
    if (there < 0 || fstat(there, &other) || stat("/proc/self/ns/mnt", &own)) die("%s: %s", path, strerror(errno));
    if (own.st_ino == other.st_ino) die("the container has this machine's own mounts");
    if (setns(there, CLONE_NEWNS)) die("%s: %s", path, strerror(errno));
    fix_folders(spec, "");
    if (mount(0, "/", 0, MS_REMOUNT | MS_BIND | MS_RDONLY | MS_NOSUID | MS_NODEV, 0)) die("the container's /: %s", strerror(errno));
    _exit(0);
  }
  if (waitpid(child, &status, 0) < 0 || status) die("folders of the container could not be fixed");
}

/* Keeps root, because only root can read the folders that containers write; it reads names and sizes only. */
static void measure(const struct spec *spec, pid_t process) {
  pid_t parent = getpid();
  usage_start(spec);
  pid_t child = fork();
  if (child < 0) die("fork: %s", strerror(errno));
  if (child) return;
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  first_inside_is(process);
  while (getppid() == parent) {
    struct timespec pause = {0, 0};
    long long millis = poll_disk(spec, process);
    pause.tv_sec = millis / 1000;
    pause.tv_nsec = millis % 1000 * 1000000;
    nanosleep(&pause, 0);
  }
  _exit(0);
}

int sink_main(int count, char **words) {
  static struct spec spec;
  if (count != 1) die("usage: assay-helper sink PID");
  signal(SIGPIPE, SIG_IGN);
  read_words(&spec);
  spec.beside = 1;
  if (chown(".", spec.uid, spec.uid)) die("folder: %s", strerror(errno));
  if (spec.poll_disk) measure(&spec, atoi(words[0]));
  int slirp = spec.slirp ? start_slirp(&spec) : -1;
  if (spec.fixed_count) fix_inside(&spec, words[0]);
  join_network(words[0]);
  struct wires wires = lay_wires(&spec, slirp);
  wires.watch = watch_start(&spec);
  if (drop_root(spec.uid)) die("uid %u: %s", spec.uid, strerror(errno));
  record_start(&spec);
  say("ready");
  struct pollfd fds[] = {{0, 0, 0}, {wires.sink, POLLIN, 0}, {wires.names, POLLIN, 0},
                         {wires.slirp_side, POLLIN, 0}, {wires.slirp, POLLIN, 0}, {wires.watch, POLLIN, 0},
                         {executed_queue(), POLLIN, 0}};
  while (!(fds[0].revents & (POLLHUP | POLLERR))) {
    if (poll(fds, sizeof fds / sizeof *fds, -1) < 0 && errno != EINTR) die("poll: %s", strerror(errno));
    watch_drain(wires.watch);
    for (size_t at = 1; at < 5; at++)
      if (fds[at].fd >= 0 && fds[at].revents) record_readable(&wires, fds[at].fd);
  }
  stop_slirp();
  return 0;
}
