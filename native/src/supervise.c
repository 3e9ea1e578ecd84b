/* assay-helper run ID: builds one sandbox from the words on stdin and stays beside it. Stdin and stdout
 * belong to the agent inside; stderr carries lines of evidence to the owner. The sandbox ends when the owner
 * closes stdin, and also when the owner is killed. */
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
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#define MOST_CGROUPS 16
#define PATIENCE_MILLIS 2000

static int cgroup_fds[MOST_CGROUPS];

static void open_cgroups(const struct spec *spec) {
  if (spec->cgroup_count > MOST_CGROUPS) die("spec: too many cgroups");
  for (int at = 0; at < spec->cgroup_count; at++) {
    cgroup_fds[at] = open(spec->cgroups[at], O_WRONLY | O_CLOEXEC);
    if (cgroup_fds[at] < 0) die("%s: %s", spec->cgroups[at], strerror(errno));
  }
}

/* Moves this thread itself. Then the kernel need not wait for a moment without forks in the group, which takes 10 ms.
 * Its children start in the same group. */
static void join_cgroups(const struct spec *spec) {
  for (int at = 0; at < spec->cgroup_count; at++)
    if (write(cgroup_fds[at], "0", 1) != 1) die("%s: %s", spec->cgroups[at], strerror(errno));
}

static void slave_mounts(void) {
  if (mount("none", "/", 0, MS_REC | MS_SLAVE, 0)) die("mount namespace: %s", strerror(errno));
}

static int slirp_in(const struct spec *spec, const char *storage) {
  if (!spec->slirp) return -1;
  char path[1024];
  snprintf(path, sizeof path, "%s/%s", storage, spec->live);
  if (mkdir(path, 0700) && errno != EEXIST) die("%s: %s", path, strerror(errno));
  if (chdir(path)) die("%s: %s", path, strerror(errno));
  return start_slirp(spec);
}

/* Enters another network namespace to go out through, if the owner names one; only root may. */
static void go_to_egress(const struct spec *spec) {
  if (!spec->egress) return;
  int there = open(spec->egress, O_RDONLY | O_CLOEXEC);
  if (there < 0 || setns(there, CLONE_NEWNET)) die("%s: %s", spec->egress, strerror(errno));
  close(there);
}

/* Enters the namespaces. Root stages as root and then drops its rights; any other user stages inside the user namespace. */
static int enter_namespaces(const struct spec *spec) {
  int as_root = geteuid() == 0, slirp;
  go_to_egress(spec);
  if (as_root) {
    if (unshare(CLONE_NEWNS)) die("mount namespace: %s", strerror(errno));
    slave_mounts();
    uid_t uid = stage(spec, 1);
    if (drop_root(uid)) die("uid %u: %s", uid, strerror(errno));
    slirp = slirp_in(spec, STAGED_STORAGE);
  } else {
    slirp = slirp_in(spec, spec->storage);
  }
  uid_t uid = geteuid();
  gid_t gid = getegid();
  if (unshare(CLONE_NEWUSER | CLONE_NEWNS | CLONE_NEWNET)) die("user namespace: %s", strerror(errno));
  if (map_self_to(uid, gid, 0)) die("user namespace map: %s", strerror(errno));
  slave_mounts();
  if (!as_root) stage(spec, 0);
  /* Limits each sandbox to a part of its user's quota; a kernel without this setting is skipped. */
  put_text("/proc/sys/user/max_inotify_instances", "32");
  put_text("/proc/sys/user/max_inotify_watches", "32768");
  return slirp;
}

/* Builds the sandbox in a child, up to the agent, which waits at the gate: meanwhile the parent builds the network. */
static pid_t start(const struct spec *spec, int gate[2]) {
  int shares_folders = 0;
  for (int at = 0; at < spec->mount_count; at++) shares_folders |= spec->mounts[at].writable;
  int filter = filter_file(shares_folders);
  if (pipe2(gate, O_CLOEXEC)) die("pipe: %s", strerror(errno));
  pid_t child = fork();
  if (child < 0) die("fork: %s", strerror(errno));
  if (child) {
    close(filter);
    close(gate[0]);
    return child;
  }
  if (dup2(gate[0], AGENT_GATE) < 0) die("gate: %s", strerror(errno));
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, 0);
  struct rlimit no_core = {1, 1}; /* see filter.c */
  setrlimit(RLIMIT_CORE, &no_core);
  prepare_live(spec);
  mount_parts(spec);
  /* The name of its control group is hidden only from a process that enters the namespace as a member. */
  join_cgroups(spec);
  exec_bwrap(spec, filter);
}

