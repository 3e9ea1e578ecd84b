/* The sandbox's file tree: upper folders, overlays, and the bwrap command that isolates it. */
#include "spec.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <sys/xattr.h>
#include <unistd.h>

static char live[512];

static void folder(const char *path, mode_t mode) {
  if (mkdir(path, mode) && errno != EEXIST) die("%s: %s", path, strerror(errno));
}

/* Makes every folder on the way to path, below the current upper folder. */
static void way_to(char *path, size_t from) {
  for (char *at = path + from; *at; at++)
    if (*at == '/') {
      *at = 0;
      folder(path, 0755);
      *at = '/';
    }
}

static void lay_text(const struct text *text) {
  char path[1024];
  int from = snprintf(path, sizeof path, "%s/upper/%s/", live, text->part);
  snprintf(path + from, sizeof path - (size_t)from, "%s", text->path);
  way_to(path, (size_t)from);
  unlink(path);
  int fd = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0644);
  if (fd < 0 || write_all(fd, text->content, strlen(text->content))) die("%s: %s", path, strerror(errno));
  close(fd);
}

/* Hides the entry of the lower layers at PART/PATH: a folder becomes empty, a file disappears. */
static void lay_mask(const char *mask) {
  char path[1024], hidden[1024];
  struct stat facts;
  int from = snprintf(path, sizeof path, "%s/upper/", live);
  snprintf(path + from, sizeof path - (size_t)from, "%s", mask);
  snprintf(hidden, sizeof hidden, "/%s", mask);
  way_to(path, (size_t)from);
  if (!stat(hidden, &facts) && !S_ISDIR(facts.st_mode)) {
    if (mknod(path, S_IFCHR, 0) && errno != EEXIST) die("mask %s: %s", mask, strerror(errno));
    return;
  }
  folder(path, 0755);
  if (setxattr(path, "user.overlay.opaque", "y", 1, 0)) die("mask %s: %s", mask, strerror(errno));
}

void prepare_live(const struct spec *spec) {
  static const char *const kinds[] = {"upper", "work"};
  char path[1024];
  umask(022);
  snprintf(live, sizeof live, STAGED_STORAGE "/%s", spec->live);
  folder(live, 0700);
  snprintf(path, sizeof path, "%s/tmp", live);
  folder(path, 01777);
  chmod(path, 01777);
  for (int kind = 0; kind < 2; kind++) {
    snprintf(path, sizeof path, "%s/%s", live, kinds[kind]);
    folder(path, 0755);
    for (int at = 0; at < spec->part_count; at++) {
      snprintf(path, sizeof path, "%s/%s/%s", live, kinds[kind], spec->parts[at].name);
      folder(path, 0755);
    }
  }
  for (int at = 0; at < spec->mask_count; at++) lay_mask(spec->masks[at]);
  for (int at = 0; at < spec->text_count; at++) lay_text(&spec->texts[at]);
}

/* Lower folders are named relative to the storage, which keeps thirty of them within one page. */
static void mount_part(const struct part *part) {
  char options[4096], target[128];
  int root = !strcmp(part->name, "root");
  int size = snprintf(options, sizeof options, "userxattr,lowerdir=%s,upperdir=%s/upper/%s,workdir=%s/work/%s",
                      part->lower, live, part->name, live, part->name);
  if (size >= (int)sizeof options) die("too many layers: the mount options exceed 4 KiB");
  snprintf(target, sizeof target, root ? NEW_ROOT : NEW_ROOT "/%s", part->name);
  if (mount("overlay", target, "overlay", MS_NOSUID | MS_NODEV, options))
    die("overlay for /%s: %s", root ? "" : part->name, strerror(errno));
}

static int is_of_usr(const char *target) {
  static const char *const links[] = {"/bin/", "/sbin/", "/lib/", "/lib32/", "/lib64/", "/libx32/"};
  for (size_t at = 0; at < sizeof links / sizeof *links; at++)
    if (!strncmp(target, links[at], strlen(links[at]))) return 1;
  return 0;
}

