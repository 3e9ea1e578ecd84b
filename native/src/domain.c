/* Landlock: each command is in a domain of its own, which its processes inherit. The kernel lets no process read
 * or write the memory, descriptors or variables of a process outside of its domain, not even through /proc.
 * Nothing else changes: a ruleset must handle at least one right, so it handles moves of files between folders
 * and allows them everywhere. */
#include "assay.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/syscall.h>
#include <unistd.h>

#define CREATE_RULESET 444 /* the same on each processor */
#define ADD_RULE 445
#define RESTRICT_SELF 446
#define ASK_VERSION 1
#define BENEATH 1
#define REFER (1ull << 13) /* refused under any ruleset, unless it is allowed (from version 2 on) */
#define OLDEST 2

struct ruleset {
  uint64_t files;
};

struct beneath {
  uint64_t allowed;
  int32_t folder;
} __attribute__((packed));

/* Returns 0, or the reason why this kernel has no usable domains. */
int domain_lack(void) {
  long version = syscall(CREATE_RULESET, 0, 0, ASK_VERSION);
  return version < 0 ? errno : version < OLDEST ? EOPNOTSUPP : 0;
}

/* Enters a new domain; requires no_new_privs. Has no effect if the kernel has no domains. Returns 0 or the errno. */
int enter_domain(void) {
  struct ruleset ruleset = {REFER};
  if (domain_lack()) return 0;
  int rules = (int)syscall(CREATE_RULESET, &ruleset, sizeof ruleset, 0);
  struct beneath all = {REFER, rules < 0 ? -1 : open("/", O_PATH | O_CLOEXEC)};
  int entered = all.folder >= 0 && !syscall(ADD_RULE, rules, BENEATH, &all, 0) && !syscall(RESTRICT_SELF, rules, 0);
  int failed = entered ? 0 : errno;
  if (all.folder >= 0) close(all.folder);
  if (rules >= 0) close(rules);
  return failed;
}
