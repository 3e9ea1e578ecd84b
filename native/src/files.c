/* File operations, done inside the sandbox so that a link made there leads nowhere else. Each runs as a
 * command of its own; its exit code is 0 or the errno, its output:
 *   read PATH OFFSET LIMIT    the bytes
 *   write PATH MODE           (stdin) into a new file that then takes the name
 *   stat|list|walk PATH MOST  records: type, mode, size, millis of modification and change, path, link target (each NUL-ended)
 *   since PATH MILLIS         the same, for entries below a folder that are no folders and changed after that time
 *   grep PATH PATTERN MOST    records: path, line number, line
 *   remove PATH, mkdir PATH
 *   pack PATH, unpack PATH    a tree: "TYPE MODE SIZE PATH-LENGTH\n", path, bytes */
#include "agent.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <regex.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define DEEPEST 250
#define LONGEST_LINE (1 << 20)

static int failed; /* the first errno */
static long long left;

static void note_error(void) {
  if (!failed) failed = errno ? errno : EIO;
}

static int open_file(int parent, const char *name, struct stat *facts) {
  int fd = openat(parent, name, O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY);
  if (fd < 0) return -1;
  if (fstat(fd, facts) || !S_ISREG(facts->st_mode)) {
    int error = S_ISDIR(facts->st_mode) ? EISDIR : EINVAL;
    close(fd);
    errno = error;
    return -1;
  }
  return fd;
}

static int copy_bytes(int from, int to, long long most) {
  static char bytes[CHUNK];
  while (most > 0) {
    ssize_t size = read(from, bytes, most < CHUNK ? (size_t)most : CHUNK);
    if (size < 0 && errno == EINTR) continue;
    if (size <= 0) return (int)size;
    if (write_all(to, bytes, (size_t)size)) return -1;
    most -= size;
  }
  return 0;
}

static int read_file(const char *path, long long offset, long long limit) {
  struct stat facts;
  int fd = open_file(AT_FDCWD, path, &facts);
  if (fd < 0 || (offset && lseek(fd, offset, SEEK_SET) < 0)) return errno;
  return copy_bytes(fd, 1, limit < 0 ? INT64_MAX : limit) ? errno : 0;
}

static int make_way(char *path, int whole) {
  for (char *at = path + 1; *path && *at; at++)
    if (*at == '/') {
      *at = 0;
      int made = mkdir(path, 0755);
      *at = '/';
      if (made && errno != EEXIST) return -1;
    }
  if (whole && mkdir(path, 0755) && errno != EEXIST) return -1;
  return 0;
}

static int write_file(char *path, int mode) {
  struct stat facts;
  char *fresh = 0;
  if (make_way(path, 0)) return errno;
  if (!lstat(path, &facts)) {
    if (S_ISDIR(facts.st_mode)) return EISDIR;
    if (S_ISREG(facts.st_mode) && mode < 0) mode = facts.st_mode & 07777;
  }
  if (asprintf(&fresh, "%s.XXXXXX", path) < 0) return ENOMEM;
  int fd = mkostemp(fresh, O_CLOEXEC);
  if (fd < 0) return errno;
  int bad = copy_bytes(0, fd, INT64_MAX) || fchmod(fd, mode < 0 ? 0644 : (mode_t)mode) || close(fd) || rename(fresh, path);
  int error = errno;
  if (bad) unlink(fresh);
  return bad ? error : 0;
}

static char type_of(mode_t mode) {
  return S_ISREG(mode) ? 'f' : S_ISDIR(mode) ? 'd' : S_ISLNK(mode) ? 'l' : 'o';
}

static long long millis(const struct timespec *time) { return time->tv_sec * 1000LL + time->tv_nsec / 1000000; }

static long long since; /* milliseconds; 0 for all entries */

static void put_record(int parent, const char *name, const char *shown, const struct stat *facts) {
  if (since && (S_ISDIR(facts->st_mode) || millis(&facts->st_ctim) <= since)) return;
  char target[4096] = "";
  if (S_ISLNK(facts->st_mode)) {
    ssize_t size = readlinkat(parent, name, target, sizeof target - 1);
    target[size > 0 ? size : 0] = 0;
  }
  printf("%c%c%o%c%lld%c%lld %lld%c%s%c%s%c", type_of(facts->st_mode), 0, facts->st_mode & 07777, 0, (long long)facts->st_size, 0,
         millis(&facts->st_mtim), millis(&facts->st_ctim), 0, shown, 0, target, 0);
}

static int by_name(const struct dirent **one, const struct dirent **other) { return strcmp((*one)->d_name, (*other)->d_name); }

static int no_dots(const struct dirent *entry) { return strcmp(entry->d_name, ".") && strcmp(entry->d_name, ".."); }

