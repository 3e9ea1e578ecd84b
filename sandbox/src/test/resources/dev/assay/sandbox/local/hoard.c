/* Hides 120 MB from whoever counts: hoard table|mapped|sent. Ends with 0 if nobody noticed. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <sched.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <unistd.h>

#define SIZE 2000000
#define FILES 60

static char stack[65536], bytes[SIZE];

static int one(int number) {
  char name[64];
  sprintf(name, "/workspace/hoard-%d", number);
  int fd = open(name, O_RDWR | O_CREAT, 0600);
  unlink(name);
  if (write(fd, bytes, SIZE) != SIZE) _exit(9);
  return fd;
}

static int with_own_table(void *nothing) {
  (void)nothing;
  for (int at = 0; at < FILES; at++) one(at);
  for (;;) pause();
}

static void mapped(int number) {
  int fd = one(number);
  if (mmap(0, SIZE, PROT_READ, MAP_SHARED, fd, 0) == MAP_FAILED) _exit(8);
  close(fd);
}

static void sent(int number) {
  int fd = one(number), ends[2];
  char control[CMSG_SPACE(sizeof fd)] = "", letter = 'x';
  struct iovec body = {&letter, 1};
  struct msghdr message = {.msg_iov = &body, .msg_iovlen = 1, .msg_control = control, .msg_controllen = sizeof control};
  struct cmsghdr *head = CMSG_FIRSTHDR(&message);
  *head = (struct cmsghdr){.cmsg_level = SOL_SOCKET, .cmsg_type = SCM_RIGHTS, .cmsg_len = CMSG_LEN(sizeof fd)};
  memcpy(CMSG_DATA(head), &fd, sizeof fd);
  if (socketpair(AF_UNIX, SOCK_STREAM, 0, ends) || sendmsg(ends[0], &message, 0) != 1) _exit(7);
  close(fd);
}

int main(int count, char **words) {
  memset(bytes, 'x', SIZE);
  if (count < 2) return 2;
  if (*words[1] == 't') clone(with_own_table, stack + sizeof stack, CLONE_VM | CLONE_FS | CLONE_SIGHAND | CLONE_THREAD, 0);
  for (int at = 0; at < FILES; at++) {
    if (*words[1] == 'm') mapped(at);
    if (*words[1] == 's') sent(at);
  }
  sleep(20);
  return 0;
}
