/* A command in a provider's sandbox, where no agent runs. The provider starts this program. It
 * writes the command's output and its end, as lines of text that survive any transport.
 *
 *   command ID SPEC      SPEC is base64, or @FILE: eight hexadecimal digits, that many bytes of
 *                        specification, and then the command's input; the file is removed
 *   kill ID              kills that command and every process it started, also in the background
 *   follow ID FILE OFFSET MILLIS   waits for bytes in a file from that offset and writes them;
 *                        exits with 3 if there are none and the command is gone
 *
 * A specification is NUL-ended words: timeout in milliseconds, number of bytes of each stream to keep
 * (0: all), input (n none, f the rest of the file, p this program's own, d then a folder with the pieces 0, 1 …
 * and "end"; each begins with its length in eight hexadecimal digits), folder, number of variables, the variables, the command.
 *
 * Lines: "o BYTES" and "e BYTES" in base64 as they arrive, "O" and "E" the last bytes of a stream that was
 * cut, and at last "z KIND VALUE USER SYSTEM KIB LEFT OUT ERR": kinds as in agent.h and c (no such folder),
 * microseconds, largest resident memory, 1 if a process still runs, and the lengths of the streams. */
#include "agent.h"
#include "order.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

static pid_t leader;

static void send_report(char kind, int value, int lingering, const struct rusage *usage) {
  struct report report = {.kind = kind, .value = value, .lingering = lingering};
  if (usage) report.usage = *usage;
  write_all(3, &report, sizeof report);
}

static void __attribute__((noreturn)) run(struct order *order) {
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, 0);
  signal(SIGPIPE, SIG_DFL);
  setsid();
  if (*order->folder && chdir(order->folder)) {
    int error = errno;
    fprintf(stderr, "%s: %s\n", order->folder, strerror(error));
    send_report('c', error, 0, 0);
    _exit(126);
  }
  fcntl(3, F_SETFD, FD_CLOEXEC);
  execvp(order->words[0], order->words);
  send_report('n', errno, 0, 0);
  _exit(127);
}

/* Kills until no process of the family is left. */
static void kill_all(void) {
  for (int rounds = 0; rounds < 2000; rounds++) {
    pid_t pid;
    kill_family(getpid());
    while ((pid = waitpid(-1, 0, WNOHANG)) > 0) continue;
    if (pid < 0 && errno == ECHILD) return;
    if (rounds == 200) kill_bomb(getpid(), 0);
    usleep(1000);
  }
}

/* Reads output after the runner's end, so that background processes do not block on a full pipe. */
static void lead(struct order *order, int out, int err) {
  sigset_t heard;
  struct rusage usage;
  int status, reported = 0;
  long long deadline = order->timeout ? clock_millis() + order->timeout : 0;
  sigemptyset(&heard);
  sigaddset(&heard, SIGCHLD);
  sigaddset(&heard, SIGTERM);
  sigprocmask(SIG_BLOCK, &heard, 0);
  signal(SIGPIPE, SIG_IGN);
  prctl(PR_SET_CHILD_SUBREAPER, 1);
  int signals = signalfd(-1, &heard, SFD_CLOEXEC | SFD_NONBLOCK);
  pid_t main = fork();
  if (!main) run(order);
  if (main < 0 || signals < 0) {
    send_report('f', errno, 0, 0);
    _exit(0);
  }
  int nothing = open("/dev/null", O_RDWR | O_CLOEXEC);
  for (int fd = 0; fd < 3; fd++) dup2(nothing, fd);
  for (;;) {
    struct signalfd_siginfo event;
    char waste[4096];
    char why = 0;
    pid_t pid;
    int ended = 0;
    while ((pid = wait4(-1, &status, WNOHANG, &usage)) > 0)
      if (pid == main) {
        ended = 1;
        break;
      }
    if (ended) {
      while ((pid = waitpid(-1, 0, WNOHANG)) > 0) continue;
      send_report(WIFEXITED(status) ? 'e' : 's', WIFEXITED(status) ? WEXITSTATUS(status) : WTERMSIG(status), pid == 0,
                  &usage);
      reported = 1;
      deadline = 0;
    }
    if (pid < 0 && errno == ECHILD) _exit(0);
    long long left = deadline ? deadline - clock_millis() : -1;
    if (deadline && left <= 0) why = 't';
    struct pollfd wait[] = {{signals, POLLIN, 0}, {reported ? 3 : -1, 0, 0}, {-1, POLLIN, 0}, {-1, POLLIN, 0}};
    if (reported > 1) {
      wait[1].fd = -1;
      wait[2].fd = out;
      wait[3].fd = err;
    }
    if (!why) poll(wait, 4, left < 0 ? -1 : (int)(left > 1000000 ? 1000000 : left));
    if (wait[1].revents & (POLLERR | POLLHUP)) reported = 2;
    if (wait[2].revents && read(out, waste, sizeof waste) <= 0) close(out), out = -1;
    if (wait[3].revents && read(err, waste, sizeof waste) <= 0) close(err), err = -1;
    while (read(signals, &event, sizeof event) == sizeof event)
      if (event.ssi_signo == SIGTERM) why = 'k';
    if (why) {
      kill_all();
      getrusage(RUSAGE_CHILDREN, &usage);
      if (!reported) send_report(why, 0, 0, &usage);
      _exit(0);
    }
  }
}