typedef void (*visitor)(int parent, const char *name, const char *shown, const struct stat *facts);

/* Visits the entries below a folder in order of names, without following links. */
static void visit(int parent, const char *name, const char *shown, int depth, int deep, visitor act) {
  struct dirent **entries = 0;
  int fd = openat(parent, name, O_RDONLY | O_DIRECTORY | O_CLOEXEC | (depth ? O_NOFOLLOW : 0));
  int count = fd < 0 ? -1 : scandirat(fd, ".", &entries, no_dots, by_name);
  if (count < 0) {
    if (depth && (errno == ENOENT || errno == ENOTDIR)) errno = EBUSY; /* removed meanwhile; the folder itself is still there */
    note_error();
  }
  for (int at = 0; at < count; at++) {
    char *path = 0;
    struct stat facts;
    if (left > 0 && asprintf(&path, *shown ? "%s/%s" : "%s%s", shown, entries[at]->d_name) >= 0 &&
        !fstatat(fd, entries[at]->d_name, &facts, AT_SYMLINK_NOFOLLOW)) {
      left--;
      act(fd, entries[at]->d_name, path, &facts);
      errno = ELOOP; /* a folder that is too deep is an error, not left out */
      if (deep && S_ISDIR(facts.st_mode) && depth == DEEPEST) note_error();
      else if (deep && S_ISDIR(facts.st_mode)) visit(fd, entries[at]->d_name, path, depth + 1, deep, act);
    }
    free(path);
    free(entries[at]);
  }
  free(entries);
  if (fd >= 0) close(fd);
}

static int stat_path(const char *path) {
  struct stat facts;
  if (lstat(path, &facts)) return errno;
  put_record(AT_FDCWD, path, path, &facts);
  return 0;
}

static regex_t pattern;
static long long matches_left;
static const char *grep_root;

/* Reads the next line without its end. Returns 0 at the end of the text: at a NUL or an overlong line too. */
static int next_line(FILE *file, char *line) {
  int c, size = 0;
  while ((c = getc_unlocked(file)) != EOF && c != '\n') {
    if (!c || size == LONGEST_LINE) return 0;
    line[size++] = (char)c;
  }
  line[size] = 0;
  return size || c != EOF;
}

static void grep_visit(int parent, const char *name, const char *shown, const struct stat *facts) {
  static char line[LONGEST_LINE + 1];
  struct stat again;
  if (!S_ISREG(facts->st_mode)) return;
  int fd = open_file(parent, name, &again);
  FILE *file = fd < 0 ? 0 : fdopen(fd, "r");
  for (long long number = 1; file && matches_left > 0 && next_line(file, line); number++) {
    if (regexec(&pattern, line, 0, 0, 0)) continue;
    matches_left--;
    printf("%s%s%s%c%lld%c%.2000s%c", grep_root, *grep_root && *shown ? "/" : "", shown, 0, number, 0, line, 0);
  }
  if (file) fclose(file);
}

static int grep(const char *path, const char *expression, long long most) {
  struct stat facts;
  if (stat(path, &facts)) return errno;
  if (regcomp(&pattern, expression, REG_EXTENDED | REG_NOSUB)) return EBADMSG;
  matches_left = most;
  left = INT64_MAX;
  if (!S_ISDIR(facts.st_mode)) {
    grep_root = "";
    grep_visit(AT_FDCWD, path, path, &facts);
    return 0;
  }
  grep_root = path;
  visit(AT_FDCWD, path, "", 0, 1, grep_visit);
  return failed;
}

static int top; /* the folder that is removed; folders that are too deep are moved there first */
static unsigned moved;

static void move_up(int parent, const char *name) {
  char fresh[32];
  int closed = fchmodat(parent, name, 0700, 0); /* a folder whose parent would change */
  for (int tries = 0; tries < 10000 && !closed; tries++) {
    snprintf(fresh, sizeof fresh, ".deep-%u", moved++);
    if (!renameat2(parent, name, top, fresh, RENAME_NOREPLACE)) return;
    if (errno != EEXIST) break;
  }
  note_error();
}

