/* The system calls that a sandbox may not make. An offline sandbox needs this too: some socket families
 * ignore network namespaces, and io_uring would bypass the check of families. */
#include "assay.h"
#include "calls.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <unistd.h>

#if defined(__x86_64__)
#define NATIVE AMD64
#elif defined(__aarch64__)
#define NATIVE ARM64
#else
#error "The helper knows x86_64 and aarch64."
#endif

static const struct {
  const char *name;
  uint32_t audit;
} processors[PROCESSORS] = {{"amd64", AUDIT_ARCH_X86_64}, {"arm64", AUDIT_ARCH_AARCH64}};

static const int numbers[][PROCESSORS] = {
#define CALL(name, amd64, arm64) {amd64, arm64},
    CALLS(CALL)
#undef CALL
};

#define MOST 256
static struct sock_filter program[MOST];
static unsigned short length;
static enum processor processor; /* the processor of the program */

static void step(uint16_t code, uint32_t value, uint8_t yes, uint8_t no) {
  if (length == MOST) die("seccomp filter: longer than %d", MOST);
  program[length++] = (struct sock_filter){code, yes, no, value};
}

static int exists(enum call call) { return numbers[call][processor] != NONE; }

/* Applies the next `steps` steps to that call only. */
static void only(enum call call, uint8_t steps) {
  step(BPF_JMP | BPF_JEQ | BPF_K, (uint32_t)numbers[call][processor], 0, steps);
}

static void load(size_t offset) { step(BPF_LD | BPF_W | BPF_ABS, (uint32_t)offset, 0, 0); }

static void answer(uint32_t error) {
  step(BPF_RET | BPF_K, error ? SECCOMP_RET_ERRNO | error : SECCOMP_RET_ALLOW, 0, 0);
}

static void refuse(enum call call, uint32_t error) {
  if (!exists(call)) return;
  only(call, 1);
  answer(error);
}

static void unless(uint32_t value, uint8_t skip) { step(BPF_JMP | BPF_JEQ | BPF_K, value, skip, 0); }

/* Refuses set-id bits in the mode of a call, because they would stay on a file of the host. */
static void refuse_setid(enum call call, int mode) {
  if (!exists(call)) return;
  only(call, 4);
  load(offsetof(struct seccomp_data, args) + 8 * (size_t)mode);
  step(BPF_JMP | BPF_JSET | BPF_K, 06000, 0, 1);
  answer(EPERM);
  answer(0);
}

static void refuse_making_setid(enum call call, int flags, int mode) {
  if (!exists(call)) return;
  only(call, 6);
  load(offsetof(struct seccomp_data, args) + 8 * (size_t)flags);
  step(BPF_JMP | BPF_JSET | BPF_K, O_CREAT | 020000000 /* O_TMPFILE */, 0, 3);
  load(offsetof(struct seccomp_data, args) + 8 * (size_t)mode);
  step(BPF_JMP | BPF_JSET | BPF_K, 06000, 0, 1);
  answer(EPERM);
  answer(0);
}

static void no_setid(void) {
  refuse(call_openat2, ENOSYS); /* the filter cannot see its mode */
  refuse_setid(call_fchmod, 1);
  refuse_setid(call_fchmodat, 2);
  refuse_setid(call_fchmodat2, 2);
  refuse_setid(call_mknodat, 2);
  refuse_making_setid(call_openat, 2, 3);
  refuse_setid(call_chmod, 1);
  refuse_setid(call_mknod, 1);
  refuse_setid(call_creat, 1);
  refuse_making_setid(call_open, 1, 2);
}

/* Adds six steps for prlimit64: this answer if the call sets a limit, else permission. */
static void answer_if_set(uint32_t error) {
  load(offsetof(struct seccomp_data, args[2]));
  step(BPF_JMP | BPF_JEQ | BPF_K, 0, 0, 2);
  load(offsetof(struct seccomp_data, args[2]) + 4);
  step(BPF_JMP | BPF_JEQ | BPF_K, 0, 1, 0);
  step(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | error, 0, 0);
  answer(0);
}

/* The host may have a program for core dumps, which gets them unless their limit is 1. Here the limit is 1,
 * and a change of it only seems to work. No process can set the limits of another one, because the agent could
 * not work with changed limits. */
