/* Ports inside: connections for the owner, and the attempts that prove isolation. */
#include "agent.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

#define DIAL_MILLIS 500

static uint32_t next_own = 0x80000000u;

static int loopback(int port, int family) {
  int fd = socket(family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0), failed;
  if (fd < 0) return -errno;
  if (family == AF_INET) {
    struct sockaddr_in place = {.sin_family = AF_INET, .sin_port = htons((uint16_t)port), .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    failed = connect(fd, (void *)&place, sizeof place);
  } else {
    struct sockaddr_in6 place = {.sin6_family = AF_INET6, .sin6_port = htons((uint16_t)port), .sin6_addr = IN6ADDR_LOOPBACK_INIT};
    failed = connect(fd, (void *)&place, sizeof place);
  }
  if (!failed) return fd;
  failed = errno;
  if (failed == EINPROGRESS) { /* a listener with a full queue makes the agent wait, but not for long */
    struct pollfd ready = {fd, POLLOUT, 0};
    socklen_t size = sizeof failed;
    if (poll(&ready, 1, DIAL_MILLIS) < 1) failed = ETIMEDOUT;
    else getsockopt(fd, SOL_SOCKET, SO_ERROR, &failed, &size);
    if (!failed) return fd;
  }
  close(fd);
  return -failed;
}

static void adopt_stream(struct channel *channel, int fd) {
  fcntl(fd, F_SETFL, O_NONBLOCK);
  channel->out = fd;
  channel->in = fcntl(fd, F_DUPFD_CLOEXEC, 3);
  channel->is_stream = 1;
  channel->main_done = channel->leader_done = 1;
  channel->verdict = 'e';
}

void dial(uint32_t id, int port) {
  struct channel *channel = new_channel(id);
  int fd = channel ? loopback(port, AF_INET) : -EMFILE;
  if (channel && fd == -ECONNREFUSED) fd = loopback(port, AF_INET6);
  frame_number(id, 'D', fd < 0 ? (uint32_t)-fd : 0);
  if (!channel) return;
  if (fd >= 0) adopt_stream(channel, fd);
  else {
    fail_start(channel, -fd);
    channel->reported = 1;
  }
}

void listen_on(uint32_t id, int port) {
  struct channel *channel = new_channel(id);
  struct sockaddr_in place = {.sin_family = AF_INET, .sin_port = htons((uint16_t)port), .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
  int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0), one = 1, failed = 0;
  setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &one, sizeof one);
  if (!channel || fd < 0 || bind(fd, (void *)&place, sizeof place) || listen(fd, 128)) failed = errno ? errno : EMFILE;
  frame_number(id, 'D', (uint32_t)failed);
  if (channel && !failed) {
    channel->listens = 1;
    channel->out = fd;
    return;
  }
  if (fd >= 0) close(fd); /* a socket that does not listen is always ready, and would keep the loop busy */
  if (!channel) return;
  fail_start(channel, failed);
  channel->reported = 1;
}

void accept_one(struct channel *listener) {
  int fd = accept4(listener->out, 0, 0, SOCK_CLOEXEC | SOCK_NONBLOCK);
  if (fd < 0) return;
  struct channel *channel = room_for_strangers() ? new_channel(next_own++) : 0;
  if (!channel) {
    close(fd);
    return;
  }
  adopt_stream(channel, fd);
  frame_number(channel->id, 'A', listener->id);
}

static int error_of_one_connect(int port) {
  int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0), error = 0;
  struct sockaddr_in place = {.sin_family = AF_INET, .sin_port = htons((uint16_t)port), .sin_addr.s_addr = htonl(0xcb007107) /* 203.0.113.7 */};
  socklen_t size = sizeof error;
  if (connect(fd, (void *)&place, sizeof place) && errno == EINPROGRESS) {
    struct pollfd ready = {fd, POLLOUT, 0};
    if (poll(&ready, 1, 50) < 1) error = ETIMEDOUT;
    else getsockopt(fd, SOL_SOCKET, SO_ERROR, &error, &size);
  } else {
    error = errno;
  }
  close(fd);
  return error;
}

/* Connects and returns the error. A new link may lose packets until the kernel has noticed that it is up. */
static int error_of_connect(int port) {
  int error = ETIMEDOUT;
  for (int tries = 0; tries < 100 && error == ETIMEDOUT; tries++) error = error_of_one_connect(port);
  return error;
}

/* Tries actions that must fail, and reports the results. */
void try_out(int port) {
  char text[256];
  errno = 0;
  int vsock = socket(40, SOCK_STREAM | SOCK_CLOEXEC, 0) < 0 ? errno : 0;
  errno = 0;
  int ring = syscall(425, 1, 0) < 0 ? errno : 0;
  errno = 0;
  int space = syscall(SYS_unshare, 0x10000000 /* CLONE_NEWUSER */) < 0 ? errno : 0;
  int size = snprintf(text, sizeof text, "connect=%d vsock=%d uring=%d userns=%d seccomp=%d", port ? error_of_connect(port) : 0, vsock, ring,
                      space, prctl(PR_GET_SECCOMP));
  frame(0, 'q', text, (size_t)size);
}

void send_mark(const char *token, size_t size) {
  char text[64];
  struct sockaddr_in place = {.sin_family = AF_INET, .sin_port = htons(9), .sin_addr.s_addr = htonl(0xc0000201)};
  if (size != 32) return;
  int length = snprintf(text, sizeof text, "assay-mark %.32s", token), fd = socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0);
  sendto(fd, text, (size_t)length, 0, (void *)&place, sizeof place);
  close(fd);
}
