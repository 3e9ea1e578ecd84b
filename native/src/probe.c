/* assay-helper probe [FOLDER]: one line per kernel feature, "NAME ok" or "NAME no REASON".
 * Each feature is tried in a process of its own, with the uid of a sandbox. */
#include "assay.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/if_tun.h>
#include <net/if.h>
#include <sched.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

static const char *folder;
static int answer_fd;

static void __attribute__((format(printf, 1, 2), noreturn)) no(const char *format, ...) {
  char line[512];
  va_list rest;
  __builtin_va_start(rest, format);
  int size = vsnprintf(line, sizeof line, format, rest);
  __builtin_va_end(rest);
  if (size >= (int)sizeof line) size = sizeof line - 1;
  write_all(answer_fd, line, (size_t)size);
  _exit(1);
}

static int setting(const char *path) {
  char text[32] = "";
  int fd = open(path, O_RDONLY | O_CLOEXEC);
  if (fd < 0) return -1;
  ssize_t got = read(fd, text, sizeof text - 1);
  close(fd);
  return got > 0 ? atoi(text) : -1;
}

static void explain_userns(const char *step, int error) {
  if (setting("/proc/sys/kernel/apparmor_restrict_unprivileged_userns") == 1)
    no("%s: %s (kernel.apparmor_restrict_unprivileged_userns=1)", step, strerror(error));
  if (setting("/proc/sys/kernel/unprivileged_userns_clone") == 0)
    no("%s: %s (kernel.unprivileged_userns_clone=0)", step, strerror(error));
  if (setting("/proc/sys/user/max_user_namespaces") == 0)
    no("%s: %s (user.max_user_namespaces=0)", step, strerror(error));
  no("%s: %s (a container's seccomp or security policy?)", step, strerror(error));
}

static void become_ordinary(void) {
  if (drop_root(STORAGE_UID)) no("cannot become uid %d: %s", STORAGE_UID, strerror(errno));
}

static void enter(int spaces) {
  become_ordinary();
  uid_t uid = geteuid();
  gid_t gid = getegid();
  if (unshare(CLONE_NEWUSER | spaces)) explain_userns("unshare", errno);
  if (map_self_to(uid, gid, 0)) explain_userns("uid map", errno);
}

static void ask_userns(void) {
  enter(CLONE_NEWNS);
  if (mount("none", "/", 0, MS_REC | MS_SLAVE, 0)) explain_userns("mount", errno);
  if (mount("tmpfs", "/tmp", "tmpfs", 0, 0)) explain_userns("mount", errno);
}

static void ask_overlay(void) {
  char place[512], options[2048];
  become_ordinary();
  const char *parents[] = {folder, getenv("TMPDIR"), "/var/tmp", "/tmp"};
  int found = 0;
  for (int at = 0; at < 4 && !found; at++) {
    if (!parents[at]) continue;
    snprintf(place, sizeof place, "%s/assay-probe-XXXXXX", parents[at]);
    found = mkdtemp(place) != 0;
  }
  if (!found) no("no folder to try it in");
  pid_t child = fork();
  if (!child) {
    enter(CLONE_NEWNS);
    if (mount("none", "/", 0, MS_REC | MS_SLAVE, 0)) explain_userns("mount", errno);
    if (chdir(place) || mkdir("l", 0755) || mkdir("u", 0755) || mkdir("w", 0755) || mkdir("m", 0755))
      no("%s: %s", place, strerror(errno));
    snprintf(options, sizeof options, "lowerdir=l,upperdir=u,workdir=w,userxattr");
    if (mount("overlay", "m", "overlay", 0, options))
      no("overlay with userxattr on %s: %s", place, strerror(errno));
    if (umount("m")) no("umount: %s", strerror(errno));
    chmod("w/work", 0700);
    rmdir("w/work");
    _exit(0);
  }
  int status = 0;
  waitpid(child, &status, 0);
  const char *parts[] = {"l", "u", "w", "m", "."};
  char path[600];
  for (int at = 0; at < 5; at++) {
    snprintf(path, sizeof path, "%s/%s", place, parts[at]);
    rmdir(at == 4 ? place : path);
  }
  _exit(WIFEXITED(status) ? WEXITSTATUS(status) : 1);
}

