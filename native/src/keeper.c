/* The keeper of a recorded sandbox within another one. It holds the connection to the agent inside and the recorder's
 * reports, and serves clients from outside (reach.c). No process inside can see its socket, its folder or the keeper. */
#include "agent.h"
#include "nest.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

#define MOST_CLIENTS 256
#define MOST_LOG (32u << 20)
#define START_MILLIS 20000
#define MARK_MILLIS 100
#define MOST_LEFT 1024

/* Bytes that wait to be sent. */
struct queue {
  int fd;
  char *bytes;
  size_t size;
};

struct client {
  struct queue out;
  uint32_t channel; /* of its command, or 0 */
  int ended;        /* its command has ended, or it had none */
  unsigned long long offset;
  char token[33]; /* not empty while it waits for evidence */
  char id[ID_ROOM];
};

/* Ended commands with processes still running; the oldest are forgotten. */
static struct {
  char id[ID_ROOM];
  uint32_t channel;
} left_running[MOST_LEFT];
static size_t left_count;

static struct client *clients[MOST_CLIENTS];
static struct queue agent;
static int agent_out, evidence, listener, asker = -1;
static char marker[17], *log_bytes, line[4096];
static size_t log_size, line_size;
static unsigned long long log_start;

static void add(struct queue *queue, const void *bytes, size_t size) {
  char *grown = realloc(queue->bytes, queue->size + size + 1);
  if (!grown) _exit(4);
  memcpy(grown + queue->size, bytes, size);
  queue->bytes = grown;
  queue->size += size;
}

static void add_frame(struct queue *queue, uint32_t id, char kind, const void *payload, size_t size) {
  unsigned char head[9];
  uint32_t number = htonl(id), length = htonl((uint32_t)size);
  memcpy(head, &number, 4);
  head[4] = (unsigned char)kind;
  memcpy(head + 5, &length, 4);
  add(queue, head, 9);
  add(queue, payload, size);
}

/* Returns whether the other side is still connected. */
static int flush(struct queue *queue) {
  while (queue->size) {
    ssize_t done = write(queue->fd, queue->bytes, queue->size);
    if (done < 0) return errno == EAGAIN || errno == EINTR;
    queue->size -= (size_t)done;
    memmove(queue->bytes, queue->bytes + done, queue->size);
  }
  return 1;
}

static void letters_of_chance(char *text, size_t count) {
  unsigned char raw[16];
  if (getrandom(raw, count / 2, 0) != (ssize_t)count / 2) _exit(4);
  for (size_t at = 0; at < count / 2; at++) snprintf(text + 2 * at, 3, "%02x", raw[at]);
}

static void leave(int at) {
  struct client *one = clients[at];
  if (one->channel && !one->ended) add_frame(&agent, one->channel, 'K', "", 0); /* the client is gone */
  if (asker == at) asker = -1;
  close(one->out.fd);
  free(one->out.bytes);
  free(one);
  clients[at] = 0;
}

static void welcome(void) {
  int fd = accept4(listener, 0, 0, SOCK_CLOEXEC), at = 0;
  while (at < MOST_CLIENTS && clients[at]) at++;
  if (fd < 0) return;
  if (at == MOST_CLIENTS || !(clients[at] = calloc(1, sizeof **clients))) {
    close(fd);
    return;
  }
  fcntl(fd, F_SETFL, O_NONBLOCK);
  clients[at]->out.fd = fd;
}

static void hand_out(struct client *one) {
  unsigned char head[8];
  unsigned long long next = log_start + log_size;
  for (int i = 7; i >= 0; i--, next >>= 8) head[i] = (unsigned char)next;
  if (one->offset < log_start || one->offset > log_start + log_size) { /* the keeper has dropped these lines */
    add_frame(&one->out, 0, 'x', "", 0);
    return;
  }
  size_t from = (size_t)(one->offset - log_start), size = log_size - from;
  memmove(log_bytes, log_bytes + from, size); /* earlier lines were taken */
  log_size = size;
  log_start = one->offset;
  for (size_t at = 0; at < size; at += CHUNK / 2) add_frame(&one->out, 0, 'u', log_bytes + at, size - at < CHUNK / 2 ? size - at : CHUNK / 2);
  add_frame(&one->out, 0, 'v', head, 8);
  one->token[0] = 0;
}

