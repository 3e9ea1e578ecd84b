/* The declarations for a recorded sandbox within the sandbox of a provider (nest.c, keeper.c, reach.c). */
#ifndef NEST_H
#define NEST_H

#include "assay.h"

/* The folder of all its files. No process inside can see it, and a provider's snapshot includes it. */
#define NEST "/assay"
#define NEST_SOCKET NEST "/keeper.sock"
#define NEST_AGENT NEST "/bin/agent"

#define ID_ROOM 64

/* Frames as in agent.h, on a connection to the keeper: X, I, F, K, W and their answers for one command, Q, M and Y with their answers, and
 *   N the id of the command that follows       T an id: kill the background processes of that command
 *   V u64 offset: the records from there on, complete up to now     v u64 next offset, then the lines
 *   E end the sandbox */
struct packet {
  char kind;
  size_t size;
  unsigned char *payload; /* valid until the next read */
};
int read_packet(int fd, struct packet *packet, uint32_t *channel);
int reach_keeper(void);
void send_packet(int keeper, char kind, const void *payload, size_t size);

/* Runs the sandbox for as long as it lives; writes "ready" or the reason of a failure to stderr. */
void keep(char *words, size_t size) __attribute__((noreturn));

#endif
