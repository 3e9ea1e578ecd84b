/* Clients of the keeper of a recorded sandbox within this one:
 *   inside ID SPEC           runs a command there, as command ID SPEC (command.c) runs one here
 *   evidence OFFSET [PORT]   the records from that offset on, after an attempt to get out at that port; as the output of a
 *                            command: "q TEXT" if there was an attempt, the metrics (lines with "m" before
 *                            them), the recorder's lines, and at last "next OFFSET"
 *   clear                    ends every process in it */
#include "agent.h"
#include "nest.h"
#include "order.h"

#include <arpa/inet.h>
#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#define ANSWER_MILLIS 30000

int reach_keeper(void) {
  struct sockaddr_un place = {.sun_family = AF_UNIX, .sun_path = NEST_SOCKET};
  int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
  if (fd >= 0 && !connect(fd, (void *)&place, sizeof place)) return fd;
  if (fd >= 0) close(fd);
  return -1;
}

/* Reads a packet. Returns whether there was one. */
int read_packet(int fd, struct packet *packet, uint32_t *channel) {
  static unsigned char *payload;
  static size_t room;
  unsigned char head[9];
  if (read_all(fd, head, 9) != 1) return 0;
  size_t size = (size_t)head[5] << 24 | (size_t)head[6] << 16 | (size_t)head[7] << 8 | head[8];
  if (size > 64u << 20) return 0;
  if (size + 1 > room && !(payload = realloc(payload, room = size + 1))) return 0;
  if (read_all(fd, payload, size) != 1) return 0;
  *channel = (uint32_t)head[0] << 24 | (uint32_t)head[1] << 16 | (uint32_t)head[2] << 8 | head[3];
  *packet = (struct packet){.kind = (char)head[4], .size = size, .payload = payload};
  return 1;
}

static int reach(void) {
  int fd = reach_keeper();
  if (fd < 0) die("the recorded sandbox is gone: %s", strerror(errno));
  signal(SIGPIPE, SIG_IGN);
  return fd;
}

void send_packet(int keeper, char kind, const void *payload, size_t size) {
  unsigned char head[9] = {0, 0, 0, 0, (unsigned char)kind, (unsigned char)(size >> 24), (unsigned char)(size >> 16), (unsigned char)(size >> 8), (unsigned char)size};
  if (write_all(keeper, head, 9) || write_all(keeper, payload, size)) die("the recorded sandbox is gone");
}

static int keeper;

static void await_packet(struct packet *packet) {
  uint32_t unused;
  if (!read_packet(keeper, packet, &unused)) die("the recorded sandbox is gone");
}

static size_t put_word(char *at, const char *word) {
  size_t size = strlen(word) + 1;
  memcpy(at, word, size);
  return size;
}

static void send_order(const struct order *order) {
  size_t size = 64 + strlen(order->folder);
  for (int at = 0; at < order->variable_count; at++) size += strlen(order->variables[at]) + 1;
  for (int at = 0; at < order->word_count; at++) size += strlen(order->words[at]) + 1;
  char *bytes = malloc(size), number[16], *to = bytes;
  if (!bytes) die("no memory");
  uint32_t timeout = htonl(order->timeout > 0x7fffffff ? 0x7fffffffu : (uint32_t)order->timeout);
  memcpy(to, &timeout, 4);
  to += 4;
  to += put_word(to, order->folder);
  snprintf(number, sizeof number, "%d", order->variable_count);
  to += put_word(to, number);
  for (int at = 0; at < order->variable_count; at++) to += put_word(to, order->variables[at]);
  for (int at = 0; at < order->word_count; at++) to += put_word(to, order->words[at]);
  send_packet(keeper, 'X', bytes, (size_t)(to - bytes));
  free(bytes);
}

static uint32_t number_of(const unsigned char *at) { return (uint32_t)at[0] << 24 | (uint32_t)at[1] << 16 | (uint32_t)at[2] << 8 | at[3]; }

static unsigned long long long_of(const unsigned char *at) { return (unsigned long long)number_of(at) << 32 | number_of(at + 4); }

/* Sends available input, as far as there is room for it. Returns whether more may come. */
static int send_input(int input, size_t *room) {
  char bytes[32768];
  ssize_t size = read(input, bytes, *room < sizeof bytes ? *room : sizeof bytes);
  if (size < 0 && errno == EINTR) return 1;
  if (size <= 0) {
    send_packet(keeper, 'F', "", 0);
    return 0;
  }
  send_packet(keeper, 'I', bytes, (size_t)size);
  *room -= (size_t)size;
  return 1;
}