static int children_signal(void) {
  sigset_t ours;
  sigemptyset(&ours);
  sigaddset(&ours, SIGCHLD);
  sigprocmask(SIG_BLOCK, &ours, 0);
  return signalfd(-1, &ours, SFD_CLOEXEC | SFD_NONBLOCK);
}

/* Returns the child's exit code once it is gone, else -1. */
static int gone(pid_t child) {
  int status;
  for (pid_t pid; (pid = waitpid(-1, &status, WNOHANG)) > 0;)
    if (pid == child) return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  return -1;
}

static void kill_inside(pid_t child) {
  pid_t inner = first_inside(child);
  kill(inner ? inner : child, SIGKILL);
}

static void thaw(const struct spec *spec) {
  if (spec->freezer >= 0 && write(spec->freezer, "THAWED", 6) < 0) say("thaw: %s", strerror(errno));
}

static int stay(const struct spec *spec, const struct wires *wires, int signals, pid_t child) {
  struct pollfd fds[] = {{signals, POLLIN, 0}, {0, 0, 0}, {wires->sink, POLLIN, 0}, {wires->names, POLLIN, 0},
                         {wires->watch, POLLIN, 0}, {wires->slirp_side, POLLIN, 0}, {wires->slirp, POLLIN, 0}, {executed_queue(), POLLIN, 0}};
  long long next_disk = spec->poll_disk ? now_millis() + 250 : 0, next_memory = spec->memory ? now_millis() : 0,
            patience = 0;
  for (;;) {
    long long now = now_millis(), wake = now + 60000;
    if (next_disk && next_disk < wake) wake = next_disk;
    if (next_memory && next_memory < wake) wake = next_memory;
    if (patience && patience < wake) wake = patience;
    if (poll(fds, sizeof fds / sizeof *fds, wake > now ? (int)(wake - now) : 0) < 0 && errno != EINTR)
      die("poll: %s", strerror(errno));
    watch_drain(wires->watch);
    for (int at = 2; at < 7; at++)
      if (at != 4 && fds[at].fd >= 0 && fds[at].revents) record_readable(wires, fds[at].fd);
    if (fds[0].revents) {
      struct signalfd_siginfo caught;
      while (read(signals, &caught, sizeof caught) > 0) continue;
      int code = gone(child);
      if (code >= 0) return code;
    }
    if (fds[1].revents & (POLLHUP | POLLERR) && !patience) {
      patience = now_millis() + PATIENCE_MILLIS;
      fds[1].fd = -1;
      thaw(spec);
    }
    now = now_millis();
    if (patience && now >= patience) {
      kill_inside(child);
      patience = now + PATIENCE_MILLIS;
    }
    if (next_disk && now >= next_disk) next_disk = now + poll_disk(spec, child);
    if (next_memory && now >= next_memory) {
      next_memory = now + poll_memory(spec, child);
    }
  }
}

/* Writes the id into the command line, where other processes look for it; a helper started ahead has only room for one. */
static void take_id(char *room, const char *live) {
  const char *slash = strrchr(live, '/'), *id = slash ? slash + 1 : live;
  if (strlen(room) == strlen(id)) memcpy(room, id, strlen(id));
}

int run_main(int count, char **words) {
  static struct spec spec;
  signal(SIGPIPE, SIG_IGN);
  read_spec(&spec);
  if (count) take_id(words[0], spec.live);
  open_cgroups(&spec);
  int slirp = enter_namespaces(&spec);
  usage_start(&spec);
  int signals = children_signal(), gate[2];
  pid_t child = start(&spec, gate);
  struct wires wires = lay_wires(&spec, slirp);
  record_start(&spec);
  wires.watch = watch_start(&spec);
  int nothing = open("/dev/null", O_WRONLY | O_CLOEXEC);
  dup2(nothing, 1);
  if (write(gate[1], "", 1) != 1 && errno != EPIPE) die("gate: %s", strerror(errno));
  close(gate[1]);
  int code = stay(&spec, &wires, signals, child);
  stop_slirp();
  return code;
}