static void keep_limits(void) {
  only(call_prlimit64, 16);
  load(offsetof(struct seccomp_data, args[0]));
  step(BPF_JMP | BPF_JEQ | BPF_K, 0, 6, 0);
  answer_if_set(EPERM);
  load(offsetof(struct seccomp_data, args[1]));
  step(BPF_JMP | BPF_JEQ | BPF_K, RLIMIT_CORE, 0, 5);
  answer_if_set(0);
  only(call_setrlimit, 4);
  load(offsetof(struct seccomp_data, args[0]));
  step(BPF_JMP | BPF_JEQ | BPF_K, RLIMIT_CORE, 0, 1);
  step(BPF_RET | BPF_K, SECCOMP_RET_ERRNO, 0, 0);
  answer(0);
}

/* Refuses a processor's other call tables. A 32-bit call has another architecture and is refused by that.
 * x32 has the architecture of amd64, and old kernels accept its numbers 512 to 547 without its bit too. */
static void refuse_x32(void) {
  if (processor != AMD64) return;
  step(BPF_JMP | BPF_JGE | BPF_K, 0x40000000, 2, 0);
  step(BPF_JMP | BPF_JGE | BPF_K, 512, 0, 2);
  step(BPF_JMP | BPF_JGT | BPF_K, 547, 1, 0);
  answer(ENOSYS);
}

/* Allows socket families that respect network namespaces. */
static void keep_families(enum call call) {
  only(call, 9);
  load(offsetof(struct seccomp_data, args[0]));
  unless(AF_UNIX, 6);
  unless(AF_INET, 5);
  unless(AF_INET6, 4);
  step(BPF_JMP | BPF_JEQ | BPF_K, AF_NETLINK, 0, 2);
  load(offsetof(struct seccomp_data, args[2]));
  unless(0 /* NETLINK_ROUTE */, 1);
  answer(EAFNOSUPPORT);
  answer(0);
}

static void build(enum processor made_for, int shares_folders) {
  static const enum call unknown[] = {call_io_uring_setup, call_io_uring_enter, call_io_uring_register};
  static const enum call forbidden[] = {
      call_bpf, call_perf_event_open, call_add_key, call_request_key, call_keyctl, call_userfaultfd, call_unshare,
      call_setns, call_mount, call_umount2, call_pivot_root, call_chroot, call_ptrace, call_process_vm_readv,
      call_process_vm_writev, call_name_to_handle_at, call_open_by_handle_at, call_kexec_load, call_kexec_file_load,
      call_reboot, call_init_module, call_finit_module, call_delete_module, call_swapon, call_swapoff, call_acct,
      call_syslog, call_quotactl, call_kcmp, call_settimeofday, call_clock_settime, call_adjtimex, call_fanotify_init,
      call_open_tree, call_open_tree_attr, call_move_mount, call_fsopen, call_fsconfig, call_fsmount, call_fspick,
      call_pidfd_getfd, call_mount_setattr, call_quotactl_fd, call_memfd_secret, call_iopl, call_ioperm,
      call_modify_ldt, call_uselib, call__sysctl, call_nfsservctl, call_lookup_dcookie,
  };
  processor = made_for;
  length = 0;
  load(offsetof(struct seccomp_data, arch));
  step(BPF_JMP | BPF_JEQ | BPF_K, processors[processor].audit, 1, 0);
  answer(EPERM);
  load(offsetof(struct seccomp_data, nr));
  refuse_x32();
  for (size_t at = 0; at < sizeof unknown / sizeof *unknown; at++) refuse(unknown[at], ENOSYS);
  for (size_t at = 0; at < sizeof forbidden / sizeof *forbidden; at++) refuse(forbidden[at], EPERM);
  if (shares_folders) no_setid();
  keep_limits();
  keep_families(call_socket);
  keep_families(call_socketpair);
  answer(0);
}

int filter_file(int shares_folders) {
  build(NATIVE, shares_folders);
  int fd = memfd_create("filter", 0);
  if (fd < 0 || write_all(fd, program, length * sizeof *program) || lseek(fd, 0, SEEK_SET)) die("seccomp filter");
  return fd;
}

int filter_install(int shares_folders) {
  build(NATIVE, shares_folders);
  struct sock_fprog all = {length, program};
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)) return -1;
  return prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &all, 0, 0);
}

/* assay-helper filter PROCESSOR plain|shared: writes the program for that processor to stdout, for tests. */
int filter_main(int count, char **words) {
  for (int at = 0; count == 2 && at < PROCESSORS; at++)
    if (!strcmp(words[0], processors[at].name)) {
      build((enum processor)at, !strcmp(words[1], "shared"));
      return write_all(1, program, length * sizeof *program) ? 1 : 0;
    }
  die("filter: expected amd64 or arm64, and plain or shared");
}
