/* The system calls that the filter knows, with their numbers on each processor: NONE where it has no such
 * call. So either helper can write the filter of either processor. test/run.sh compares this table with
 * the headers of every installed compiler. */
#ifndef ASSAY_CALLS_H
#define ASSAY_CALLS_H

#define NONE (-1)

enum processor { AMD64, ARM64, PROCESSORS };

/* name, amd64, arm64 */
#define CALLS(CALL) \
  CALL(acct, 163, 89) \
  CALL(add_key, 248, 217) \
  CALL(adjtimex, 159, 171) \
  CALL(bpf, 321, 280) \
  CALL(chmod, 90, NONE) \
  CALL(chroot, 161, 51) \
  CALL(clock_settime, 227, 112) \
  CALL(creat, 85, NONE) \
  CALL(delete_module, 176, 106) \
  CALL(fanotify_init, 300, 262) \
  CALL(fchmod, 91, 52) \
  CALL(fchmodat, 268, 53) \
  CALL(fchmodat2, 452, 452) \
  CALL(finit_module, 313, 273) \
  CALL(fsconfig, 431, 431) \
  CALL(fsmount, 432, 432) \
  CALL(fsopen, 430, 430) \
  CALL(fspick, 433, 433) \
  CALL(init_module, 175, 105) \
  CALL(io_uring_enter, 426, 426) \
  CALL(io_uring_register, 427, 427) \
  CALL(io_uring_setup, 425, 425) \
  CALL(ioperm, 173, NONE) \
  CALL(iopl, 172, NONE) \
  CALL(kcmp, 312, 272) \
  CALL(kexec_file_load, 320, 294) \
  CALL(kexec_load, 246, 104) \
  CALL(keyctl, 250, 219) \
  CALL(lookup_dcookie, 212, 18) \
  CALL(memfd_secret, 447, 447) \
  CALL(mknod, 133, NONE) \
  CALL(mknodat, 259, 33) \
  CALL(modify_ldt, 154, NONE) \
  CALL(mount, 165, 40) \
  CALL(mount_setattr, 442, 442) \
  CALL(move_mount, 429, 429) \
  CALL(name_to_handle_at, 303, 264) \
  CALL(nfsservctl, 180, 42) \
  CALL(open, 2, NONE) \
  CALL(open_by_handle_at, 304, 265) \
  CALL(open_tree, 428, 428) \
  CALL(open_tree_attr, 467, 467) \
  CALL(openat, 257, 56) \
  CALL(openat2, 437, 437) \
  CALL(perf_event_open, 298, 241) \
  CALL(pidfd_getfd, 438, 438) \
  CALL(pivot_root, 155, 41) \
  CALL(prlimit64, 302, 261) \
  CALL(process_vm_readv, 310, 270) \
  CALL(process_vm_writev, 311, 271) \
  CALL(ptrace, 101, 117) \
  CALL(quotactl, 179, 60) \
  CALL(quotactl_fd, 443, 443) \
  CALL(reboot, 169, 142) \
  CALL(request_key, 249, 218) \
  CALL(setns, 308, 268) \
  CALL(setrlimit, 160, 164) \
  CALL(settimeofday, 164, 170) \
  CALL(socket, 41, 198) \
  CALL(socketpair, 53, 199) \
  CALL(swapoff, 168, 225) \
  CALL(swapon, 167, 224) \
  CALL(_sysctl, 156, NONE) \
  CALL(syslog, 103, 116) \
  CALL(umount2, 166, 39) \
  CALL(unshare, 272, 97) \
  CALL(uselib, 134, NONE) \
  CALL(userfaultfd, 323, 282)

enum call {
#define CALL(name, amd64, arm64) call_##name,
  CALLS(CALL)
#undef CALL
};

#endif