static void forward(int number) {
  if (leader > 0) kill(leader, number);
}

int command_main(int count, char **words) {
  struct order order;
  struct report report = {.kind = 'l'};
  int out[2], err[2], told[2];
  size_t size;
  if (count != 2) die("usage: assay-helper command ID SPEC");
  char *spec = read_order_bytes(words[1], &size, &order.file);
  read_order(spec, size, &order);
  for (int at = 0; at < order.variable_count; at++) putenv(order.variables[at]);
  signal(SIGTERM, SIG_IGN);
  prctl(PR_SET_CHILD_SUBREAPER, 1); /* if the leader is killed, its children become this process's */
  int input = open_input(&order);
  if (pipe2(out, O_CLOEXEC) || pipe2(err, O_CLOEXEC) || pipe2(told, O_CLOEXEC)) die("no pipes: %s", strerror(errno));
  leader = fork();
  if (leader < 0) die("no process: %s", strerror(errno));
  if (!leader) {
    int ends[] = {input, out[1], err[1], told[1], out[0], err[0]}, moved[6];
    for (int at = 0; at < 6; at++) moved[at] = fcntl(ends[at], F_DUPFD_CLOEXEC, 20);
    for (int at = 0; at < 4; at++) dup2(moved[at], at);
    for (int fd = 4; fd < 20; fd++) close(fd);
    for (int at = 0; at < 4; at++) close(moved[at]);
    signal(SIGTERM, SIG_DFL);
    lead(&order, moved[4], moved[5]);
  }
  signal(SIGTERM, forward);
  if (input > 0) close(input);
  close(out[1]);
  close(err[1]);
  close(told[1]);
  fcntl(out[0], F_SETFL, O_NONBLOCK);
  fcntl(err[0], F_SETFL, O_NONBLOCK);
  struct stream streams[2];
  open_stream(&streams[0], out[0], 'o', order.limit);
  open_stream(&streams[1], err[0], 'e', order.limit);
  for (int done = 0; !done;) {
    struct pollfd wait[] = {{told[0], POLLIN, 0}, {streams[0].fd, POLLIN, 0}, {streams[1].fd, POLLIN, 0}};
    if (poll(wait, 3, -1) < 0) continue;
    for (int at = 0; at < 2; at++)
      if (wait[at + 1].revents && pump(&streams[at]) < 0) streams[at].fd = -1;
    if (wait[0].revents) done = read_all(told[0], &report, sizeof report) == 1 ? 1 : 2;
    if (done == 2) { /* the leader was killed: its family belongs to the command */
      report = (struct report){.kind = 'l', .value = SIGKILL};
      kill_all();
    }
  }
  for (int at = 0; at < 2; at++) {
    /* output from before the end; a process that goes on writing does not delay it */
    for (int rounds = 0; streams[at].fd >= 0 && rounds < 64 && pump(&streams[at]) > 0; rounds++) continue;
    end_stream(&streams[at]);
  }
  report_last(report.kind, report.value, micros(report.usage.ru_utime), micros(report.usage.ru_stime),
              (unsigned long long)report.usage.ru_maxrss, report.lingering, streams);
  return 0;
}
