/* The agent inside: the first process of a sandbox. Frames on stdin and stdout:
 *   u32 channel, u8 kind, u32 length, payload                       (big endian)
 *
 * to the agent                                from the agent
 *   X start a command (see job.c)               R ready
 *   I input bytes      F end of input           O output bytes   E error bytes
 *   K kill the whole tree                       Z the command ended (see agent.c)   F end of a stream's output
 *   W u32 room for that many more bytes         W the same for input
 *   D dial: u16 port                            D u32 errno of the dial
 *   L listen on loopback: u16 port              A a connection came, on a channel of the agent's own
 *   H halt everything    G go on                h done, or the reason why not; g done
 *   B kill everything inside
 *   Y kill it, and wait                         y done, or that a process is alive
 *   M metrics                                   m text
 *   P 32 letters: send a mark to the recorder
 *   Q u16 port: try to get out (0: do not connect)                  q text
 *
 * The payload of Z: u8 verdict, i32 value, u64 user and u64 system microseconds, u64 largest resident
 * KiB, u8 1 if a process it started still runs. Verdicts: e exited (code), s killed by a signal,
 * n the program could not be run (errno), f the agent could not start a process (errno), t timed out,
 * k killed on request, l its leader was killed.
 */
#ifndef AGENT_H
#define AGENT_H

#include "assay.h"

#include <sys/resource.h>
#include <sys/time.h>

#define WINDOW (256 * 1024)
#define CHUNK 65536

struct channel {
  struct channel *next;
  uint32_t id;
  int in, out, err, report; /* -1 when closed */
  pid_t leader;             /* 0 for a stream */
  int leads;                /* 1 if it starts a command, 0 for file work by the agent */
  unsigned char *input;     /* not yet taken by the command */
  size_t input_size;
  int input_ends, is_stream, listens;
  size_t room, after; /* output bytes the owner will take, and those received after the command's end */
  long long deadline, quiet_since, done_since;
  char verdict; /* 0 while it runs; then e s n f t k l */
  int value, lingering, main_done, leader_done, reported;
  char killing;
  int kill_rounds;
  struct rusage usage;
};

/* A leader's report about its command. */
struct report {
  char kind;
  int value, lingering;
  struct rusage usage;
};

extern struct rlimit process_limit, file_limit, open_limit;
extern int has_domains; /* each command has its own, where no process can mount any more */

/* agent.c */
struct channel *new_channel(uint32_t id);
int room_for_strangers(void);
void fail_start(struct channel *channel, int error);
void shut(int *fd);

/* talk.c */
long long clock_millis(void);
void frame(uint32_t id, char kind, const void *payload, size_t size);
void frame_number(uint32_t id, char kind, uint32_t value);
unsigned long long micros(struct timeval time);
void report_end(struct channel *channel);

/* ports.c */
void dial(uint32_t id, int port);
void listen_on(uint32_t id, int port);
void accept_one(struct channel *listener);
void try_out(int port);
void send_mark(const char *token, size_t size);

/* job.c */
int start_job(struct channel *channel, char *payload, size_t size, long long *timeout);
int kill_family(pid_t leader);
void kill_bomb(pid_t leader, int stay_stopped);
int kill_strays(pid_t *leaders, int count);
int count_processes(void);
int all_stand(void);
int all_are_dead(void);

/* files.c */
int file_command(int count, char **words);

#endif
