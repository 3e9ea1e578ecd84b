/* Records executed files of watched folders. fanotify distinguishes an execution from other opens,
 * for ordinary users since Linux 5.13. It names a folder by its handle, so the handles are kept. */
#include "spec.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/fanotify.h>
#include <unistd.h>

#define HANDLE_BYTES 128

struct known {
  struct known *next;
  const char *inside;
  int type;
  unsigned size;
  unsigned char bytes[HANDLE_BYTES];
};
static struct known *folders;
static int queue = -1;

static int open_queue(void) {
  return fanotify_init(FAN_CLASS_NOTIF | FAN_REPORT_DFID_NAME | FAN_NONBLOCK | FAN_CLOEXEC, O_RDONLY | O_CLOEXEC);
}

static int mark(int fd, const char *path) {
  return fanotify_mark(fd, FAN_MARK_ADD | FAN_MARK_ONLYDIR | FAN_MARK_DONT_FOLLOW, FAN_OPEN_EXEC | FAN_EVENT_ON_CHILD, AT_FDCWD, path);
}

/* Returns 0 if executions below this folder can be detected, else the errno. */
int executed_probe(const char *path) {
  int fd = open_queue(), failed = fd < 0 || mark(fd, path) ? errno : 0;
  if (fd >= 0) close(fd);
  return failed;
}

void executed_watch(const char *path, const char *inside) {
  union {
    struct file_handle handle;
    char room[sizeof(struct file_handle) + HANDLE_BYTES];
  } one;
  int mount;
  if (queue < 0 && (queue = open_queue()) < 0) die("fanotify: %s", strerror(errno));
  one.handle.handle_bytes = HANDLE_BYTES;
  struct known *fresh = calloc(1, sizeof *fresh);
  if (!fresh || mark(queue, path) || name_to_handle_at(AT_FDCWD, path, &one.handle, &mount, 0))
    die("watch executions in %s: %s", inside, strerror(errno));
  *fresh = (struct known){.next = folders, .inside = inside, .type = one.handle.handle_type, .size = one.handle.handle_bytes};
  memcpy(fresh->bytes, one.handle.f_handle, fresh->size);
  folders = fresh;
}

static const char *path_of(const struct file_handle *handle) {
  for (struct known *at = folders; at; at = at->next)
    if (at->type == handle->handle_type && at->size == handle->handle_bytes && !memcmp(at->bytes, handle->f_handle, at->size)) return at->inside;
  return 0;
}

void executed_drain(void) {
  char bytes[65536] __attribute__((aligned(8)));
  ssize_t size;
  while (queue >= 0 && (size = read(queue, bytes, sizeof bytes)) > 0)
    for (struct fanotify_event_metadata *event = (void *)bytes; FAN_EVENT_OK(event, size); event = FAN_EVENT_NEXT(event, size)) {
      struct fanotify_event_info_fid *about = (void *)(event + 1);
      if (event->mask & FAN_Q_OVERFLOW || event->vers != FANOTIFY_METADATA_VERSION) {
        say("unseen 1");
        continue;
      }
      if (event->event_len < sizeof *event + sizeof *about || about->hdr.info_type != FAN_EVENT_INFO_TYPE_DFID_NAME) continue;
      struct file_handle *handle = (void *)about->handle;
      const char *folder = path_of(handle);
      if (folder) watch_touch(folder, (char *)handle->f_handle + handle->handle_bytes, 3);
    }
}

int executed_queue(void) { return queue; }