/* The place of a mount belongs to the owner of the sandbox. So an image's entries there that are no
 * folders are removed, above all links that would lead the mount elsewhere. */
static void clear_way(const char *root, const char *target, int is_folder) {
  char path[1024];
  struct stat facts;
  if (is_of_usr(target)) return; /* links of the base's own */
  int from = snprintf(path, sizeof path, "%s", root);
  if (snprintf(path + from, sizeof path - (size_t)from, "%s", target) >= (int)sizeof path - from) die("mount %s: too long", target);
  for (char *at = path + from + 1;; at++) {
    char kept = *at;
    if (kept && kept != '/') continue;
    *at = 0;
    int wants_folder = kept || is_folder;
    if (!lstat(path, &facts) && (wants_folder ? !S_ISDIR(facts.st_mode) : !S_ISREG(facts.st_mode))) {
      int failed = remove_tree(path);
      if (failed) die("mount %s: what is in its place stays: %s", target, strerror(failed));
    }
    if (wants_folder && mkdir(path, 0755) && errno != EEXIST) return; /* a place that bwrap makes, as below /tmp */
    if (!kept) return;
    *at = kept;
  }
}

static void clear_ways(const struct spec *spec) {
  for (int at = 0; at < spec->mount_count; at++) {
    char path[64];
    struct stat facts;
    snprintf(path, sizeof path, STAGE "/m%d", at);
    if (lstat(path, &facts)) die("mount %s: %s", spec->mounts[at].target, strerror(errno));
    clear_way(NEW_ROOT, spec->mounts[at].target, S_ISDIR(facts.st_mode));
  }
}

static void bind_itself(const char *path) {
  if (mount(path, path, 0, MS_BIND | MS_REC, 0)) die("fixed %s: %s", path, strerror(errno));
}

static void only_read(const char *path) {
  if (mount(0, path, 0, MS_REMOUNT | MS_BIND | MS_RDONLY | MS_NOSUID | MS_NODEV, 0)) die("fixed %s: %s", path, strerror(errno));
}

static int is_top(const struct dirent *entry) {
  static const char *const others[] = {"dev", "proc", "run", "sys", "tmp"};
  int other = *entry->d_name == '.';
  for (size_t at = 0; at < sizeof others / sizeof *others; at++) other |= !strcmp(entry->d_name, others[at]);
  return !other;
}

/* Keeps folders in the root writable, though the root is not: each becomes a mount, unless it is one already. */
static void keep_top(const char *root) {
  char path[1024];
  struct stat facts, top;
  struct dirent **entries;
  int count = stat(root, &top) ? -1 : scandir(root, &entries, is_top, alphasort);
  if (count < 0) die("fixed %s: %s", root, strerror(errno));
  for (int at = 0; at < count; at++) {
    snprintf(path, sizeof path, "%s/%s", root, entries[at]->d_name);
    if (!lstat(path, &facts) && S_ISDIR(facts.st_mode) && facts.st_dev == top.st_dev) bind_itself(path);
    free(entries[at]);
  }
  free(entries);
}

/* Makes the folders on the way to a target mounts, each once, because a mount cannot be moved away. */
static void keep_way(const char *root, char *const *before, int count, const char *target) {
  char path[1024];
  size_t from = strlen(root);
  if (snprintf(path, sizeof path, "%s%s", root, target) >= (int)sizeof path) die("fixed %s: too long", target);
  for (const char *at = strchr(target + 1, '/'); at && (at = strchr(at + 1, '/'));) {
    size_t length = (size_t)(at - target) + 1;
    int known = 0;
    for (int other = 0; other < count; other++) known |= !strncmp(before[other], target, length);
    path[from + length - 1] = 0;
    if (!known && mount(path, path, 0, MS_BIND | MS_REC, 0) && errno != ENOENT) /* bwrap makes those below /tmp */
      die("fixed %s: %s", path, strerror(errno));
    path[from + length - 1] = '/';
  }
}

