/* The owner's spec: NUL-ended words on stdin, each key followed by its values. */
#include "spec.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static char *cursor, *limit;

static char *word(void) {
  if (cursor >= limit) die("spec: it ends in the middle");
  char *found = cursor;
  cursor += strlen(cursor) + 1;
  return found;
}

static char **more(char **list, int *count, char *value) {
  list = realloc(list, sizeof *list * (size_t)(*count + 1));
  if (!list) die("spec: no memory");
  list[(*count)++] = value;
  return list;
}

static void take_part(struct spec *spec) {
  if (spec->part_count == MOST_PARTS) die("spec: too many parts");
  struct part *part = &spec->parts[spec->part_count++];
  part->name = word();
  part->lower = word();
}

static void take_mount(struct spec *spec) {
  if (spec->mount_count == MOST_MOUNTS) die("spec: more than %d mounts", MOST_MOUNTS);
  struct mount_point *mount = &spec->mounts[spec->mount_count++];
  mount->source = word();
  mount->target = word();
  const char *how = word();
  mount->writable = !strcmp(how, "rw");
  mount->watched = !strcmp(how, "watch");
}

static void take_text(struct spec *spec) {
  if (spec->text_count == MOST_TEXTS) die("spec: too many texts");
  struct text *text = &spec->texts[spec->text_count++];
  text->part = word();
  text->path = word();
  text->content = word();
}

/* Opens the freezer while the rights suffice: a sandbox that is frozen when its owner dies has to be thawed to die. */
static int open_freezer(const char *path) {
  int fd = open(path, O_WRONLY | O_CLOEXEC);
  if (fd < 0) die("%s: %s", path, strerror(errno));
  return fd;
}

static void take(struct spec *spec, const char *key) {
  if (!strcmp(key, "storage")) spec->storage = word();
  else if (!strcmp(key, "live")) spec->live = word();
  else if (!strcmp(key, "agent")) spec->agent = word();
  else if (!strcmp(key, "bwrap")) spec->bwrap = word();
  else if (!strcmp(key, "slirp")) spec->slirp = word();
  else if (!strcmp(key, "egress")) spec->egress = word();
  else if (!strcmp(key, "part")) take_part(spec);
  else if (!strcmp(key, "mount")) take_mount(spec);
  else if (!strcmp(key, "text")) take_text(spec);
  else if (!strcmp(key, "mask")) spec->masks = more(spec->masks, &spec->mask_count, word());
  else if (!strcmp(key, "cgroup")) spec->cgroups = more(spec->cgroups, &spec->cgroup_count, word());
  else if (!strcmp(key, "deny")) spec->denied = more(spec->denied, &spec->denied_count, word());
  else if (!strcmp(key, "option")) spec->options = more(spec->options, &spec->option_count, word());
  else if (!strcmp(key, "own")) spec->own = more(spec->own, &spec->own_count, word());
  else if (!strcmp(key, "fixed")) spec->fixed = more(spec->fixed, &spec->fixed_count, word());
  else if (!strcmp(key, "nproc")) spec->nproc = word();
  else if (!strcmp(key, "fsize")) spec->fsize = word();
  else if (!strcmp(key, "marker")) spec->marker = word();
  else if (!strcmp(key, "memory")) spec->memory = atoll(word());
  else if (!strcmp(key, "uid")) spec->uid = (uid_t)atoll(word());
  else if (!strcmp(key, "executions")) spec->executions = atoi(word());
  else if (!strcmp(key, "freezer")) spec->freezer = open_freezer(word());
  else if (!strcmp(key, "poll")) spec->poll_disk = atoi(word());
  else die("spec: unknown word %s", key);
}

void read_words(struct spec *spec) {
  unsigned char size[4];
  if (read_all(0, size, 4) != 1) die("spec: nothing on stdin");
  size_t length = (size_t)size[0] << 24 | (size_t)size[1] << 16 | (size_t)size[2] << 8 | size[3];
  if (length > 1 << 20) die("spec: longer than 1 MiB");
  cursor = calloc(1, length + 1);
  if (!cursor || read_all(0, cursor, length) != 1) die("spec: it ends early");
  limit = cursor + length;
  memset(spec, 0, sizeof *spec);
  spec->nproc = spec->fsize = "0";
  spec->freezer = -1;
  spec->uid = STORAGE_UID;
  while (cursor < limit) take(spec, word());
  if (spec->marker && strlen(spec->marker) != 16) die("spec: a marker has 16 letters");
}

void read_spec(struct spec *spec) {
  read_words(spec);
  if (!spec->storage || !spec->live || !spec->agent || !spec->bwrap || !spec->part_count) die("spec: incomplete");
}

/* Returns the path at which the helper sees a mount's source; valid until the next call. */
const char *mount_place(const struct spec *spec, int at) {
  static char path[64];
  if (spec->beside) return spec->mounts[at].source;
  snprintf(path, sizeof path, STAGE "/m%d", at);
  return path;
}
