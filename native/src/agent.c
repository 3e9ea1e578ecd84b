/* assay-helper agent PROCESSES FILE-BYTES: one loop over the owner's frames and every channel's pipes.
 */
#include "agent.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#define MOST_CHANNELS 1024
#define GRACE_MILLIS 120       /* of silence after the end of a command whose pipes another process still holds */
#define LAST_WORDS_MILLIS 1000 /* or this long, if that process never stops writing */
#define PIPES (2 * 65536)      /* the most that an ended command can have left in its pipes */
#define KILL_ROUND_MILLIS 3
#define GENTLE_ROUNDS 3
#define HALT_ROUNDS 500

static struct channel *channels;
static int channel_count, halted, hunting, signals, io_file, oom_file;

static struct channel *find(uint32_t id) {
  struct channel *at = channels;
  while (at && at->id != id) at = at->next;
  return at;
}

struct channel *new_channel(uint32_t id) {
  struct channel *made = channel_count < MOST_CHANNELS ? calloc(1, sizeof *made) : 0;
  if (!made) return 0;
  made->id = id;
  made->in = made->out = made->err = made->report = -1;
  made->room = WINDOW;
  made->next = channels;
  channels = made;
  channel_count++;
  return made;
}

/* Connections from inside may take half of the channels; the owner has the rest. */
int room_for_strangers(void) { return channel_count < MOST_CHANNELS / 2; }

void shut(int *fd) {
  if (*fd >= 0) close(*fd);
  *fd = -1;
}

void fail_start(struct channel *channel, int error) {
  channel->verdict = 'f';
  channel->value = error;
  channel->main_done = channel->leader_done = 1;
  shut(&channel->in);
  shut(&channel->out);
  shut(&channel->err);
  shut(&channel->report);
}

/* While forking the leader the agent has a high OOM score, which the command's processes inherit. */
static void start_command(uint32_t id, char *payload, size_t size) {
  struct channel *channel = new_channel(id);
  long long timeout = 0;
  if (channel && halted) { /* no command starts while all others are stopped */
    fail_start(channel, EBUSY);
    return;
  }
  if (!channel) {
    unsigned char payload_full[30] = {'f', 0, 0, 0, EUSERS};
    frame(id, 'Z', payload_full, sizeof payload_full);
    return;
  }
  if (oom_file >= 0 && pwrite(oom_file, "500", 3, 0) != 3) oom_file = -1;
  int failed = start_job(channel, payload, size, &timeout);
  if (oom_file >= 0 && pwrite(oom_file, "0", 1, 0) != 1) oom_file = -1;
  if (failed) fail_start(channel, failed);
  if (timeout) channel->deadline = clock_millis() + timeout;
}

static void report_metrics(void) {
  struct rusage own, ended;
  char text[1024], io[512];
  getrusage(RUSAGE_SELF, &own);
  getrusage(RUSAGE_CHILDREN, &ended);
  ssize_t got = io_file < 0 ? 0 : pread(io_file, io, sizeof io - 1, 0);
  io[got > 0 ? got : 0] = 0;
  int size = snprintf(text, sizeof text, "user %llu\nsystem %llu\nresident %ld\nprocesses %d\n%s", micros(own.ru_utime) + micros(ended.ru_utime),
                      micros(own.ru_stime) + micros(ended.ru_stime), ended.ru_maxrss, count_processes(), io);
  frame(0, 'm', text, (size_t)size);
}

static void take_input(struct channel *channel, const char *payload, size_t size) {
  if (channel->in < 0) {
    frame_number(channel->id, 'W', (uint32_t)size); /* the command has stopped reading */
    return;
  }
  unsigned char *grown = realloc(channel->input, channel->input_size + size);
  if (!grown) _exit(4);
  memcpy(grown + channel->input_size, payload, size);
  channel->input = grown;
  channel->input_size += size;
}

/* A process that was being forked while all were stopped starts stopped. A SIGCONT sent before its start does not reach
 * it: the kernel passes on the stop, but not an unhandled SIGCONT. So SIGCONT is repeated, at growing intervals. */
static const int CONTINUE_AFTER[] = {2, 20, 200, 2000};
static size_t continued;
static long long continue_at;

static void continue_soon(void) {
  continued = 0;
  continue_at = clock_millis() + CONTINUE_AFTER[0];
}

static void continue_all(void) {
  kill(-1, SIGCONT);
  continue_soon();
}

/* Returns the milliseconds until the next repetition, or -1. */
static int continue_again(long long now) {
  if (!continue_at || halted) return -1;
  if (now >= continue_at) {
    kill(-1, SIGCONT);
    continued++;
    continue_at = continued < sizeof CONTINUE_AFTER / sizeof *CONTINUE_AFTER ? now + CONTINUE_AFTER[continued] : 0;
  }
  return continue_at ? (int)(continue_at - now) : -1;
}

