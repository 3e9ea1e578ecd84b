/* Messages to a name server; their content is hostile. */
#include "spec.h"

#define MOST_LETTERS 254 /* the longest name, each part with its point */

/* Reads the name at an offset, in lower case and safe to print. Returns the offset behind it, or 0. Names may
 * point back to earlier ones. Names with unprintable bytes are distinguished by a number behind the name. */
size_t name_at(const unsigned char *bytes, size_t size, size_t at, char *text, size_t room) {
  size_t out = 0, end = 0, behind = at;
  uint32_t odd = 0, sum = 2166136261u;
  for (int hops = 0; at < size && bytes[at];) {
    size_t part = bytes[at++];
    if ((part & 0xc0) == 0xc0 && at < size) {
      size_t earlier = (part & 0x3f) << 8 | bytes[at++];
      if (!end) end = at;
      if (earlier < 12 || earlier >= behind || ++hops > 32) return 0;
      at = behind = earlier;
      continue;
    }
    if (part > 63 || at + part > size || out + part + 1 > MOST_LETTERS) return 0;
    for (size_t i = 0; i < part; i++) {
      unsigned char c = bytes[at++];
      if (c >= 'A' && c <= 'Z') c += 32;
      int plain = (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-' || c == '_';
      odd |= !plain;
      sum = (sum ^ c) * 16777619u;
      text[out++] = plain ? (char)c : '?';
    }
    sum = (sum ^ '.') * 16777619u;
    text[out++] = '.';
  }
  if (at >= size) return 0;
  if (out) out--;
  text[out] = 0;
  if (!out) snprintf(text, room, "?");
  if (odd) snprintf(text + out, room - out, "~%08x", sum);
  return end ? end : at + 1;
}

int number_at(const unsigned char *bytes, size_t at) { return bytes[at] << 8 | bytes[at + 1]; }

/* Calls found with every question of a message to a name server. Returns whether the message is that and
 * nothing else: a message that cannot be parsed to its end may contain anything. */
int questions(const unsigned char *bytes, size_t size, void (*found)(const char *name, int type)) {
  char text[NAME_ROOM];
  if (size < 17 || bytes[2] & 0xf8 /* an answer, or no query */) return 0;
  int count = number_at(bytes, 4);
  size_t at = 12;
  for (int one = 0; one < count; one++) {
    at = name_at(bytes, size, at, text, sizeof text);
    if (!at || at + 4 > size) return 0;
    if (found) found(text, number_at(bytes, at));
    at += 4;
  }
  for (int more = number_at(bytes, 10); more > 0; more--) { /* the client's options */
    at = name_at(bytes, size, at, text, sizeof text);
    if (!at || at + 10 > size) return 0;
    at += 10 + (size_t)number_at(bytes, at + 8);
  }
  return count > 0 && !number_at(bytes, 6) && !number_at(bytes, 8) && at == size;
}
