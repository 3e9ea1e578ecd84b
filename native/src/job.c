/* A command and every process it starts. Each command has a leader, a process of the helper that adopts
 * the command's orphans. So a daemon has a parent and can be found and killed.
 *
 * The payload of X: u32 timeout in milliseconds (0: none), then NUL-ended words: folder, number of
 * variables, the variables, the command. A command that starts with \1 is file work (files.c). */
#include "agent.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

struct rlimit process_limit, file_limit, open_limit;
int has_domains;

struct command {
  char *folder;
  char **variables, **words;
  int count;
};

static int split(char *bytes, size_t size, struct command *command) {
  static char **words;
  static int room;
  int count = 0;
  if (!size || bytes[size - 1]) return EINVAL;
  for (char *at = bytes; at < bytes + size; at += strlen(at) + 1) {
    if (count + 2 >= room) {
      char **more = realloc(words, sizeof *words * (size_t)(room * 2 + 1024));
      if (!more) return ENOMEM;
      words = more;
      room = room * 2 + 1024;
    }
    words[count++] = at;
  }
  if (count < 3) return EINVAL;
  int variables = atoi(words[1]);
  if (variables < 0 || variables + 2 >= count) return EINVAL;
  command->folder = words[0];
  /* room for the two ends: the variables move two places down, over folder and number */
  memmove(words, words + 2, sizeof *words * (size_t)variables);
  words[variables] = 0;
  command->variables = words;
  command->words = words + variables + 2;
  command->count = count - variables - 2;
  command->words[command->count] = 0;
  return 0;
}

static void send_report(char kind, int value, int lingering, const struct rusage *usage) {
  struct report report = {.kind = kind, .value = value, .lingering = lingering};
  if (usage) report.usage = *usage;
  write_all(3, &report, sizeof report);
}

static int is_own(const struct command *command) { return command->words[0][0] == 1; }

static int enter_folder(const struct command *command) {
  if (!*command->folder || !chdir(command->folder)) return 0;
  fprintf(stderr, "%s: %s\n", command->folder, strerror(errno));
  send_report('c', errno, 0, 0);
  return 126;
}

static void __attribute__((noreturn)) run(struct command *command) {
  if (enter_folder(command)) _exit(126);
  setsid();
  setrlimit(RLIMIT_NPROC, &process_limit);
  setrlimit(RLIMIT_FSIZE, &file_limit);
  setrlimit(RLIMIT_NOFILE, &open_limit);
  environ = command->variables;
  fcntl(3, F_SETFD, FD_CLOEXEC);
  int failed = has_domains ? enter_domain() : 0;
  if (failed) {
    send_report('f', failed, 0, 0);
    _exit(127);
  }
  execvpe(command->words[0], command->words, command->variables);
  send_report('n', errno, 0, 0);
  _exit(127);
}

static void __attribute__((noreturn)) lead(struct command *command) {
  struct rusage usage;
  int status;
  prctl(PR_SET_CHILD_SUBREAPER, 1);
  pid_t main = vfork();
  if (!main) run(command);
  if (main < 0) {
    send_report('f', errno, 0, 0);
    _exit(0);
  }
  int nothing = open("/dev/null", O_RDWR | O_CLOEXEC);
  for (int fd = 0; fd < 3; fd++) dup2(nothing, fd);
  for (;;) {
    pid_t pid = wait4(-1, &status, 0, &usage);
    if (pid < 0) {
      if (errno == EINTR) continue;
      _exit(0);
    }
    if (pid != main) continue;
    pid_t other;
    while ((other = waitpid(-1, 0, WNOHANG)) > 0) continue;
    int left = other == 0;
    send_report(WIFEXITED(status) ? 'e' : 's', WIFEXITED(status) ? WEXITSTATUS(status) : WTERMSIG(status), left, &usage);
    close(3);
  }
}

/* File work starts no process, so the leader does it itself. */
static void __attribute__((noreturn)) do_own(struct command *command) {
  struct rusage usage;
  int failed = has_domains ? enter_domain() : 0;
  if (failed) {
    send_report('f', failed, 0, 0);
    _exit(0);
  }
  int code = enter_folder(command);
  if (!code) code = file_command(command->count, command->words);
  getrusage(RUSAGE_SELF, &usage);
  send_report('e', code & 0xff, 0, &usage);
  _exit(0);
}

static int lowest_free(int fd) { return fcntl(fd, F_DUPFD_CLOEXEC, 10); }

/* Moves a leader's ends of the pipes to their descriptors; a failure is not the command's fault. */
static void take_places(const int *ends) {
  int moved[4];
  for (int at = 0; at < 4; at++)
    if ((moved[at] = lowest_free(ends[at])) < 0) {
      struct report report = {.kind = 'f', .value = errno};
      write_all(ends[3], &report, sizeof report);
      _exit(0);
    }
  for (int at = 0; at < 4; at++) dup2(moved[at], at);
  syscall(436 /* close_range */, 4, ~0u, 0);
}

static int open_pipes(int pipes[4][2]) {
  for (int at = 0; at < 4; at++)
    if (pipe2(pipes[at], O_CLOEXEC)) {
      int error = errno;
      while (at-- > 0) {
        close(pipes[at][0]);
        close(pipes[at][1]);
      }
      return error;
    }
  return 0;
}