static void ask_mark(const struct client *one) { add_frame(&agent, 0, 'P', one->token, 32); }

static void obey_client(int at) {
  static uint32_t next = 1;
  struct client *one = clients[at];
  struct packet packet;
  uint32_t unused;
  fcntl(one->out.fd, F_SETFL, 0); /* clients are this program too, and send whole packets */
  int came = read_packet(one->out.fd, &packet, &unused);
  fcntl(one->out.fd, F_SETFL, O_NONBLOCK);
  if (!came) {
    leave(at);
    return;
  }
  switch (packet.kind) {
    case 'N':
      snprintf(one->id, sizeof one->id, "%.*s", (int)packet.size, (char *)packet.payload);
      break;
    case 'T':
      for (size_t i = 0; i < MOST_LEFT; i++)
        if (strlen(left_running[i].id) == packet.size && packet.size && !memcmp(left_running[i].id, packet.payload, packet.size))
          add_frame(&agent, left_running[i].channel, 'K', "", 0);
      break;
    case 'X':
      one->channel = next++;
      /* fall through */
    case 'I': case 'F': case 'K': case 'W':
      if (one->channel && !one->ended) add_frame(&agent, one->channel, packet.kind, packet.payload, packet.size);
      break;
    case 'Q': case 'M': case 'Y':
      asker = at;
      add_frame(&agent, 0, packet.kind, packet.payload, packet.size);
      break;
    case 'V':
      one->offset = 0;
      for (size_t i = 0; i < packet.size && i < 8; i++) one->offset = one->offset << 8 | packet.payload[i];
      memcpy(one->token, marker, 16);
      letters_of_chance(one->token + 16, 16);
      ask_mark(one);
      break;
    default: /* E, or an unknown packet */
      _exit(0);
  }
}

/* Reads from the agent. Returns 1 if it reports that it is ready, -1 if it is gone. */
static int hear_agent(void) {
  struct packet packet;
  uint32_t channel;
  if (!read_packet(agent_out, &packet, &channel)) return -1;
  if (!channel && packet.kind == 'R') return 1;
  if (!channel && (packet.kind == 'q' || packet.kind == 'm' || packet.kind == 'y') && asker >= 0) add_frame(&clients[asker]->out, 0, packet.kind, packet.payload, packet.size);
  for (int at = 0; channel && at < MOST_CLIENTS; at++)
    if (clients[at] && clients[at]->channel == channel && !clients[at]->ended) {
      clients[at]->ended = packet.kind == 'Z';
      if (packet.kind == 'Z' && packet.size == 30 && packet.payload[29]) {
        memcpy(left_running[left_count % MOST_LEFT].id, clients[at]->id, ID_ROOM);
        left_running[left_count++ % MOST_LEFT].channel = channel;
      }
      add_frame(&clients[at]->out, 0, packet.kind, packet.payload, packet.size);
    }
  return 0;
}

static void take_line(void) {
  if (line_size == 5 + 33 && !memcmp(line, "mark ", 5)) {
    for (int at = 0; at < MOST_CLIENTS; at++)
      if (clients[at] && clients[at]->token[0] && !memcmp(clients[at]->token, line + 5, 32)) hand_out(clients[at]);
    return;
  }
  char *grown = log_size + line_size > MOST_LOG ? 0 : realloc(log_bytes, log_size + line_size + 1);
  if (!grown) _exit(4); /* evidence that cannot be kept ends the sandbox */
  memcpy(grown + log_size, line, line_size);
  log_bytes = grown;
  log_size += line_size;
}

static int hear_recorder(void) {
  char bytes[65536];
  ssize_t size = read(evidence, bytes, sizeof bytes);
  if (size <= 0) return 0;
  for (ssize_t at = 0; at < size; at++) {
    if (line_size < sizeof line - 1 || bytes[at] == '\n') line[line_size++] = bytes[at];
    if (bytes[at] == '\n') {
      take_line();
      line_size = 0;
    }
  }
  return 1;
}

