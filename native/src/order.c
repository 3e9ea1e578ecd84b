/* Reads a server's order in a provider's sandbox, and writes the lines that report it; see command.c. */
#include "order.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <unistd.h>

#define PIECE 24576 /* a multiple of three */

static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

static size_t decode(char *text) {
  size_t size = 0;
  uint32_t bits = 0;
  int held = 0;
  for (char *at = text; *at && *at != '='; at++) {
    const char *letter = strchr(letters, *at);
    if (!letter) die("the specification is not base64");
    bits = bits << 6 | (uint32_t)(letter - letters);
    if ((held += 6) >= 8) text[size++] = (char)(bits >> (held -= 8));
  }
  return size;
}

void report_line(char name, const void *content, size_t size) {
  const unsigned char *bytes = content;
  static char text[PIECE / 3 * 4 + 8];
  while (size) {
    size_t part = size > PIECE ? PIECE : size, length = 2;
    text[0] = name;
    text[1] = ' ';
    for (size_t at = 0; at < part; at += 3) {
      uint32_t bits = (uint32_t)bytes[at] << 16;
      if (at + 1 < part) bits |= (uint32_t)bytes[at + 1] << 8;
      if (at + 2 < part) bits |= bytes[at + 2];
      for (int shift = 18; shift >= 0; shift -= 6) text[length++] = letters[bits >> shift & 63];
      if (at + 2 >= part) text[length - 1] = '=';
      if (at + 1 >= part) text[length - 2] = '=';
    }
    text[length++] = '\n';
    if (write_all(1, text, length)) _exit(3);
    bytes += part;
    size -= part;
  }
}

char *read_order_bytes(char *word, size_t *size, int *file) {
  char head[9] = "";
  *file = -1;
  if (*word != '@') {
    *size = decode(word);
    return word;
  }
  *file = open(word + 1, O_RDONLY | O_CLOEXEC);
  if (*file < 0 || read_all(*file, head, 8) != 1) die("%s cannot be read: %s", word + 1, strerror(errno));
  *size = strtoul(head, 0, 16);
  char *bytes = malloc(*size + 1);
  if (!bytes || read_all(*file, bytes, *size) != 1) die("%s is too short", word + 1);
  unlink(word + 1);
  return bytes;
}

void read_order(char *bytes, size_t size, struct order *order) {
  if (!size || bytes[size - 1]) die("the specification has no end");
  char **words = calloc(size + 8, sizeof *words);
  int count = 0;
  if (!words) die("no memory");
  for (char *at = bytes; at < bytes + size; at += strlen(at) + 1) words[count++] = at;
  int variables = count > 4 ? atoi(words[4]) : -1;
  if (variables < 0 || count < variables + 6) die("the specification is too short");
  order->timeout = atoll(words[0]);
  order->limit = atoll(words[1]);
  order->input = words[2][0];
  order->pieces = words[2] + 1;
  order->folder = words[3];
  order->variables = words + 5;
  order->words = words + 5 + variables;
  order->variable_count = variables;
  order->word_count = count - variables - 5;
}

/* Opens a complete piece for reading; -1 if it is incomplete. */
static int open_piece(const char *folder, long number) {
  char name[4096], head[9] = "";
  struct stat seen;
  snprintf(name, sizeof name, "%s/%ld", folder, number);
  int fd = open(name, O_RDONLY | O_CLOEXEC);
  if (fd < 0) return -1;
  if (read_all(fd, head, 8) == 1 && !fstat(fd, &seen) && seen.st_size == 8 + (off_t)strtoul(head, 0, 16)) {
    unlink(name);
    return fd;
  }
  close(fd);
  return -1;
}

static void __attribute__((noreturn)) feed(const char *folder, int pipe) {
  char name[4096], bytes[65536];
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  signal(SIGPIPE, SIG_DFL);
  snprintf(name, sizeof name, "%s/end", folder);
  for (long number = 0;;) {
    int last = !access(name, F_OK), fd = open_piece(folder, number);
    if (fd < 0) {
      if (last) _exit(0);
      usleep(10000);
      continue;
    }
    for (ssize_t size; (size = read(fd, bytes, sizeof bytes)) > 0;)
      if (write_all(pipe, bytes, (size_t)size)) _exit(0);
    close(fd);
    number++;
  }
}

int open_input(struct order *order) {
  int ends[2];
  if (order->input == 'f') return order->file;
  if (order->input == 'p') return 0;
  if (order->input != 'd') return open("/dev/null", O_RDONLY | O_CLOEXEC);
  if (pipe2(ends, O_CLOEXEC)) die("no pipe: %s", strerror(errno));
  if (!fork()) {
    close(ends[0]);
    feed(order->pieces, ends[1]);
  }
  close(ends[1]);
  return ends[0];
}

void open_stream(struct stream *stream, int fd, char name, long long limit) {
  *stream = (struct stream){.fd = fd, .name = name, .limit = limit};
  if (limit && !(stream->tail = malloc((size_t)limit / 2 + 1))) die("no memory");
}

void take_bytes(struct stream *stream, const unsigned char *bytes, long long size) {
  long long head = stream->limit - stream->limit / 2, tail = stream->limit / 2, first = size;
  if (stream->limit) {
    first = head - stream->total;
    first = first < 0 ? 0 : first > size ? size : first;
  }
  if (first) report_line(stream->name, bytes, (size_t)first);
  for (long long at = first > size - tail ? first : size - tail; at < size && tail;) {
    long long slot = (stream->total + at - head) % tail, part = tail - slot < size - at ? tail - slot : size - at;
    memcpy(stream->tail + slot, bytes + at, (size_t)part);
    at += part;
  }
  stream->total += size;
}

/* Returns 0 if there are no bytes now, -1 at the end. */
int pump(struct stream *stream) {
  unsigned char bytes[PIECE];
  ssize_t size = read(stream->fd, bytes, sizeof bytes);
  if (size < 0) return errno == EAGAIN || errno == EINTR ? 0 : -1;
  if (!size) return -1;
  take_bytes(stream, bytes, size);
  return 1;
}

void end_stream(struct stream *stream) {
  long long tail = stream->limit / 2, beyond = stream->total - (stream->limit - tail);
  if (!stream->limit || !tail || beyond <= 0) return;
  char name = stream->name == 'o' ? 'O' : 'E';
  if (beyond <= tail) {
    report_line(name, stream->tail, (size_t)beyond);
    return;
  }
  long long start = beyond % tail;
  report_line(name, stream->tail + start, (size_t)(tail - start));
  report_line(name, stream->tail, (size_t)start);
}

void report_last(char kind, int value, unsigned long long user, unsigned long long system, unsigned long long kib, int left,
                 const struct stream *streams) {
  char last[256];
  int length = snprintf(last, sizeof last, "z %c %d %llu %llu %llu %d %lld %lld\n", kind, value, user, system, kib, left,
                        streams[0].total, streams[1].total);
  write_all(1, last, (size_t)length);
}
