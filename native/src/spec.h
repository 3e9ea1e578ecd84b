/* A sandbox as its owner asks for it. */
#ifndef SPEC_H
#define SPEC_H

#include "assay.h"

#define MOST_PARTS 8
#define MOST_MOUNTS 256
#define MOST_TEXTS 16
#define MOST_FIXED 16

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
  char **masks, **cgroups, **denied, **options, **own, **fixed;
  int part_count, mount_count, text_count, mask_count, cgroup_count, denied_count, option_count, own_count, fixed_count;
  long long memory;
  uid_t uid;
  int poll_disk, executions, freezer, beside; /* beside a container: nothing is staged, every path is the machine's own */
};

/* The folder at which the owner's folders are bound, regardless of the rights on the way to them. */
#define STAGE "/tmp"
#define STAGED_STORAGE STAGE "/s"
#define WORK STAGE "/w"
#define NEW_ROOT WORK "/r"

void read_words(struct spec *spec);
void read_spec(struct spec *spec);
const char *mount_place(const struct spec *spec, int at);

/* stage.c */
uid_t stage(const struct spec *spec, int as_root);

/* tree.c */
void prepare_live(const struct spec *spec);
void mount_parts(const struct spec *spec);
void fix_folders(const struct spec *spec, const char *root);
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

/* names.c */
#define NAME_ROOM 272
size_t name_at(const unsigned char *bytes, size_t size, size_t at, char *text, size_t room);
int number_at(const unsigned char *bytes, size_t at);
int questions(const unsigned char *bytes, size_t size, void (*found)(const char *name, int type));

/* watch.c */
int watch_start(const struct spec *spec);
void watch_drain(int fd);
void watch_touch(const char *folder, const char *name, int kind);

/* executed.c */
void executed_watch(const char *path, const char *inside);
void executed_drain(void);
int executed_queue(void);

/* inside.c */
typedef void (*witness)(int process, int number, void *notes); /* a descriptor of /proc/NUMBER */
pid_t first_inside(pid_t child);
void first_inside_is(pid_t process);
int open_inside(pid_t child, const char *name);
void each_inside(pid_t child, witness look, void *notes);
long long shared_segments(pid_t child);

/* usage.c, memory.c */
void usage_start(const struct spec *spec);
long long poll_disk(const struct spec *spec, pid_t child);
long long poll_memory(const struct spec *spec, pid_t child);

#endif
