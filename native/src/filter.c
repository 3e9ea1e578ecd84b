/* The system calls a sandbox may not make. Part of being offline: some socket families know no
 * network namespace, and io_uring would go round the family check. */
#include "assay.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

#if defined(__x86_64__)
#define NATIVE_ARCHITECTURE AUDIT_ARCH_X86_64
#elif defined(__aarch64__)
#define NATIVE_ARCHITECTURE AUDIT_ARCH_AARCH64
#else
#error "The helper knows x86_64 and aarch64."
#endif

#define MOST 256
static struct sock_filter program[MOST];
static unsigned short length;

static void step(uint16_t code, uint32_t value, uint8_t yes, uint8_t no) {
  program[length++] = (struct sock_filter){code, yes, no, value};
}

static void load(size_t offset) { step(BPF_LD | BPF_W | BPF_ABS, (uint32_t)offset, 0, 0); }

static void answer(uint32_t error) {
  step(BPF_RET | BPF_K, error ? SECCOMP_RET_ERRNO | error : SECCOMP_RET_ALLOW, 0, 0);
}

static void refuse(long call, uint32_t error) {
  step(BPF_JMP | BPF_JEQ | BPF_K, (uint32_t)call, 0, 1);
  answer(error);
}

static void unless(uint32_t value, uint8_t skip) { step(BPF_JMP | BPF_JEQ | BPF_K, value, skip, 0); }

/* Calls that take a mode. With set-id bits it would stay on a file of the host's. */
static void refuse_setid(long call, int mode) {
  step(BPF_JMP | BPF_JEQ | BPF_K, (uint32_t)call, 0, 4);
  load(offsetof(struct seccomp_data, args) + 8 * (size_t)mode);
  step(BPF_JMP | BPF_JSET | BPF_K, 06000, 0, 1);
  answer(EPERM);
  answer(0);
}

static void refuse_making_setid(long call, int flags, int mode) {
  step(BPF_JMP | BPF_JEQ | BPF_K, (uint32_t)call, 0, 6);
  load(offsetof(struct seccomp_data, args) + 8 * (size_t)flags);
  step(BPF_JMP | BPF_JSET | BPF_K, O_CREAT | 020000000 /* O_TMPFILE */, 0, 3);
  load(offsetof(struct seccomp_data, args) + 8 * (size_t)mode);
  step(BPF_JMP | BPF_JSET | BPF_K, 06000, 0, 1);
  answer(EPERM);
  answer(0);
}

static void no_setid(void) {
  refuse(437 /* openat2: its mode cannot be seen from here */, ENOSYS);
  refuse_setid(__NR_fchmod, 1);
  refuse_setid(__NR_fchmodat, 2);
  refuse_setid(452 /* fchmodat2 */, 2);
  refuse_setid(__NR_mknodat, 2);
  refuse_making_setid(__NR_openat, 2, 3);
#ifdef __x86_64__
  refuse_setid(__NR_chmod, 1);
  refuse_setid(__NR_mknod, 1);
  refuse_setid(__NR_creat, 1);
  refuse_making_setid(__NR_open, 1, 2);
#endif
}

/* Cores go to a program of the host's, if it has one for them, unless their limit is 1: which it is.
 * To change it looks as if it worked. */
static void keep_core_limit(void) {
  step(BPF_JMP | BPF_JEQ | BPF_K, __NR_prlimit64, 0, 8);
  load(offsetof(struct seccomp_data, args[1]));
  step(BPF_JMP | BPF_JEQ | BPF_K, RLIMIT_CORE, 0, 5);
  load(offsetof(struct seccomp_data, args[2]));
  step(BPF_JMP | BPF_JEQ | BPF_K, 0, 0, 2);
  load(offsetof(struct seccomp_data, args[2]) + 4);
  step(BPF_JMP | BPF_JEQ | BPF_K, 0, 1, 0);
  step(BPF_RET | BPF_K, SECCOMP_RET_ERRNO, 0, 0);
  answer(0);
#ifdef __x86_64__
  step(BPF_JMP | BPF_JEQ | BPF_K, __NR_setrlimit, 0, 4);
  load(offsetof(struct seccomp_data, args[0]));
  step(BPF_JMP | BPF_JEQ | BPF_K, RLIMIT_CORE, 0, 1);
  step(BPF_RET | BPF_K, SECCOMP_RET_ERRNO, 0, 0);
  answer(0);
#endif
}