/* A process inside may continue the others. So the halt counts when all were seen stopped twice. A process that
 * waits for a child which was stopped during its exec has to go on for a moment. */
static void halt(uint32_t id) {
  int seen = 0;
  for (int round = 1; round <= HALT_ROUNDS && seen < 2; round++) {
    kill(-1, SIGSTOP);
    seen = all_stand() ? seen + 1 : 0;
    if (seen < 2) poll(0, 0, 2);
    if (!seen && round % 50 == 0) {
      kill(-1, SIGCONT);
      poll(0, 0, 2);
    }
  }
  halted = seen == 2;
  if (!halted) continue_all();
  frame(id, 'h', "restless", halted ? 0 : 8);
}

/* A killed process may first have to finish a system call. */
static void end_all(uint32_t id) {
  int dead = 0;
  for (int round = 1; round <= HALT_ROUNDS && !dead; round++) {
    kill(-1, SIGKILL);
    if (!(dead = all_are_dead())) poll(0, 0, 2);
  }
  frame(id, 'y', "alive", dead ? 0 : 5);
}

static void obey(uint32_t id, char kind, char *payload, size_t size) {
  unsigned char *raw = (unsigned char *)payload;
  int port = size >= 2 ? raw[0] << 8 | raw[1] : 0;
  struct channel *channel = find(id);
  switch (kind) {
    case 'X': start_command(id, payload, size); break;
    case 'D': dial(id, port); break;
    case 'L': listen_on(id, port); break;
    case 'B': kill(-1, SIGKILL); break;
    case 'Y': end_all(id); break;
    case 'M': report_metrics(); break;
    case 'P': send_mark(payload, size); break;
    case 'Q': try_out(port); break;
    case 'H': halt(id); break;
    case 'G': halted = 0; continue_all(); frame(id, 'g', "", 0); break;
    case 'I': if (channel) take_input(channel, payload, size); break;
    case 'F': if (channel) channel->input_ends = 1; break;
    case 'W': if (channel && size == 4) channel->room += (size_t)raw[0] << 24 | raw[1] << 16 | raw[2] << 8 | raw[3]; break;
    case 'K':
      if (!channel) break;
      if (channel->leader && !channel->leader_done) channel->killing = channel->killing ? channel->killing : 'k';
      else if (channel->is_stream) {
        shut(&channel->out);
        channel->input_ends = 1; /* bytes on their way still arrive */
      }
      break;
    default: _exit(5);
  }
}

static void read_owner(void) {
  static char *payload;
  static size_t room;
  unsigned char head[9];
  if (read_all(0, head, 9) != 1) _exit(0);
  size_t size = (size_t)head[5] << 24 | (size_t)head[6] << 16 | (size_t)head[7] << 8 | head[8];
  if (size > 16u << 20) _exit(5);
  if (size + 1 > room && !(payload = realloc(payload, room = size + 1))) _exit(4);
  if (read_all(0, payload, size) != 1) _exit(0);
  payload[size] = 0;
  obey((uint32_t)head[0] << 24 | (uint32_t)head[1] << 16 | (uint32_t)head[2] << 8 | head[3], (char)head[4], payload, size);
}

static void pass_input(struct channel *channel) {
  if (channel->in >= 0 && channel->input_size) {
    ssize_t done = write(channel->in, channel->input, channel->input_size);
    if (done < 0 && errno != EAGAIN && errno != EINTR) {
      done = (ssize_t)channel->input_size;
      shut(&channel->in);
    }
    if (done > 0) {
      channel->input_size -= (size_t)done;
      memmove(channel->input, channel->input + done, channel->input_size);
      frame_number(channel->id, 'W', (uint32_t)done);
    }
  }
  if (channel->in >= 0 && channel->input_ends && !channel->input_size) {
    if (channel->is_stream) shutdown(channel->in, SHUT_WR);
    shut(&channel->in);
  }
}

static void pass_output(struct channel *channel, int *fd, char kind) {
  static char bytes[CHUNK];
  size_t most = channel->reported ? CHUNK : channel->room < CHUNK ? channel->room : CHUNK;
  if (!most) return;
  ssize_t size = read(*fd, bytes, most);
  if (size < 0 && (errno == EAGAIN || errno == EINTR)) return;
  channel->quiet_since = clock_millis();
  if (size <= 0) {
    shut(fd);
    if (channel->is_stream) frame(channel->id, 'F', "", 0);
  } else if (!channel->reported) {
    channel->room -= (size_t)size;
    if (channel->main_done) channel->after += (size_t)size;
    frame(channel->id, kind, bytes, (size_t)size);
  }
}

