/* A server's order of a command in a provider's sandbox, and the lines that report it (command.c). */
#ifndef ORDER_H
#define ORDER_H

#include "assay.h"

struct order {
  long long timeout, limit;
  char input;
  char *pieces, *folder, **variables, **words;
  int file, variable_count, word_count;
};

struct stream {
  int fd;
  char name;
  long long total, limit;
  unsigned char *tail;
};

/* Reads a word: base64, or @ and the path of a file, whose rest is still to be read. */
char *read_order_bytes(char *word, size_t *size, int *file);
void read_order(char *bytes, size_t size, struct order *order);
int open_input(struct order *order);

void report_line(char name, const void *bytes, size_t size);
void open_stream(struct stream *stream, int fd, char name, long long limit);
void take_bytes(struct stream *stream, const unsigned char *bytes, long long size);
int pump(struct stream *stream);
void end_stream(struct stream *stream);
void report_last(char kind, int value, unsigned long long user, unsigned long long system, unsigned long long kib, int left,
                 const struct stream *streams);

/* follow.c: returns the number of processes that run the command of that id */
int signal_all(const char *id, int number);

#endif