static void remove_below(int parent, const char *name, int depth) {
  if (!unlinkat(parent, name, 0)) return;
  if (errno != EISDIR && errno != EPERM) {
    note_error();
    return;
  }
  if (depth == DEEPEST) {
    move_up(parent, name);
    return;
  }
  int fd = openat(parent, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
  if (fd < 0 && errno == EACCES && !fchmodat(parent, name, 0700, 0))
    fd = openat(parent, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
  DIR *folder = fd < 0 ? 0 : fdopendir(fd);
  if (!folder) {
    note_error();
    return;
  }
  fchmod(fd, 0700);
  if (!depth) top = fd;
  for (unsigned before = moved + 1; before != moved && (before == moved + 1 || !failed);) {
    before = moved;
    rewinddir(folder);
    for (struct dirent *entry; (entry = readdir(folder));)
      if (no_dots(entry)) remove_below(fd, entry->d_name, depth + 1);
    if (depth) break; /* at the top the loop repeats for folders that were moved up */
  }
  closedir(folder);
  if (unlinkat(parent, name, AT_REMOVEDIR)) note_error();
}

int remove_tree(const char *path) {
  failed = 0;
  remove_below(AT_FDCWD, path, 0);
  return failed;
}

static void pack_visit(int parent, const char *name, const char *shown, const struct stat *facts) {
  struct stat now;
  char target[4096];
  if (S_ISDIR(facts->st_mode)) {
    printf("d %o 0 %zu\n%s", facts->st_mode & 07777, strlen(shown), shown);
  } else if (S_ISLNK(facts->st_mode)) {
    ssize_t size = readlinkat(parent, name, target, sizeof target);
    if (size >= 0) {
      printf("l 777 %zd %zu\n%s", size, strlen(shown), shown);
      fwrite(target, 1, (size_t)size, stdout);
    }
  } else if (S_ISREG(facts->st_mode)) {
    int fd = open_file(parent, name, &now);
    if (fd < 0) {
      note_error();
      return;
    }
    printf("f %o %lld %zu\n%s", now.st_mode & 07777, (long long)now.st_size, strlen(shown), shown);
    fflush(stdout);
    long long want = now.st_size;
    static char bytes[CHUNK];
    while (want > 0) { /* a file that shrinks meanwhile is padded to the announced size */
      ssize_t size = read(fd, bytes, want < CHUNK ? (size_t)want : CHUNK);
      if (size <= 0) {
        size = want < CHUNK ? (ssize_t)want : CHUNK;
        memset(bytes, 0, (size_t)size);
      }
      if (write_all(1, bytes, (size_t)size)) _exit(EPIPE);
      want -= size;
    }
    close(fd);
  }
}

static int unpack(char *root) {
  char type, *path = 0, *below = 0;
  unsigned mode;
  long long size;
  size_t length;
  if (make_way(root, 1)) return errno;
  while (scanf("%c %o %lld %zu", &type, &mode, &size, &length) == 4 && getchar() == '\n') {
    if (length > 65536 || size < 0 || !(below = calloc(1, length + 1)) || fread(below, 1, length, stdin) != length) return EBADMSG;
    if (asprintf(&path, "%s/%s", root, below) < 0) return ENOMEM;
    if (make_way(path, type == 'd')) return errno;
    if (type == 'd') chmod(path, mode & 07777);
    if (type == 'f') {
      unlink(path);
      int fd = open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
      static char bytes[CHUNK];
      if (fd < 0) return errno;
      while (size > 0) {
        size_t got = fread(bytes, 1, size < CHUNK ? (size_t)size : CHUNK, stdin);
        if (!got) return EBADMSG;
        if (write_all(fd, bytes, got)) return errno;
        size -= (long long)got;
      }
      if (fchmod(fd, mode & 07777) || close(fd)) return errno;
    }
    free(path);
    free(below);
  }
  return feof(stdin) ? 0 : EBADMSG;
}

static int dispatch(int count, char **words) {
  const char *name = words[0] + 1;
  char *path = words[1];
  left = count > 2 ? atoll(words[2]) : 0;
  if (!strcmp(name, "read") && count == 4) return read_file(path, atoll(words[2]), atoll(words[3]));
  if (!strcmp(name, "write") && count == 3) return write_file(path, (int)strtol(words[2], 0, 8));
  if (!strcmp(name, "stat")) return stat_path(path);
  if (!strcmp(name, "mkdir")) return make_way(path, 1) ? errno : 0;
  if (!strcmp(name, "remove")) return remove_tree(path);
  if (!strcmp(name, "unpack")) return unpack(path);
  if (!strcmp(name, "grep") && count == 4) return grep(path, words[2], atoll(words[3]));
  if (!strcmp(name, "list")) visit(AT_FDCWD, path, "", 0, 0, put_record);
  else if (!strcmp(name, "walk")) visit(AT_FDCWD, path, "", 0, 1, put_record);
  else if (!strcmp(name, "since") && count == 3) {
    since = atoll(words[2]);
    left = INT64_MAX;
    visit(AT_FDCWD, path, "", 0, 1, put_record);
  } else if (!strcmp(name, "pack")) {
    left = INT64_MAX;
    visit(AT_FDCWD, path, "", 0, 1, pack_visit);
  } else return ENOSYS;
  return failed;
}

int file_command(int count, char **words) {
  umask(022);
  int error = count < 2 ? EINVAL : dispatch(count, words);
  if (fflush(stdout) && !error) error = errno;
  return error;
}