static int never_ran(const struct channel *channel) { return channel->verdict == 'n' || channel->verdict == 'f'; }

static void hear_report(struct channel *channel) {
  struct report report;
  if (read_all(channel->report, &report, sizeof report) != 1) {
    shut(&channel->report);
    return;
  }
  if (report.kind == 'n' || report.kind == 'f') {
    channel->verdict = report.kind;
    channel->value = report.value;
    return;
  }
  if (report.kind == 'c') return; /* it also exits with 126 and reports the reason */
  channel->main_done = 1;
  channel->lingering = report.lingering;
  channel->usage = report.usage;
  channel->quiet_since = channel->done_since = clock_millis();
  if (never_ran(channel)) return;
  channel->verdict = report.kind;
  channel->value = report.value;
}

static void reap(void) {
  struct signalfd_siginfo caught;
  int status;
  pid_t pid;
  while (read(signals, &caught, sizeof caught) > 0) continue;
  while ((pid = waitpid(-1, &status, WNOHANG)) > 0)
    for (struct channel *at = channels; at; at = at->next)
      if (at->leader == pid && !at->leader_done) {
        while (at->report >= 0) hear_report(at);
        if (at->main_done && at->lingering) hunting = 1; /* its leftover processes have no leader now */
        at->leader_done = 1;
        at->lingering = 0;
        if (at->main_done || never_ran(at)) {
          at->main_done = 1;
          continue;
        }
        at->main_done = 1;
        at->quiet_since = at->done_since = clock_millis();
        at->verdict = at->leads ? 'l' : 's';
        at->value = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
        hunting |= at->leads;
      }
}

/* A process inside killed a leader. Its processes are now children of the agent and have to be killed. */
static void hunt_strays(void) {
  static pid_t leaders[MOST_CHANNELS];
  int count = 0;
  for (struct channel *at = channels; at; at = at->next)
    if (at->leader && !at->leader_done) leaders[count++] = at->leader;
  kill(-1, SIGSTOP);
  hunting = kill_strays(leaders, count) > 0;
  if (!halted) continue_all();
}

/* The agent may not have run for a while, or the owner may not have read: time alone proves nothing. */
static int is_readable(const struct channel *channel) {
  struct pollfd pipes[] = {{channel->out, POLLIN, 0}, {channel->err, POLLIN, 0}};
  return poll(pipes, 2, 0) > 0;
}

/* Kills, closes and reports. Returns the milliseconds until the channel needs the next look, or -1. */
static int tend(struct channel *channel, long long now) {
  int wake = -1;
  if (channel->deadline && now >= channel->deadline && !channel->main_done && !channel->killing) channel->killing = 't';
  if (channel->deadline && !channel->main_done && !channel->killing) wake = (int)(channel->deadline - now);
  if (channel->killing && !channel->leader_done) {
    if (!channel->leads) kill(channel->leader, SIGKILL);
    else if (++channel->kill_rounds <= GENTLE_ROUNDS) kill_family(channel->leader);
    else {
      kill_bomb(channel->leader, halted);
      continue_soon();
    }
    wake = KILL_ROUND_MILLIS;
  }
  if (channel->reported || channel->listens || !channel->main_done) return wake;
  if (!channel->leader_done && (!channel->lingering || channel->killing)) return wake; /* its last figures are still to come */
  if (channel->is_stream && (channel->out >= 0 || channel->in >= 0)) return wake;
  if (channel->out >= 0 || channel->err >= 0) { /* a process it left behind still holds the pipes */
    long long quiet = now - channel->quiet_since, since = now - channel->done_since;
    if (!channel->room) {
      channel->done_since = now;
      return wake;
    }
    if (is_readable(channel)) { /* from the command itself, or from a process that never stops writing */
      if (channel->after < PIPES || since < LAST_WORDS_MILLIS) return 0;
    } else if (quiet < GRACE_MILLIS && since < LAST_WORDS_MILLIS) return (int)(GRACE_MILLIS - quiet);
  }
  if (channel->killing && !never_ran(channel)) {
    channel->verdict = channel->killing;
    channel->lingering = 0;
  }
  shut(&channel->in);
  report_end(channel);
  return wake;
}

static void forget_finished(void) {
  for (struct channel **at = &channels; *at;) {
    struct channel *one = *at;
    if (one->reported && one->leader_done && one->out < 0 && one->err < 0) {
      *at = one->next;
      shut(&one->in);
      shut(&one->report);
      free(one->input);
      free(one);
      channel_count--;
    } else {
      at = &one->next;
    }
  }
}

