/* Tries what a sandbox must not allow; one line per trap: "NAME open" or "NAME closed ERRNO". */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/ptrace.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <unistd.h>

static void tell(const char *name, long result) {
  if (result >= 0) printf("%s open\n", name);
  else printf("%s closed %d\n", name, errno);
  fflush(stdout);
}

static long in_child(int flags) {
  pid_t child = (pid_t)syscall(SYS_clone, flags | SIGCHLD, 0, 0, 0, 0);
  if (child == 0) _exit(0);
  if (child > 0) waitpid(child, 0, 0);
  return child;
}

/* A family is refused by the filter, whatever this kernel knows of it. */
static void families(void) {
  static const int types[] = {SOCK_STREAM, SOCK_DGRAM, SOCK_RAW, SOCK_SEQPACKET};
  char name[32];
  int ends[2];
  for (int family = 0; family < 64; family++) {
    if (family == AF_UNIX || family == AF_INET || family == AF_INET6 || family == AF_NETLINK) continue;
    for (int type = 0; type < 4; type++) {
      snprintf(name, sizeof name, "pair-%d-%d", family, types[type]);
      tell(name, socketpair(family, types[type], 0, ends));
      snprintf(name, sizeof name, "socket-%d-%d", family, types[type]);
      tell(name, socket(family, types[type], 0));
    }
  }
  tell("pair-netfilter", socketpair(AF_NETLINK, SOCK_RAW, 12, ends));
  if (socketpair(AF_UNIX, SOCK_STREAM, 0, ends)) tell("pair-unix", 0);
}

int main(int count, char **words) {
  char text[16] = "x";
  struct iovec local = {text, 1}, remote = {text, 1};
  if (count > 1) { /* connect from a static binary */
    struct sockaddr_in place = {.sin_family = AF_INET, .sin_port = htons(4343)};
    inet_pton(AF_INET, words[1], &place.sin_addr);
    return connect(socket(AF_INET, SOCK_STREAM, 0), (void *)&place, sizeof place) ? errno : 0;
  }
  families();
  tell("vsock", socket(40, SOCK_STREAM, 0));
  tell("packet", socket(AF_PACKET, SOCK_RAW, 0));
  tell("alg", socket(38, SOCK_SEQPACKET, 0));
  tell("bluetooth", socket(31, SOCK_RAW, 0));
  tell("raw", socket(AF_INET, SOCK_RAW, 1));
  tell("netfilter", socket(AF_NETLINK, SOCK_RAW, 12));
  tell("io_uring", syscall(425, 8, text));
  tell("unshare-user", unshare(CLONE_NEWUSER));
  tell("unshare-mount", unshare(CLONE_NEWNS));
  tell("clone-user", in_child(CLONE_NEWUSER));
  tell("mount", mount("tmpfs", "/tmp", "tmpfs", 0, 0));
  tell("remount", mount(0, "/", 0, MS_REMOUNT | MS_BIND, 0));
  tell("umount", umount2("/tmp", MNT_DETACH));
  tell("open_tree", syscall(428, AT_FDCWD, "/", 1));
  tell("pivot_root", syscall(SYS_pivot_root, "/", "/"));
  tell("chroot", chroot("/tmp"));
  tell("ptrace", ptrace(PTRACE_ATTACH, 1, 0, 0));
  tell("write-memory", process_vm_writev(1, &local, 1, &remote, 1, 0));
  tell("proc-mem", open("/proc/1/mem", O_RDWR));
  tell("proc-fd", open("/proc/1/fd/1", O_WRONLY));
  tell("proc-environ", open("/proc/1/environ", O_RDONLY));
  tell("bpf", syscall(SYS_bpf, 0, text, 16));
  tell("keyctl", syscall(SYS_keyctl, 0, -3, 1));
  tell("add_key", syscall(SYS_add_key, "user", "a", "b", 1, -4));
  tell("perf", syscall(SYS_perf_event_open, text, 0, -1, -1, 0));
  tell("userfaultfd", syscall(SYS_userfaultfd, 0));
  tell("handle", syscall(SYS_open_by_handle_at, AT_FDCWD, text, 0));
  tell("module", syscall(SYS_init_module, text, 1, ""));
  tell("setuid", setuid(4711));
  tell("sethostname", sethostname("x", 1));
  tell("sysctl", open("/proc/sys/kernel/core_pattern", O_WRONLY));
  tell("sysrq", open("/proc/sysrq-trigger", O_WRONLY));
  tell("kcore", open("/proc/kcore", O_RDONLY));
  tell("mem-device", open("/dev/mem", O_RDONLY));
  tell("disk-device", mknod("/tmp/disk", 0060666, 254 << 8));
  tell("shadow", open("/etc/shadow", O_RDONLY));
  return 0;
}
