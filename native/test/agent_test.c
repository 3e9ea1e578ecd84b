/* Talks to a real agent over its pipes, without any sandbox around it: agent_test HELPER FOLDER */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

static int to_agent, from_agent, failures, input_stays_open;
static char output[1 << 16];
static size_t output_size;

static void fail(const char *what) {
  fprintf(stderr, "FAILED: %s\n", what);
  failures++;
}

static void send_frame(uint32_t channel, char kind, const void *payload, uint32_t size) {
  unsigned char head[9];
  uint32_t id = htonl(channel), length = htonl(size);
  memcpy(head, &id, 4);
  head[4] = (unsigned char)kind;
  memcpy(head + 5, &length, 4);
  if (write(to_agent, head, 9) != 9 || write(to_agent, payload, size) != (ssize_t)size) exit(3);
}

static void read_exactly(void *bytes, size_t size) {
  char *at = bytes;
  while (size) {
    ssize_t got = read(from_agent, at, size);
    if (got <= 0) exit(4);
    at += got;
    size -= (size_t)got;
  }
}

/* Returns the next frame's kind; output frames are collected. */
static char next_frame(unsigned char *payload) {
  unsigned char head[9];
  read_exactly(head, 9);
  size_t size = (size_t)head[5] << 24 | (size_t)head[6] << 16 | (size_t)head[7] << 8 | head[8];
  read_exactly(payload, size);
  if ((head[4] == 'O' || head[4] == 'E') && output_size + size < sizeof output) {
    memcpy(output + output_size, payload, size);
    output_size += size;
    output[output_size] = 0;
  }
  return (char)head[4];
}

/* Runs words to their end. Returns the verdict, and the value through the pointer. */
static char run(uint32_t channel, uint32_t timeout, const char *input, int *value, int count, const char **words) {
  static unsigned char payload[1 << 17];
  char message[8192];
  uint32_t millis = htonl(timeout);
  size_t size = 4;
  memcpy(message, &millis, 4);
  size += (size_t)sprintf(message + size, "/") + 1;
  size += (size_t)sprintf(message + size, "1") + 1;
  size += (size_t)sprintf(message + size, "PATH=/usr/bin:/bin") + 1;
  for (int at = 0; at < count; at++) size += (size_t)sprintf(message + size, "%s", words[at]) + 1;
  output_size = 0;
  output[0] = 0;
  send_frame(channel, 'X', message, (uint32_t)size);
  if (input) send_frame(channel, 'I', input, (uint32_t)strlen(input));
  if (!input_stays_open) send_frame(channel, 'F', "", 0);
  for (;;)
    if (next_frame(payload) == 'Z') {
      uint32_t raw;
      memcpy(&raw, payload + 1, 4);
      *value = (int)ntohl(raw);
      return (char)payload[0];
    }
}

#define RUN(timeout, input, ...) \
  run(++channel, timeout, input, &value, (int)(sizeof(const char *[]){__VA_ARGS__} / sizeof(char *)), (const char *[]){__VA_ARGS__})

static void start_agent(const char *helper, rlim_t descriptors) {
  int down[2], up[2];
  if (pipe(down) || pipe(up)) exit(2);
  if (!fork()) {
    struct rlimit most = {descriptors, descriptors};
    dup2(down[0], 0);
    dup2(up[1], 1);
    for (int fd = 3; fd < 20; fd++) close(fd);
    setrlimit(RLIMIT_NOFILE, &most);
    execl(helper, helper, "agent", "0", "0", "plain", (char *)0);
    _exit(127);
  }
  to_agent = down[1];
  from_agent = up[0];
  close(down[0]);
  close(up[1]);
}

