/* The agent's messages to its owner. */
#include "agent.h"

#include <arpa/inet.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

long long clock_millis(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return now.tv_sec * 1000LL + now.tv_nsec / 1000000;
}

void frame(uint32_t id, char kind, const void *payload, size_t size) {
  static unsigned char buffer[9 + CHUNK];
  uint32_t head = htonl(id), length = htonl((uint32_t)size);
  memcpy(buffer, &head, 4);
  buffer[4] = (unsigned char)kind;
  memcpy(buffer + 5, &length, 4);
  if (size) memcpy(buffer + 9, payload, size);
  if (write_all(1, buffer, 9 + size)) _exit(3);
}

void frame_number(uint32_t id, char kind, uint32_t value) {
  value = htonl(value);
  frame(id, kind, &value, 4);
}

static void put64(unsigned char *at, unsigned long long value) {
  for (int i = 7; i >= 0; i--, value >>= 8) at[i] = (unsigned char)value;
}

unsigned long long micros(struct timeval time) {
  return (unsigned long long)time.tv_sec * 1000000u + (unsigned long long)time.tv_usec;
}

void report_end(struct channel *channel) {
  unsigned char payload[30];
  uint32_t value = htonl((uint32_t)channel->value);
  payload[0] = (unsigned char)channel->verdict;
  memcpy(payload + 1, &value, 4);
  put64(payload + 5, micros(channel->usage.ru_utime));
  put64(payload + 13, micros(channel->usage.ru_stime));
  put64(payload + 21, (unsigned long long)channel->usage.ru_maxrss);
  payload[29] = (unsigned char)channel->lingering;
  frame(channel->id, 'Z', payload, sizeof payload);
  channel->reported = 1;
}