static void start_run(char *words, size_t size) {
  int in[2], out[2], err[2];
  if (pipe2(in, O_CLOEXEC) || pipe2(out, O_CLOEXEC) || pipe2(err, O_CLOEXEC)) die("no pipes: %s", strerror(errno));
  pid_t child = fork();
  if (child < 0) die("no process: %s", strerror(errno));
  if (!child) {
    char *nothing[] = {0};
    signal(SIGPIPE, SIG_DFL);
    dup2(in[0], 0);
    dup2(out[1], 1);
    dup2(err[1], 2);
    execle(NEST_AGENT, "assay-helper", "run", "nested", (char *)0, nothing);
    _exit(127);
  }
  close(in[0]);
  close(out[1]);
  close(err[1]);
  agent.fd = in[1];
  agent_out = out[0];
  evidence = err[0];
  unsigned char head[4] = {(unsigned char)(size >> 24), (unsigned char)(size >> 16), (unsigned char)(size >> 8), (unsigned char)size};
  fcntl(agent.fd, F_SETFL, O_NONBLOCK);
  add(&agent, head, 4);
  add(&agent, words, size);
}

static void open_door(void) {
  struct sockaddr_un place = {.sun_family = AF_UNIX, .sun_path = NEST_SOCKET};
  unlink(NEST_SOCKET);
  listener = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
  mode_t before = umask(077);
  if (listener < 0 || bind(listener, (void *)&place, sizeof place) || listen(listener, 64)) die(NEST_SOCKET ": %s", strerror(errno));
  umask(before);
}

/* Passes the recorder's messages on to the caller that asked for the sandbox. */
static void __attribute__((noreturn)) fail(void) {
  while (hear_recorder()) continue;
  write_all(2, log_bytes ? log_bytes : "", log_size);
  _exit(1);
}

void keep(char *words, size_t size) {
  static struct pollfd fds[4 + MOST_CLIENTS];
  int ready = 0;
  long long deadline = clock_millis() + START_MILLIS, next_mark = 0;
  signal(SIGPIPE, SIG_IGN);
  open_door();
  letters_of_chance(marker, 16);
  char *all = malloc(size + 32);
  if (!all) die("no memory");
  memcpy(all, words, size);
  size += (size_t)sprintf(all + size, "marker%c%s", 0, marker) + 1;
  start_run(all, size);
  free(all);
  for (;;) {
    int waiting = 0;
    fds[0] = (struct pollfd){agent_out, POLLIN, 0};
    fds[1] = (struct pollfd){evidence, POLLIN, 0};
    fds[2] = (struct pollfd){ready ? listener : -1, POLLIN, 0};
    fds[3] = (struct pollfd){agent.size ? agent.fd : -1, POLLOUT, 0};
    for (int at = 0; at < MOST_CLIENTS; at++) {
      fds[4 + at] = (struct pollfd){-1, 0, 0};
      if (!clients[at]) continue;
      waiting |= clients[at]->token[0];
      fds[4 + at] = (struct pollfd){clients[at]->out.fd, (short)(POLLIN | (clients[at]->out.size ? POLLOUT : 0)), 0};
    }
    if (poll(fds, sizeof fds / sizeof *fds, !ready || waiting ? MARK_MILLIS : -1) < 0 && errno != EINTR) _exit(2);
    long long now = clock_millis();
    if (!ready && now > deadline) die("the sandbox within this one did not start");
    if (fds[1].revents && !hear_recorder() && !ready) fail();
    if (fds[0].revents) {
      int heard = hear_agent();
      if (heard < 0 && !ready) fail();
      if (heard < 0) _exit(0);
      if (heard > 0) {
        ready = 1;
        write_all(2, "ready\n", 6);
        int nothing = open("/dev/null", O_RDWR | O_CLOEXEC);
        dup2(nothing, 2);
        close(nothing);
      }
    }
    if (fds[3].revents && !flush(&agent)) agent.size = 0; /* its end shows on the other connection */
    for (int at = 0; at < MOST_CLIENTS; at++) {
      if (!clients[at] || !fds[4 + at].revents) continue;
      if (fds[4 + at].revents & POLLOUT && !flush(&clients[at]->out)) leave(at);
      else if (fds[4 + at].revents & (POLLIN | POLLHUP | POLLERR)) obey_client(at);
    }
    if (fds[2].revents) welcome();
    if (waiting && now >= next_mark) {
      next_mark = now + MARK_MILLIS;
      for (int at = 0; at < MOST_CLIENTS; at++)
        if (clients[at] && clients[at]->token[0]) ask_mark(clients[at]);
    }
  }
}