int inside_main(int count, char **words) {
  struct order order;
  struct stream streams[2];
  struct packet packet = {0};
  sigset_t held;
  size_t size, room = WINDOW, taken = 0;
  if (count != 2) die("usage: assay-helper inside ID SPEC");
  sigemptyset(&held);
  sigaddset(&held, SIGTERM);
  sigprocmask(SIG_BLOCK, &held, 0);
  int signals = signalfd(-1, &held, SFD_CLOEXEC | SFD_NONBLOCK);
  char *spec = read_order_bytes(words[1], &size, &order.file);
  read_order(spec, size, &order);
  int input = open_input(&order), feeding = 1;
  keeper = reach();
  open_stream(&streams[0], -1, 'o', order.limit);
  open_stream(&streams[1], -1, 'e', order.limit);
  send_packet(keeper, 'N', words[0], strlen(words[0]));
  send_order(&order);
  for (;;) {
    struct pollfd wait[] = {{keeper, POLLIN, 0}, {feeding && room ? input : -1, POLLIN, 0}, {signals, POLLIN, 0}};
    struct signalfd_siginfo unwanted;
    if (poll(wait, 3, -1) < 0) continue;
    if (wait[2].revents && read(signals, &unwanted, sizeof unwanted) > 0) send_packet(keeper, 'K', "", 0);
    if (wait[1].revents) feeding = send_input(input, &room);
    if (!wait[0].revents) continue;
    await_packet(&packet);
    if (packet.kind == 'O' || packet.kind == 'E') {
      take_bytes(&streams[packet.kind == 'E'], packet.payload, (long long)packet.size);
      if ((taken += packet.size) >= WINDOW / 4) {
        uint32_t more = htonl((uint32_t)taken);
        send_packet(keeper, 'W', &more, 4);
        taken = 0;
      }
    } else if (packet.kind == 'W' && packet.size == 4) {
      room += number_of(packet.payload);
    } else if (packet.kind == 'Z' && packet.size == 30) {
      break;
    }
  }
  for (int at = 0; at < 2; at++) end_stream(&streams[at]);
  const unsigned char *end = packet.payload;
  report_last((char)end[0], end[0] == 'l' ? SIGKILL : (int)number_of(end + 1), long_of(end + 5), long_of(end + 13), long_of(end + 21), end[29], streams);
  return 0;
}

int evidence_main(int count, char **words) {
  struct packet packet;
  struct stream streams[2] = {{.name = 'o'}, {.name = 'e'}};
  char text[512];
  if (count < 1 || count > 2) die("usage: assay-helper evidence OFFSET [PORT]");
  unsigned long long offset = strtoull(words[0], 0, 10);
  unsigned char raw[8], port[2];
  keeper = reach();
  alarm(ANSWER_MILLIS / 1000); /* a recorder must answer */
  send_packet(keeper, 'M', "", 0);
  do await_packet(&packet);
  while (packet.kind != 'm');
  for (char *at = (char *)packet.payload, *end = at + packet.size, *stop; at < end; at = stop + 1) {
    stop = memchr(at, '\n', (size_t)(end - at));
    if (!stop) stop = end;
    int size = snprintf(text, sizeof text, "m %.*s\n", stop - at < 400 ? (int)(stop - at) : 400, at);
    take_bytes(&streams[0], (unsigned char *)text, size);
  }
  if (count == 2) {
    port[0] = (unsigned char)(atoi(words[1]) >> 8);
    port[1] = (unsigned char)atoi(words[1]);
    send_packet(keeper, 'Q', port, 2);
    do await_packet(&packet);
    while (packet.kind != 'q');
    int size = snprintf(text, sizeof text, "q %.*s\n", packet.size < 400 ? (int)packet.size : 400, (char *)packet.payload);
    take_bytes(&streams[0], (unsigned char *)text, size);
  }
  for (int at = 7; at >= 0; at--, offset >>= 8) raw[at] = (unsigned char)offset;
  send_packet(keeper, 'V', raw, 8);
  for (await_packet(&packet); packet.kind == 'u'; await_packet(&packet)) take_bytes(&streams[0], packet.payload, (long long)packet.size);
  if (packet.kind != 'v' || packet.size != 8) die("what was recorded from there on is not known any more");
  int size = snprintf(text, sizeof text, "next %llu\n", long_of(packet.payload));
  take_bytes(&streams[0], (unsigned char *)text, size);
  report_last('e', 0, 0, 0, 0, 0, streams);
  return 0;
}

int clear_main(int count, char **words) {
  struct packet packet;
  struct stream streams[2] = {{.name = 'o'}, {.name = 'e'}};
  (void)words;
  if (count) die("usage: assay-helper clear");
  keeper = reach();
  alarm(ANSWER_MILLIS / 1000);
  send_packet(keeper, 'Y', "", 0);
  do await_packet(&packet);
  while (packet.kind != 'y');
  report_last('e', packet.size ? 1 : 0, 0, 0, 0, 0, streams);
  return 0;
}
