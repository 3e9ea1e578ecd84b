/* assay-helper nest open|blocked WORDS: makes a recorded sandbox within the sandbox of a provider, of the same kind
 * as on a local machine (supervise.c): user, process, mount and network namespaces of its own, a recorder beside it. WORDS
 * are those of spec.c, in base64 or @FILE (order.c); its folders, its base and its way out are added here.
 * The output names what is recorded; the error output gives the reason if there is no sandbox. It lives as long as
 * the provider's. */
#include "nest.h"
#include "order.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <ifaddrs.h>
#include <net/if.h>
#include <poll.h>
#include <signal.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#define OLD_MILLIS 15000
#define SKELETON NEST "/skeleton"

static const char *const seen[] = {"usr", "etc", "var"};
static const char *const links[] = {"bin", "sbin", "lib", "lib32", "lib64", "libx32"};

static char *words;
static size_t size, room;

static void add_bytes(const char *bytes, size_t count) {
  while (size + count + 1 > room)
    if (!(words = realloc(words, room = room * 2 + 4096))) die("no memory");
  memcpy(words + size, bytes, count);
  size += count;
}

static void add(const char *word, ...) {
  va_list rest;
  va_start(rest, word);
  for (; word; word = va_arg(rest, const char *)) add_bytes(word, strlen(word) + 1);
  va_end(rest);
}

static void folder(const char *path) {
  if (mkdir(path, 0755) && errno != EEXIST) die("%s: %s", path, strerror(errno));
}

/* Root drops its rights and becomes the same user as on a local machine. */
static void settle(void) {
  if (!geteuid()) {
    folder(NEST);
    if (chown(NEST, STORAGE_UID, STORAGE_UID) || drop_root(STORAGE_UID)) die("uid %d: %s", STORAGE_UID, strerror(errno));
  }
  if (access(NEST, R_OK | W_OK | X_OK)) die("the folder " NEST " is not there, or its user cannot write to it: make it in the base");
  folder(NEST "/bin");
}

/* Ends an old recorded sandbox: a snapshot of a living sandbox may include its running processes. */
static void end_old(void) {
  int old = reach_keeper();
  if (old < 0) return;
  struct pollfd gone = {old, 0, 0};
  write_all(old, "\0\0\0\0E\0\0\0\0", 9);
  for (int waited = 0; !(gone.revents & (POLLHUP | POLLERR)); waited += 100) {
    if (waited > OLD_MILLIS) die("a recorded sandbox of before does not end");
    poll(&gone, 1, 100);
  }
  close(old);
}

static void bring_agent(void) {
  char bytes[65536];
  int from = open("/proc/self/exe", O_RDONLY | O_CLOEXEC), to;
  unlink(NEST_AGENT);
  to = open(NEST_AGENT, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0755);
  for (ssize_t count; to >= 0 && (count = read(from, bytes, sizeof bytes)) > 0;)
    if (write_all(to, bytes, (size_t)count)) die(NEST_AGENT ": %s", strerror(errno));
  if (from < 0 || to < 0 || fchmod(to, 0755)) die(NEST_AGENT ": %s", strerror(errno));
  close(from);
  close(to);
}

/* Makes the sandbox's own part of /. */
static void lay_skeleton(void) {
  static const char *const folders[] = {
      "", "/home", "/home/agent", "/opt", "/opt/runtime", "/root", "/srv", "/mnt", "/media", "/workspace", "/workspace/uploads",
      "/workspace/intermediate", "/workspace/skills", "/dev", "/proc", "/run", "/sys", "/tmp", "/usr", "/etc", "/var"};
  char path[256], there[64], target[256];
  struct stat facts;
  for (size_t at = 0; at < sizeof folders / sizeof *folders; at++) {
    snprintf(path, sizeof path, SKELETON "%s", folders[at]);
    folder(path);
  }
  if (symlink("/workspace/skills", SKELETON "/skills") && errno != EEXIST) die(SKELETON ": %s", strerror(errno));
  for (size_t at = 0; at < sizeof links / sizeof *links; at++) {
    snprintf(there, sizeof there, "/%s", links[at]);
    snprintf(path, sizeof path, SKELETON "/%s", links[at]);
    if (lstat(there, &facts)) continue;
    if (S_ISDIR(facts.st_mode)) {
      folder(path);
      add("option", "--ro-bind", "option", there, "option", there, (char *)0);
      continue;
    }
    ssize_t length = readlink(there, target, sizeof target - 1);
    target[length > 0 ? length : 0] = 0;
    if (symlink(target, path) && errno != EEXIST) die("%s: %s", path, strerror(errno));
  }
  add("part", "root", "skeleton", (char *)0);
  for (size_t at = 0; at < sizeof seen / sizeof *seen; at++) {
    snprintf(there, sizeof there, "/%s", seen[at]);
    add("part", seen[at], there, (char *)0);
  }
}

