/* Copies a tree of a sandbox that may still write to it. No path below the root is resolved:
 * every folder is opened from its parent's descriptor and no link is followed. So a name that
 * becomes a link meanwhile leads nowhere. Keeps owners, modes, times, holes, hard links, whiteouts
 * (character devices 0:0) and the attributes "user.", among them those of overlays. */
#include "assay.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/fs.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/xattr.h>
#include <unistd.h>

#define DEEPEST 4000

static int links; /* a folder with a name, the inode number, for every file with several names */

static int copy_piece(int from, int to, off_t at, off_t end) {
  static char bytes[1 << 16];
  if (lseek(from, at, SEEK_SET) < 0 || lseek(to, at, SEEK_SET) < 0) return -1;
  while (at < end) {
    size_t most = end - at < (off_t)sizeof bytes ? (size_t)(end - at) : sizeof bytes;
    ssize_t size = read(from, bytes, most);
    if (size < 0 && errno == EINTR) continue;
    if (size < 0 || write_all(to, bytes, (size_t)size)) return -1;
    if (!size) return 0; /* it became shorter */
    at += size;
  }
  return 0;
}

static int copy_bytes(int from, int to, off_t size) {
  if (!ioctl(to, FICLONE, from)) return 0;
  for (off_t at = 0; at < size;) {
    off_t data = lseek(from, at, SEEK_DATA);
    if (data < 0 && errno == ENXIO) break; /* only a hole is left */
    if (data < 0) data = at;
    off_t end = lseek(from, data, SEEK_HOLE);
    if (end < 0 || end > size) end = size;
    if (end <= at) break;
    if (copy_piece(from, to, data, end)) return -1;
    at = end;
  }
  return ftruncate(to, size);
}

static int copy_attributes(int from, int to) {
  static char list[65536], value[65536];
  ssize_t size = flistxattr(from, list, sizeof list);
  if (size < 0) return errno == ENOTSUP ? 0 : -1;
  for (char *name = list; name < list + size; name += strlen(name) + 1) {
    if (strncmp(name, "user.", 5)) continue;
    ssize_t length = fgetxattr(from, name, value, sizeof value);
    if (length < 0 || fsetxattr(to, name, value, (size_t)length, 0)) return -1;
  }
  return 0;
}

/* Sets the owner first, because a change of owner clears set-id bits. */
static int copy_facts(int from, int to, const struct stat *facts) {
  struct timespec times[] = {facts->st_atim, facts->st_mtim};
  struct stat made;
  if (fstat(to, &made)) return -1;
  if ((made.st_uid != facts->st_uid || made.st_gid != facts->st_gid) && fchown(to, facts->st_uid, facts->st_gid)) return -1;
  return copy_attributes(from, to) || fchmod(to, facts->st_mode & 07777) || futimens(to, times) ? -1 : 0;
}

static int copy_file(int parent, const char *name, int target, const char *as, const struct stat *seen) {
  char number[32];
  struct stat facts;
  int several = seen->st_nlink > 1;
  snprintf(number, sizeof number, "%llu", (unsigned long long)seen->st_ino);
  if (several && !linkat(links, number, target, as, 0)) return 0;
  int from = openat(parent, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC), to = -1, failed = -1;
  if (from >= 0 && !fstat(from, &facts) && (errno = EBUSY, S_ISREG(facts.st_mode) && facts.st_ino == seen->st_ino)) {
    to = openat(several ? links : target, several ? number : as, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
    failed = to < 0 || copy_bytes(from, to, facts.st_size) || copy_facts(from, to, &facts);
    if (!failed && several) failed = linkat(links, number, target, as, 0);
  }
  int error = errno;
  if (from >= 0) close(from);
  if (to >= 0) close(to);
  errno = error;
  return failed ? -1 : 0;
}

static int copy_other(int parent, const char *name, int target, const char *as, const struct stat *facts) {
  char text[4096];
  struct timespec times[] = {facts->st_atim, facts->st_mtim};
  if (S_ISLNK(facts->st_mode)) {
    ssize_t size = readlinkat(parent, name, text, sizeof text - 1);
    if (size < 0) return -1;
    text[size] = 0;
    if (symlinkat(text, target, as)) return -1;
  } else if (mknodat(target, as, facts->st_mode, facts->st_rdev)) {
    return -1;
  }
  struct stat made;
  if (fstatat(target, as, &made, AT_SYMLINK_NOFOLLOW)) return -1;
  if ((made.st_uid != facts->st_uid || made.st_gid != facts->st_gid) &&
      fchownat(target, as, facts->st_uid, facts->st_gid, AT_SYMLINK_NOFOLLOW))
    return -1;
  return utimensat(target, as, times, AT_SYMLINK_NOFOLLOW);
}

static int copy_entry(int parent, const char *name, int target, const char *as, int depth);

static int copy_folder(int parent, const char *name, int target, const char *as, int depth) {
  struct stat facts;
  int from = openat(parent, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC), to = -1, failed = -1;
  DIR *folder = from < 0 ? 0 : fdopendir(from);
  if (folder && depth >= DEEPEST) errno = ELOOP;
  else if (folder && !fstat(from, &facts) && !mkdirat(target, as, 0700)) {
    to = openat(target, as, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    failed = to < 0;
    for (struct dirent *entry; !failed && (entry = readdir(folder));)
      if (strcmp(entry->d_name, ".") && strcmp(entry->d_name, ".."))
        failed = copy_entry(from, entry->d_name, to, entry->d_name, depth + 1);
    if (!failed) failed = copy_facts(from, to, &facts);
  }
  int error = errno;
  if (to >= 0) close(to);
  if (folder) closedir(folder);
  errno = error;
  return failed ? -1 : 0;
}

static int copy_entry(int parent, const char *name, int target, const char *as, int depth) {
  struct stat facts;
  if (fstatat(parent, name, &facts, AT_SYMLINK_NOFOLLOW)) return errno == ENOENT ? 0 : -1;
  if (S_ISDIR(facts.st_mode)) return copy_folder(parent, name, target, as, depth);
  if (S_ISREG(facts.st_mode)) return copy_file(parent, name, target, as, &facts);
  return copy_other(parent, name, target, as, &facts);
}

/* Returns 0 or the errno; after an error a part of the copy may exist. */
int copy_tree(const char *from, const char *to) {
  char *aside = 0;
  struct rlimit most;
  umask(0);
  if (!getrlimit(RLIMIT_NOFILE, &most)) {
    most.rlim_cur = most.rlim_max;
    setrlimit(RLIMIT_NOFILE, &most);
  }
  if (asprintf(&aside, "%s.links", to) < 0) return ENOMEM;
  if (mkdir(aside, 0700)) return errno;
  links = open(aside, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
  int failed = links < 0 || copy_entry(AT_FDCWD, from, AT_FDCWD, to, 0) ? errno : 0;
  close(links);
  int left = remove_tree(aside);
  free(aside);
  return failed ? failed : left;
}