/* All processes of a sandbox together may open a quarter of the files that the machine can open. */
static void share_open_files(void) {
  char text[32] = "";
  int fd = open("/proc/sys/fs/file-max", O_RDONLY | O_CLOEXEC);
  unsigned long long most = fd >= 0 && read(fd, text, sizeof text - 1) > 0 ? strtoull(text, 0, 10) : 0;
  unsigned long long processes = process_limit.rlim_cur == RLIM_INFINITY ? 4096 : process_limit.rlim_cur, each = most / 4 / processes;
  if (fd >= 0) close(fd);
  getrlimit(RLIMIT_NOFILE, &open_limit);
  if (each > 65536) each = 65536;
  if (each < 1024) each = 1024;
  if (open_limit.rlim_max > each) open_limit.rlim_max = each;
  if (open_limit.rlim_cur > open_limit.rlim_max) open_limit.rlim_cur = open_limit.rlim_max;
}

static void settle_in(char **words) {
  sigset_t ours;
  process_limit.rlim_cur = process_limit.rlim_max = atoll(words[0]) ? (rlim_t)atoll(words[0]) : RLIM_INFINITY;
  file_limit.rlim_cur = file_limit.rlim_max = atoll(words[1]) ? (rlim_t)atoll(words[1]) : RLIM_INFINITY;
  share_open_files();
  io_file = open("/proc/self/io", O_RDONLY | O_CLOEXEC);
  oom_file = open("/proc/self/oom_score_adj", O_WRONLY | O_CLOEXEC);
  prctl(PR_SET_DUMPABLE, 0); /* no process inside may read the agent's memory or open its pipes */
  prctl(PR_SET_CHILD_SUBREAPER, 1);
  prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
  signal(SIGPIPE, SIG_IGN);
  sigemptyset(&ours);
  sigaddset(&ours, SIGCHLD);
  sigprocmask(SIG_BLOCK, &ours, 0);
  signals = signalfd(-1, &ours, SFD_CLOEXEC | SFD_NONBLOCK);
  int nothing = open("/dev/null", O_RDWR | O_CLOEXEC);
  dup2(nothing, 2);
  if (signals < 0) _exit(6);
}

/* Returns whether the holder of the gate opened it. The holder may also be gone. */
static int pass_gate(void) {
  char byte;
  int opened = read_all(AGENT_GATE, &byte, 1) == 1;
  close(AGENT_GATE);
  return opened;
}

static struct pollfd fds[2 + MOST_CHANNELS * 4];

int agent_main(int count, char **words) {
  if (count < 2) return 2;
  settle_in(words);
  has_domains = count > 2;
  if (count > 2 && !strcmp(words[2], "gated")) {
    if (!pass_gate()) return 0;
  } else if (count > 2 && filter_install(!strcmp(words[2], "shared"))) return 2; /* bubblewrap mounts one already */
  frame(0, 'R', "1", 1);
  for (;;) {
    long long now = clock_millis();
    int used = 2, wake = -1;
    for (struct channel *at = channels; at; at = at->next) {
      int next = tend(at, now);
      if (next >= 0 && (wake < 0 || next < wake)) wake = next;
    }
    forget_finished();
    if (hunting) hunt_strays();
    if (hunting && (wake < 0 || wake > KILL_ROUND_MILLIS)) wake = KILL_ROUND_MILLIS;
    int again = continue_again(now); /* last, to include processes that were stopped just now */
    if (again >= 0 && (wake < 0 || again < wake)) wake = again;
    fds[0] = (struct pollfd){0, POLLIN, 0};
    fds[1] = (struct pollfd){signals, POLLIN, 0};
    for (struct channel *at = channels; at; at = at->next) {
      int open = at->reported || at->room > 0;
      fds[used++] = (struct pollfd){open ? at->out : -1, POLLIN, 0};
      fds[used++] = (struct pollfd){open ? at->err : -1, POLLIN, 0};
      fds[used++] = (struct pollfd){at->report, POLLIN, 0};
      fds[used++] = (struct pollfd){at->input_size || at->input_ends ? at->in : -1, POLLOUT, 0};
    }
    if (poll(fds, (nfds_t)used, wake) < 0) {
      if (errno == EINTR) continue;
      return 2;
    }
    int slot = 2;
    for (struct channel *at = channels, *next; at; at = next, slot += 4) {
      next = at->next;
      if (fds[slot].revents && at->listens) accept_one(at);
      else if (fds[slot].revents) pass_output(at, &at->out, 'O');
      if (fds[slot + 1].revents) pass_output(at, &at->err, 'E');
      if (fds[slot + 2].revents) hear_report(at);
      if (fds[slot + 3].revents) pass_input(at);
    }
    if (fds[1].revents) reap();
    if (fds[0].revents) read_owner();
  }
}