/* Fixes folders of the image, so that no process inside can change them, and read-only mounts, so that they stay. */
void fix_folders(const struct spec *spec, const char *root) {
  char path[1024], *held[MOST_MOUNTS + MOST_FIXED];
  int count = 0;
  if (!spec->fixed_count) return;
  if (spec->fixed_count > MOST_FIXED) die("spec: too many fixed folders");
  for (int at = 0; at < spec->fixed_count; at++) clear_way(root, spec->fixed[at], 1);
  keep_top(*root ? root : "/");
  for (int at = 0; at < spec->mount_count; at++) {
    if (spec->mounts[at].writable || is_of_usr(spec->mounts[at].target)) continue;
    keep_way(root, held, count, spec->mounts[at].target);
    held[count++] = spec->mounts[at].target;
  }
  for (int at = 0; at < spec->fixed_count; at++) {
    keep_way(root, held, count, spec->fixed[at]);
    held[count++] = spec->fixed[at];
    snprintf(path, sizeof path, "%s%s", root, spec->fixed[at]);
    bind_itself(path);
    only_read(path);
  }
}

void mount_parts(const struct spec *spec) {
  if (mount("tmpfs", WORK, "tmpfs", MS_NOSUID | MS_NODEV, "mode=0755,size=1m")) die("tmpfs: %s", strerror(errno));
  folder(NEW_ROOT, 0755);
  if (chdir(STAGED_STORAGE)) die("storage: %s", strerror(errno));
  for (int at = 0; at < spec->part_count; at++) mount_part(&spec->parts[at]);
  clear_ways(spec);
  fix_folders(spec, NEW_ROOT);
}

static const char *words[1200];
static int word_count;

static void add(const char *word) {
  if (word_count > 1190) die("bwrap: too many words");
  words[word_count++] = word;
}

static char *printed(const char *format, int number) {
  char *text = 0;
  if (asprintf(&text, format, number) < 0) die("no memory");
  return text;
}

void exec_bwrap(const struct spec *spec, int filter) {
  static const char *const fixed[] = {
      "--unshare-user", "--unshare-pid", "--unshare-ipc", "--unshare-uts", "--unshare-cgroup-try", "--disable-userns", "--die-with-parent",
      "--cap-drop", "ALL", "--new-session", "--as-pid-1", "--clearenv", "--bind", NEW_ROOT, "/", "--proc", "/proc",
      "--dev", "/dev", "--perms", "1777", "--size", "67108864", "--tmpfs", "/dev/shm", "--perms", "0755", "--size",
      "16777216", "--tmpfs", "/run", "--bind", 0, "/tmp"};
  char *scratch = 0;
  if (asprintf(&scratch, "%s/tmp", live) < 0) die("no memory");
  add(spec->bwrap);
  for (size_t at = 0; at < sizeof fixed / sizeof *fixed; at++) add(fixed[at] ? fixed[at] : scratch);
  for (int at = 0; at < spec->option_count; at++) add(spec->options[at]);
  for (int at = 0; at < spec->mount_count; at++) {
    add(spec->mounts[at].writable ? "--bind" : "--ro-bind");
    add(printed(STAGE "/m%d", at));
    add(spec->mounts[at].target);
  }
  if (spec->fixed_count) {
    add("--remount-ro");
    add("/");
  }
  char *agent = 0;
  if (asprintf(&agent, STAGED_STORAGE "/%s", spec->agent) < 0) die("no memory");
  add("--ro-bind");
  add(agent);
  add("/run/agent");
  add("--seccomp");
  add(printed("%d", filter));
  add("--chdir");
  add("/");
  add("/run/agent");
  add("agent");
  add(spec->nproc);
  add(spec->fsize);
  add("gated");
  add(0);
  execv(spec->bwrap, (char **)words);
  die("%s: %s", spec->bwrap, strerror(errno));
}