/* Refuses sockets in folders that are visible inside: their listener is outside, so they would be a way out. */
static void refuse_sockets(void) {
  char line[1024];
  struct stat facts;
  FILE *file = fopen("/proc/net/unix", "re");
  if (!file) die("/proc/net/unix: %s", strerror(errno));
  while (fgets(line, sizeof line, file)) {
    char *path = strchr(line, '/'), *real;
    if (!path) continue;
    path[strcspn(path, "\n")] = 0;
    if (lstat(path, &facts) || !S_ISSOCK(facts.st_mode) || !(real = realpath(path, 0))) continue;
    for (size_t at = 0; at < sizeof seen / sizeof *seen; at++)
      if (!strncmp(real + 1, seen[at], strlen(seen[at])) && real[1 + strlen(seen[at])] == '/')
        die("a program of the base has the socket %s, which would be seen inside: stop it, or move its socket to /run", real);
    free(real);
  }
  fclose(file);
}

static const char *program(const char *name) {
  static const char *const folders[] = {"/usr/local/bin", "/usr/bin", "/bin", "/usr/sbin", "/sbin"};
  for (size_t at = 0; at < sizeof folders / sizeof *folders; at++) {
    char *path = 0;
    if (asprintf(&path, "%s/%s", folders[at], name) < 0) die("no memory");
    if (!access(path, X_OK)) return path;
    free(path);
  }
  die("%s is not in the base: install it there", name);
}

/* Adds a way out, but neither to this sandbox's own addresses, where its provider listens, nor to link-local ones. */
static void add_way_out(void) {
  struct ifaddrs *all, *one;
  char text[64];
  add("slirp", program("slirp4netns"), "deny", "169.254.0.0/16", "deny", "127.0.0.0/8", (char *)0);
  if (getifaddrs(&all)) die("the addresses of this sandbox cannot be listed: %s", strerror(errno));
  for (one = all; one; one = one->ifa_next) {
    if (!one->ifa_addr || one->ifa_addr->sa_family != AF_INET || one->ifa_flags & IFF_LOOPBACK) continue;
    inet_ntop(AF_INET, &((struct sockaddr_in *)one->ifa_addr)->sin_addr, text, sizeof text);
    strcat(text, "/32");
    add("deny", text, (char *)0);
  }
  freeifaddrs(all);
}

static void __attribute__((noreturn)) make(const char *network, const char *given, size_t given_size) {
  settle();
  end_old();
  int failed = remove_tree(NEST "/live/tmp");
  if (failed && failed != ENOENT) die(NEST "/live/tmp: %s", strerror(failed));
  bring_agent();
  refuse_sockets();
  add_bytes(given, given_size);
  add("storage", NEST, "live", "live", "agent", "bin/agent", "bwrap", program("bwrap"), (char *)0);
  char uid[16];
  snprintf(uid, sizeof uid, "%u", geteuid());
  add("uid", uid, (char *)0);
  lay_skeleton();
  if (!strcmp(network, "open")) add_way_out();
  if (!executed_probe(NEST)) {
    add("executions", "1", (char *)0);
    write_all(2, "executions\n", 11);
  }
  keep(words, size);
}

int nest_main(int count, char **arguments) {
  int told[2], file;
  struct stream streams[2] = {{.name = 'o'}, {.name = 'e'}};
  char text[16384];
  size_t given_size, length = 0;
  if (count != 2) die("usage: assay-helper nest open|blocked WORDS");
  char *given = read_order_bytes(arguments[1], &given_size, &file);
  if (pipe2(told, O_CLOEXEC)) die("no pipe: %s", strerror(errno));
  pid_t child = fork();
  if (child < 0) die("no process: %s", strerror(errno));
  if (!child) {
    int nothing = open("/dev/null", O_RDWR);
    setsid();
    umask(022);
    dup2(nothing, 0);
    dup2(nothing, 1);
    dup2(told[1], 2);
    syscall(436 /* close_range */, 3, ~0u, 0); /* no descriptors of the caller */
    if (chdir("/")) die("/: %s", strerror(errno));
    make(arguments[0], given, given_size);
  }
  close(told[1]);
  for (ssize_t got; length < sizeof text && (got = read(told[0], text + length, sizeof text - length)) > 0;) length += (size_t)got;
  int ready = length >= 6 && !memcmp(text + length - 6, "ready\n", 6);
  if (!ready) waitpid(child, 0, 0);
  take_bytes(&streams[!ready], (unsigned char *)text, (long long)length);
  report_last('e', ready ? 0 : 1, 0, 0, 0, 0, streams);
  return 0;
}