int start_job(struct channel *channel, char *payload, size_t size, long long *timeout) {
  struct command command;
  unsigned char *head = (unsigned char *)payload;
  int pipes[4][2], *in = pipes[0], *out = pipes[1], *err = pipes[2], *report = pipes[3];
  int bad = size < 8 ? EINVAL : split(payload + 4, size - 4, &command);
  if (bad || (bad = open_pipes(pipes))) return bad;
  *timeout = (long long)head[0] << 24 | head[1] << 16 | head[2] << 8 | head[3];
  fcntl(in[1], F_SETPIPE_SZ, CHUNK);
  pid_t leader = fork();
  if (!leader) {
    sigset_t none;
    sigemptyset(&none);
    take_places((int[]){in[0], out[1], err[1], report[1]});
    signal(SIGPIPE, SIG_DFL);
    sigprocmask(SIG_SETMASK, &none, 0);
    if (is_own(&command)) do_own(&command);
    lead(&command);
  }
  int failed = leader < 0 ? errno : 0;
  close(in[0]);
  close(out[1]);
  close(err[1]);
  close(report[1]);
  channel->in = in[1];
  channel->out = out[0];
  channel->err = err[0];
  channel->report = report[0];
  channel->leader = leader;
  channel->leads = !is_own(&command);
  fcntl(channel->in, F_SETFL, O_NONBLOCK);
  fcntl(channel->out, F_SETFL, O_NONBLOCK);
  fcntl(channel->err, F_SETFL, O_NONBLOCK);
  fcntl(channel->report, F_SETFL, O_NONBLOCK);
  return failed;
}

struct process {
  pid_t pid, parent;
  char state;
};

static int all_processes(struct process **list) {
  int count = 0, room = 256;
  *list = malloc(sizeof **list * (size_t)room);
  DIR *folder = opendir("/proc");
  for (struct dirent *entry; *list && folder && (entry = readdir(folder));) {
    char path[300], text[512], *at;
    if (entry->d_name[0] < '1' || entry->d_name[0] > '9') continue;
    snprintf(path, sizeof path, "/proc/%s/stat", entry->d_name);
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    ssize_t size = fd < 0 ? -1 : read(fd, text, sizeof text - 1);
    if (fd >= 0) close(fd);
    if (size <= 0) continue;
    text[size] = 0;
    if (!(at = strrchr(text, ')')) || strlen(at) < 5) continue;
    if (count == room) *list = realloc(*list, sizeof **list * (size_t)(room *= 2));
    if (!*list) break;
    (*list)[count++] = (struct process){atoi(entry->d_name), atoi(at + 4), at[2]};
  }
  if (folder) closedir(folder);
  return *list ? count : 0;
}

static int below(const struct process *list, int count, pid_t pid, pid_t leader) {
  for (int steps = 0; pid > 1 && steps < 4096; steps++) {
    int at = 0;
    while (at < count && list[at].pid != pid) at++;
    if (at == count) return 0;
    if (list[at].parent == leader) return 1;
    pid = list[at].parent;
  }
  return 0;
}

/* One round: first stops all processes, so that none forks away, then kills them all. */
int kill_family(pid_t leader) {
  struct process *list;
  int count = all_processes(&list), found = 0;
  for (int pass = 0; pass < 2; pass++)
    for (int at = 0; at < count; at++)
      if (list[at].state != 'Z' && below(list, count, list[at].pid, leader)) {
        kill(list[at].pid, pass ? SIGKILL : SIGSTOP);
        found++;
      }
  free(list);
  return found;
}

/* Kills a fork bomb, which forks faster than its processes can be listed. The kernel stops all processes at
 * once, and no fork under way escapes; then there is time to find the family. */
void kill_bomb(pid_t leader, int stay_stopped) {
  kill(-1, SIGSTOP);
  for (int rounds = 0; rounds < 5 && kill_family(leader); rounds++) continue;
  if (!stay_stopped) kill(-1, SIGCONT);
}

/* Kills children of the first process that are no leaders: their own leader was killed. */
int kill_strays(pid_t *leaders, int leader_count) {
  struct process *list;
  int count = all_processes(&list), found = 0;
  pid_t self = getpid();
  for (int at = 0; at < count; at++) {
    if (list[at].parent != self || list[at].state == 'Z') continue;
    int known = 0;
    for (int i = 0; i < leader_count; i++) known |= leaders[i] == list[at].pid;
    if (known) continue;
    kill_family(list[at].pid);
    kill(list[at].pid, SIGKILL);
    found++;
  }
  free(list);
  return found;
}

/* Returns whether every thread of every other process is in one of these states. A main thread that has
 * ended says nothing about the others. */
static int all_are(const char *states) {
  struct process *list;
  int count = all_processes(&list), stand = 1;
  for (int at = 0; at < count && stand; at++) {
    char path[600], text[512], *state;
    if (list[at].pid == getpid() || (list[at].state == 'T' && strchr(states, 'T'))) continue;
    snprintf(path, sizeof path, "/proc/%d/task", list[at].pid);
    DIR *folder = opendir(path);
    for (struct dirent *entry; folder && stand && (entry = readdir(folder));) {
      if (entry->d_name[0] == '.') continue;
      snprintf(path, sizeof path, "/proc/%d/task/%s/stat", list[at].pid, entry->d_name);
      int fd = open(path, O_RDONLY | O_CLOEXEC);
      ssize_t size = fd < 0 ? -1 : read(fd, text, sizeof text - 1);
      if (fd >= 0) close(fd);
      if (size <= 0) continue;
      text[size] = 0;
      stand = (state = strrchr(text, ')')) && strlen(state) > 2 && strchr(states, state[2]);
    }
    if (folder) closedir(folder);
  }
  free(list);
  return stand;
}

int all_stand(void) { return all_are("TtZX"); }

int all_are_dead(void) { return all_are("ZX"); }

int count_processes(void) {
  struct process *list;
  int count = all_processes(&list);
  free(list);
  return count;
}