static void ask_veth(void) {
  enter(CLONE_NEWNET);
  netlink_open();
  int failed = make_veth("v0", "s0", -1, 2, 1);
  if (failed) no("veth: %s", strerror(-failed));
  int fd = socket(AF_PACKET, SOCK_RAW | SOCK_CLOEXEC, 0);
  if (fd < 0) no("packet socket: %s", strerror(errno));
}

static void ask_tun(void) {
  enter(CLONE_NEWNET);
  int fd = open("/dev/net/tun", O_RDWR | O_CLOEXEC);
  if (fd < 0) no("/dev/net/tun: %s", strerror(errno));
  struct ifreq request = {.ifr_name = "t0", .ifr_flags = IFF_TAP | IFF_NO_PI};
  if (ioctl(fd, TUNSETIFF, &request)) no("tap device: %s", strerror(errno));
}

static void ask_seccomp(void) {
  become_ordinary();
  if (filter_install(0)) no("filter: %s", strerror(errno));
  if (socket(40 /* vsock */, SOCK_STREAM, 0) >= 0) no("a filtered socket family could be opened");
  if (socket(AF_UNIX, SOCK_STREAM, 0) < 0) no("an allowed socket family was refused");
}

static void ask_domains(void) {
  become_ordinary();
  int failed = domain_lack();
  if (failed) no("landlock: %s", strerror(failed));
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) || (failed = enter_domain())) no("landlock: %s", strerror(failed ? failed : errno));
}

static void ask_executions(void) {
  enter(CLONE_NEWNS);
  int failed = executed_probe(folder ? folder : "/tmp");
  if (failed) no("fanotify: %s", strerror(failed));
}

static void ask_cgroup(void) {
  char line[512], *at;
  int memory = 0, two = 0;
  FILE *file = fopen("/proc/self/cgroup", "re");
  if (!file) no("/proc/self/cgroup: %s", strerror(errno));
  while (fgets(line, sizeof line, file)) {
    if ((at = strchr(line, ':'))) {
      if (!strncmp(at, ":memory:", 8)) memory = 1;
      if (!strncmp(line, "0::", 3)) two = 1;
    }
  }
  fclose(file);
  if (memory) {
    write_all(answer_fd, "v1", 2);
    _exit(0);
  }
  if (two && !access("/sys/fs/cgroup/cgroup.controllers", R_OK)) {
    write_all(answer_fd, "v2", 2);
    _exit(0);
  }
  no("no memory controller");
}

static int ask(const char *name, void (*question)(void)) {
  int ends[2], status = 0;
  char text[512];
  if (pipe2(ends, O_CLOEXEC)) die("pipe: %s", strerror(errno));
  fflush(stdout);
  pid_t child = fork();
  if (!child) {
    answer_fd = ends[1];
    int quiet = open("/dev/null", O_WRONLY | O_CLOEXEC);
    dup2(quiet, 2);
    question();
    _exit(0);
  }
  close(ends[1]);
  ssize_t got = read(ends[0], text, sizeof text - 1);
  text[got > 0 ? got : 0] = 0;
  close(ends[0]);
  waitpid(child, &status, 0);
  int fine = WIFEXITED(status) && WEXITSTATUS(status) == 0;
  printf("%s %s%s%s\n", name, fine ? "ok" : "no", *text ? " " : fine ? "" : " it ended without a word", text);
  return fine;
}

int probe_main(int count, char **words) {
  folder = count > 0 ? words[0] : 0;
  int needed = 1;
  needed &= ask("userns", ask_userns);
  needed &= ask("overlay", ask_overlay);
  needed &= ask("veth", ask_veth);
  ask("tun", ask_tun);
  needed &= ask("seccomp", ask_seccomp);
  ask("domains", ask_domains);
  ask("executions", ask_executions);
  ask("cgroup", ask_cgroup);
  return needed ? 0 : 1;
}
