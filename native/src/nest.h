/* A recorded sandbox within the sandbox of a provider: what its parts share (nest.c, keeper.c, reach.c). */
#ifndef NEST_H
#define NEST_H

#include "assay.h"

/* All that belongs to it. Nothing inside can see this folder, and a provider's snapshot takes it along. */
#define NEST "/assay"
#define NEST_SOCKET NEST "/keeper.sock"
#define NEST_AGENT NEST "/bin/agent"

#define ID_ROOM 64

/* Frames as in agent.h, on a connection to the keeper: X, I, F, K, W and their answers for one command, Q, M and Y with their answers, and
 *   N the id of the command that follows       T an id: what that command left running has to go
 *   V u64 offset: what was recorded from there on, with all that happened before     v u64 next offset, then the lines
 *   E end the sandbox */
struct packet {
  char kind;
  size_t size;
  unsigned char *payload; /* until the next one is read */
};
int read_packet(int fd, struct packet *packet, uint32_t *channel);
int reach_keeper(void);
void send_packet(int keeper, char kind, const void *payload, size_t size);

/* Runs the sandbox for as long as it lives; says "ready" on stderr, or why not. */
void keep(char *words, size_t size) __attribute__((noreturn));

#endif
