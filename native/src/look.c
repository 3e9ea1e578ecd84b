/* assay-helper own look PATH: lists a tree that a sandbox wrote, unchanged. For each
 * entry, NUL-ended: type (f file, d folder, l link, w whiteout, o other), mode, number of names,
 * "y" if a folder hides the layers below it, names of extended attributes, path, target of a link. */
#include "assay.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <sys/xattr.h>
#include <unistd.h>

#define DEEPEST 4000

static char attributes[65536];

/* Attributes that the overlay itself sets on folders and files; all others were set by a program. */
static int is_bookkeeping(const char *name) {
  static const char *const own[] = {"user.overlay.opaque", "user.overlay.origin", "user.overlay.impure", "user.overlay.nlink",
                                    "user.overlay.uuid"};
  for (size_t at = 0; at < sizeof own / sizeof *own; at++)
    if (!strcmp(name, own[at])) return 1;
  return 0;
}

static int find_attributes(const char *path, char *opaque) {
  char list[65536], value[4] = "";
  size_t used = 0;
  *opaque = lgetxattr(path, "user.overlay.opaque", value, sizeof value) > 0 && *value == 'y' ? 'y' : 'n';
  ssize_t size = llistxattr(path, list, sizeof list);
  attributes[0] = 0;
  if (size < 0) return errno == ENOTSUP ? 0 : errno;
  for (char *name = list; name < list + size; name += strlen(name) + 1) {
    size_t length = strlen(name);
    if (is_bookkeeping(name)) continue;
    if (used) attributes[used++] = ' ';
    memcpy(attributes + used, name, length + 1);
    used += length;
  }
  return 0;
}

static char type_of(const struct stat *facts) {
  if (S_ISREG(facts->st_mode)) return 'f';
  if (S_ISDIR(facts->st_mode)) return 'd';
  if (S_ISLNK(facts->st_mode)) return 'l';
  return S_ISCHR(facts->st_mode) && facts->st_rdev == makedev(0, 0) ? 'w' : 'o';
}

static int look_below(int folder, const char *shown, int depth);

static int look_at(int parent, const char *name, const char *shown, int depth) {
  struct stat facts;
  char link[64], target[4096] = "", opaque;
  int fd = openat(parent, name, O_PATH | O_NOFOLLOW | O_CLOEXEC);
  if (fd < 0 || fstat(fd, &facts)) return errno;
  snprintf(link, sizeof link, "/proc/self/fd/%d", parent);
  char *path = 0;
  if (asprintf(&path, "%s/%s", link, name) < 0) return ENOMEM;
  int failed = find_attributes(path, &opaque);
  free(path);
  if (S_ISLNK(facts.st_mode)) {
    ssize_t size = readlinkat(fd, "", target, sizeof target - 1);
    target[size > 0 ? size : 0] = 0;
  }
  if (!failed)
    printf("%c%c%o%c%lu%c%c%c%s%c%s%c%s%c", type_of(&facts), 0, facts.st_mode & 07777, 0, (unsigned long)facts.st_nlink, 0, opaque, 0,
           attributes, 0, shown, 0, target, 0);
  if (!failed && S_ISDIR(facts.st_mode)) {
    int below = openat(parent, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    failed = below < 0 ? errno : look_below(below, shown, depth + 1);
  }
  close(fd);
  return failed;
}

/* Takes the descriptor. */
static int look_below(int fd, const char *shown, int depth) {
  DIR *folder = depth > DEEPEST ? 0 : fdopendir(fd);
  int failed = folder ? 0 : depth > DEEPEST ? ELOOP : errno;
  for (struct dirent *entry; !failed && (errno = 0, entry = readdir(folder));) {
    char *path = 0;
    if (!strcmp(entry->d_name, ".") || !strcmp(entry->d_name, "..")) continue;
    if (asprintf(&path, *shown ? "%s/%s" : "%s%s", shown, entry->d_name) < 0) return ENOMEM;
    failed = look_at(fd, entry->d_name, path, depth);
    free(path);
  }
  if (!failed && folder) failed = errno;
  if (folder) closedir(folder);
  else close(fd);
  return failed;
}

/* Lists the whole tree, or fails: a part of the list would be useless. */
int look_at_tree(const char *root) {
  int fd = open(root, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
  int failed = fd < 0 ? errno : look_below(fd, "", 0);
  return fflush(stdout) && !failed ? errno : failed;
}
