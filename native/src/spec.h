/* A sandbox as its owner asks for it. */
#ifndef SPEC_H
#define SPEC_H

#include "assay.h"

#define MOST_PARTS 8
#define MOST_MOUNTS 256
#define MOST_TEXTS 16

/* One overlay: "root" is the sandbox's /, any other name is mounted on /NAME. */
struct part {
  char *name, *lower;
};
struct mount_point {
  char *source, *target;
  int writable, watched;
};
/* A file that is laid into a part's upper folder before it is mounted. */
struct text {
  char *part, *path, *content;
};

struct spec {
  char *storage, *live, *agent, *bwrap, *slirp, *egress, *nproc, *fsize, *marker;
  struct part parts[MOST_PARTS];
  struct mount_point mounts[MOST_MOUNTS];
  struct text texts[MOST_TEXTS];
  char **masks, **cgroups, **denied, **options;
  int part_count, mount_count, text_count, mask_count, cgroup_count, denied_count, option_count;
  long long memory;
  int poll_disk;
};

/* Where the owner's folders are seen, whoever may enter the way to them. */
#define STAGE "/tmp"
#define STAGED_STORAGE STAGE "/s"
#define WORK STAGE "/w"
#define NEW_ROOT WORK "/r"

void read_spec(struct spec *spec);

/* stage.c */
void stage(const struct spec *spec, int as_root);

/* tree.c */
void prepare_live(const struct spec *spec);
void mount_parts(const struct spec *spec);
void exec_bwrap(const struct spec *spec, int filter) __attribute__((noreturn));

/* wires.c */
struct wires {
  int sink, names, slirp_side, slirp, watch;
};
struct wires lay_wires(const struct spec *spec, int slirp);
int start_slirp(const struct spec *spec);
void stop_slirp(void);

/* record.c */
void record_start(const struct spec *spec);
void record_readable(const struct wires *wires, int fd);
void say(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* watch.c */
int watch_start(const struct spec *spec);
void watch_drain(int fd);

/* usage.c */
long long poll_disk(const struct spec *spec, pid_t child);
void poll_memory(const struct spec *spec, pid_t child);

#endif
