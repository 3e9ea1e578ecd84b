/* assay-helper own COMMAND …: on trees that sandboxes wrote. Their files may have any mode, so an
 * ordinary owner works on them as root of a user namespace that it owns.
 *   own remove PATH            own copy FROM TO            own merge LAYER INTO            own look PATH
 *   own state PATH… */
#include "assay.h"

#include <dirent.h>
#include <errno.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <sys/xattr.h>
#include <unistd.h>

static int is_whiteout(const struct stat *facts) { return S_ISCHR(facts->st_mode) && facts->st_rdev == makedev(0, 0); }

static int is_opaque(const char *path) {
  char value[4] = "";
  return lgetxattr(path, "user.overlay.opaque", value, sizeof value) > 0 && *value == 'y';
}

/* Merges a layer into the one below it; the result equals the two stacked. */
static int merge(const char *layer, const char *into) {
  struct stat facts, below;
  DIR *folder = opendir(layer);
  int failed = folder ? 0 : errno;
  for (struct dirent *entry; !failed && folder && (entry = readdir(folder));) {
    char *from = 0, *to = 0;
    if (!strcmp(entry->d_name, ".") || !strcmp(entry->d_name, "..")) continue;
    if (asprintf(&from, "%s/%s", layer, entry->d_name) < 0 || asprintf(&to, "%s/%s", into, entry->d_name) < 0) return ENOMEM;
    if (lstat(from, &facts)) failed = errno;
    int there = !lstat(to, &below);
    if (!failed && there && S_ISDIR(facts.st_mode) && S_ISDIR(below.st_mode) && !is_opaque(from)) {
      failed = merge(from, to);
      chmod(to, facts.st_mode & 07777);
    } else if (!failed) {
      int opaque = there && S_ISDIR(facts.st_mode);
      if (there) failed = remove_tree(to);
      if (!failed) failed = copy_tree(from, to);
      if (!failed && (opaque || (there && is_whiteout(&below) && S_ISDIR(facts.st_mode)))) setxattr(to, "user.overlay.opaque", "y", 1, 0);
    }
    free(from);
    free(to);
  }
  if (folder) closedir(folder);
  return failed;
}

int own_main(int count, char **words) {
  uid_t uid = geteuid();
  gid_t gid = getegid();
  if (count < 2) return 2;
  if (uid) {
    if (unshare(CLONE_NEWUSER)) die("user namespace: %s", strerror(errno));
    if (map_self_to(uid, gid, 0)) die("user namespace map: %s", strerror(errno));
  }
  if (!strcmp(words[0], "remove")) {
    int failed = 0;
    for (int at = 1; at < count; at++) {
      int error = remove_tree(words[at]);
      if (error && error != ENOENT) fprintf(stderr, "%s: %s\n", words[at], strerror(failed = error));
    }
    return failed ? 1 : 0;
  }
  if (!strcmp(words[0], "copy") && count == 3) {
    int failed = copy_tree(words[1], words[2]);
    if (failed) fprintf(stderr, "copy %s: %s\n", words[1], strerror(failed));
    return failed ? 1 : 0;
  }
  if (!strcmp(words[0], "merge") && count == 3) {
    int failed = merge(words[1], words[2]);
    if (failed) fprintf(stderr, "merge %s: %s\n", words[1], strerror(failed));
    return failed ? 1 : 0;
  }
  if (!strcmp(words[0], "look") && count == 2) {
    int failed = look_at_tree(words[1]);
    if (failed) fprintf(stderr, "look at %s: %s\n", words[1], strerror(failed));
    return failed ? 1 : 0;
  }
  if (!strcmp(words[0], "state")) {
    int failed = 0;
    for (int at = 1; at < count && !failed; at++) {
      failed = show_state(words[at]);
      if (failed) fprintf(stderr, "state of %s: %s\n", words[at], strerror(failed));
    }
    return failed ? 1 : 0;
  }
  return 2;
}