static void build(int shares_folders) {
  static const long unknown[] = {425, 426, 427}; /* io_uring, the same numbers everywhere */
  static const long forbidden[] = {
      __NR_bpf, __NR_perf_event_open, __NR_add_key, __NR_request_key, __NR_keyctl, __NR_userfaultfd, __NR_unshare,
      __NR_setns, __NR_mount, __NR_umount2, __NR_pivot_root, __NR_chroot, __NR_ptrace, __NR_process_vm_readv,
      __NR_process_vm_writev, __NR_name_to_handle_at, __NR_open_by_handle_at, __NR_kexec_load, __NR_kexec_file_load,
      __NR_reboot, __NR_init_module, __NR_finit_module, __NR_delete_module, __NR_swapon, __NR_swapoff, __NR_acct,
      __NR_syslog, __NR_quotactl, __NR_kcmp, __NR_settimeofday, __NR_clock_settime, __NR_adjtimex, __NR_fanotify_init,
      428 /* open_tree */, 429 /* move_mount */, 430 /* fsopen */, 431 /* fsconfig */, 432 /* fsmount */,
      433 /* fspick */, 438 /* pidfd_getfd */, 442 /* mount_setattr */, 443 /* quotactl_fd */,
      447 /* memfd_secret */,
#ifdef __x86_64__
      __NR_iopl, __NR_ioperm, __NR_modify_ldt, __NR_uselib, __NR__sysctl, __NR_nfsservctl, __NR_lookup_dcookie,
#endif
  };
  length = 0;
  load(offsetof(struct seccomp_data, arch));
  step(BPF_JMP | BPF_JEQ | BPF_K, NATIVE_ARCHITECTURE, 1, 0);
  answer(EPERM);
  load(offsetof(struct seccomp_data, nr));
#ifdef __x86_64__
  step(BPF_JMP | BPF_JGE | BPF_K, 0x40000000, 0, 1); /* the x32 table */
  answer(ENOSYS);
#endif
  for (size_t at = 0; at < sizeof unknown / sizeof *unknown; at++) refuse(unknown[at], ENOSYS);
  for (size_t at = 0; at < sizeof forbidden / sizeof *forbidden; at++) refuse(forbidden[at], EPERM);
  if (shares_folders) no_setid();
  keep_core_limit();
  step(BPF_JMP | BPF_JEQ | BPF_K, __NR_socket, 1, 0);
  step(BPF_JMP | BPF_JEQ | BPF_K, __NR_socketpair, 0, 9);
  load(offsetof(struct seccomp_data, args[0]));
  unless(AF_UNIX, 6);
  unless(AF_INET, 5);
  unless(AF_INET6, 4);
  step(BPF_JMP | BPF_JEQ | BPF_K, AF_NETLINK, 0, 2);
  load(offsetof(struct seccomp_data, args[2]));
  unless(0 /* NETLINK_ROUTE */, 1);
  answer(EAFNOSUPPORT);
  answer(0);
  answer(0);
}

int filter_file(int shares_folders) {
  build(shares_folders);
  int fd = memfd_create("filter", 0);
  if (fd < 0 || write_all(fd, program, length * sizeof *program) || lseek(fd, 0, SEEK_SET)) die("seccomp filter");
  return fd;
}

int filter_install(void) {
  build(0);
  struct sock_fprog all = {length, program};
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)) return -1;
  return prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &all, 0, 0);
}
