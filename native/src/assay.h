/* The declarations that the helper's files share. */
#ifndef ASSAY_H
#define ASSAY_H

#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/types.h>

/* When the owner is root, files that sandboxes wrote belong to this uid on disk. Sandboxes also run as it
 * if the kernel cannot map the storage to each sandbox's own uid. Distributions do not assign it. */
#define STORAGE_UID 60600

/* The descriptor at which an agent waits until everything around its sandbox is ready. */
#define AGENT_GATE 63

/* plumbing.c */
void die(const char *format, ...) __attribute__((noreturn, format(printf, 1, 2)));
int write_all(int fd, const void *bytes, size_t count);
int read_all(int fd, void *bytes, size_t count);
int put_text(const char *path, const char *text);
long long now_millis(void);
int drop_root(uid_t uid);
int map_self_to(uid_t outer_uid, gid_t outer_gid, uid_t inner);

/* network.c */
void netlink_open(void);
void netlink_close(void);
int make_veth(const char *here, const char *there, int there_netns, char last_here, char last_there);
void link_up(const char *name);
void link_quiet(const char *name);
void link_plain_checksums(const char *name);
void add_address(const char *name, int family, const char *address, int prefix);
void add_neighbour(const char *name, int family, const char *address, unsigned char last);
void add_gateway(const char *name, int family, const char *destination, int prefix, const char *via);
void add_local_everything(int family);

/* filter.c: a file descriptor with the seccomp program for bwrap. If folders of the host are shared
 * for writing, the program refuses set-id bits too */
int filter_file(int shares_folders);
int filter_install(int shares_folders);

/* domain.c: 0 or the errno */
int domain_lack(void);
int enter_domain(void);

/* files.c, copy.c, look.c: 0 or the errno */
int remove_tree(const char *path);
int look_at_tree(const char *root);
int show_state(const char *root);
int copy_tree(const char *from, const char *to);

/* executed.c */
int executed_probe(const char *path);

/* modes */
int probe_main(int count, char **words);
int run_main(int count, char **words);
int agent_main(int count, char **words);
int own_main(int count, char **words);
int filter_main(int count, char **words);
int sink_main(int count, char **words);
int command_main(int count, char **words);
int kill_main(int count, char **words);
int follow_main(int count, char **words);
int nest_main(int count, char **words);
int inside_main(int count, char **words);
int evidence_main(int count, char **words);
int clear_main(int count, char **words);

#endif