int main(int count, char **words) {
  int value = 0, domains = syscall(444 /* landlock_create_ruleset */, 0, 0, 1) >= 2;
  uint32_t channel = 0;
  unsigned char payload[1 << 16];
  if (count < 3) return 2;
  alarm(300); /* a hang, not a slow machine */
  start_agent(words[1], 10);
  if (next_frame(payload) != 'R') fail("the agent says that it is ready");
  if (RUN(0, 0, "true") != 'f' || value != EMFILE) fail("to have no descriptors left is not a missing program");
  close(to_agent);
  close(from_agent);
  start_agent(words[1], 1024);
  if (next_frame(payload) != 'R') fail("the agent says that it is ready");
  if (RUN(0, 0, "sh", "-c", "exit 7") != 'e' || value != 7) fail("an exit code is told");
  if (RUN(0, 0, "sh", "-c", "kill -9 $$") != 's' || value != 9) fail("a signal is told");
  if (RUN(0, 0, "no-such-program") != 'n' || value != 2) fail("a missing program is told");
  if (RUN(0, "hello", "cat") != 'e' || strcmp(output, "hello")) fail("input comes back as output");
  if (RUN(0, 0, "\1stat", "/", "1") != 'e' || value || output[0] != 'd') fail("work of our own ends with what it found");
  if (RUN(0, 0, "\1stat", "/no-such-file", "1") != 'e' || value != ENOENT) fail("work of our own ends with its errno");
  char unfinished[1024];
  snprintf(unfinished, sizeof unfinished, "%s/unfinished", words[2]);
  input_stays_open = 1;
  if (RUN(200, "half", "\1write", unfinished, "-1") != 't') fail("work of our own ends with its time");
  input_stays_open = 0;
  if (RUN(0, 0, "\1stat", unfinished, "1") != 'e' || value != ENOENT) fail("half a file takes no name");
  char sleepers[128], search[256]; /* seconds that only this test uses */
  int own = 1000000 + (int)getpid();
  sprintf(sleepers, "sleep %d & setsid sleep %d & sleep %d", own, own, own);
  sprintf(search, "for p in /proc/[0-9]*; do tr '\\0' ' ' 2>/dev/null <$p/cmdline | grep -q '^sleep %d $' && exit 1; done 2>/dev/null; exit 0", own);
  if (RUN(200, 0, "sh", "-c", sleepers) != 't') fail("a timeout is told");
  if (system(search))
    fail("a timeout ends the whole family");
  time_t before = time(0);
  if (RUN(0, 0, "sh", "-c", "(while :; do echo on; sleep 0.01; done) & exit 3") != 'e' || value != 3 || time(0) - before > 5)
    fail("a talkative background does not hold up its command");
  send_frame(channel, 'K', "", 0);
  char other[64];
  if (RUN(0, 0, "sh", "-c", "sleep 60 >/dev/null 2>&1 & echo $!") != 'e') fail("a command leaves a process");
  snprintf(other, sizeof other, "/proc/%d/mem", atoi(output));
  if (domains && (RUN(0, 0, "sh", "-c", "exec 3<>$0", other) != 'e' || !value)) fail("no command writes to the memory of what another one started");
  if (RUN(0, 0, "sh", "-c", "sleep 60 & exec 3<>/proc/$!/mem; code=$?; kill $!; exit $code") != 'e' || value) fail("a command writes to the memory of what it started");
  kill(atoi(strchr(other, 'c') + 2), SIGKILL);
  char folder[64], file[96];
  sprintf(folder, "/tmp/agent-test-%d", (int)getpid());
  sprintf(file, "%s/a/b", folder);
  if (RUN(0, 0, "\1write", file, "600") != 'e' || value) fail("a file is written with the way to it");
  if (RUN(0, 0, "\1stat", file) != 'e' || output[0] != 'f' || strcmp(output + 2, "600")) fail("stat tells kind and mode");
  if (RUN(0, 0, "\1read", folder, "0", "10") != 'e' || value != 21) fail("a folder is not read as a file");
  if (RUN(0, 0, "\1remove", folder) != 'e' || value || !access(folder, F_OK)) fail("a tree is removed");
  close(to_agent);
  if (read(from_agent, payload, 1) != 0) fail("the agent ends with its input");
  if (!failures) puts("agent: all fine");
  return failures != 0;
}
