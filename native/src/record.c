/* Records the sandbox's attempts to reach the network. Lines on stderr for the owner:
 *   net PROTOCOL ADDRESS PORT COUNT MILLIS sink|out NAME
 *   dns NAME TYPE COUNT MILLIS
 *   lost COUNT            the number of packets or destinations that could not be recorded
 *   mark TOKEN            everything sent before the mark has been reported
 * In the sink, name queries are answered with one invented address per name (198.18.0.0/16), so that
 * a later connection can be reported by name. */
#include "spec.h"

#include <arpa/inet.h>
#include <errno.h>
#include <linux/if_packet.h>
#include <linux/sock_diag.h>
#include <net/if.h>
#include <netinet/ether.h>
#include <netinet/in.h>
#include <netinet/ip.h>
#include <netinet/ip6.h>
#include <netinet/tcp.h>
#include <netinet/udp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#define MOST_NAMES 4096
#define MOST_SEEN 8192
#define QUIET_MILLIS 20
#define MARK "assay-mark "
#define MARK_ADDRESS 0xc0000201u /* 192.0.2.1 */
#define RESOLVER 0x0a000203u     /* 10.0.2.3 */
#define MOST_DENIED 256

struct name {
  char text[NAME_ROOM];
  uint32_t address;
};
struct seen {
  char key[340]; /* the line up to the count */
  char tail[300];
  unsigned count, reported;
  long long last;
  uint32_t attempt; /* of the last packet: a repeated SYN is the same attempt */
};

static struct name *names;
static struct seen *seen; /* in the order of their first attempts */
static uint16_t *places; /* by the hash of its key: where in seen, plus one */
static int name_count = 1, seen_count, denied_count;
static unsigned long lost;
static const char *marker;
static struct {
  uint32_t address, mask;
} denied[MOST_DENIED];

void say(const char *format, ...) {
  char line[1024];
  va_list rest;
  va_start(rest, format);
  int size = vsnprintf(line, sizeof line - 1, format, rest);
  va_end(rest);
  if (size > (int)sizeof line - 2) size = sizeof line - 2;
  line[size++] = '\n';
  write_all(2, line, (size_t)size);
}

static void refuse(const char *network) {
  char text[64];
  struct in_addr address;
  snprintf(text, sizeof text, "%s", network);
  char *slash = strchr(text, '/');
  if (slash) *slash = 0;
  int prefix = slash ? atoi(slash + 1) : 32;
  if (denied_count == MOST_DENIED || inet_pton(AF_INET, text, &address) != 1 || prefix < 0 || prefix > 32) die("spec: cannot deny %s", network);
  uint32_t mask = prefix ? ~0u << (32 - prefix) : 0;
  denied[denied_count].mask = mask;
  denied[denied_count++].address = ntohl(address.s_addr) & mask;
}

void record_start(const struct spec *spec) {
  static const char *const never[] = {"0.0.0.0/8", "127.0.0.0/8", "169.254.0.0/16", "224.0.0.0/3", "10.0.2.0/24", "192.0.2.0/24"};
  for (size_t at = 0; at < sizeof never / sizeof *never; at++) refuse(never[at]);
  for (int at = 0; at < spec->denied_count; at++) refuse(spec->denied[at]);
  marker = spec->marker;
  names = calloc(MOST_NAMES, sizeof *names);
  seen = calloc(MOST_SEEN, sizeof *seen);
  places = calloc(MOST_SEEN, sizeof *places);
  if (!names || !seen || !places) die("no memory");
}

static const char *name_of(uint32_t address) {
  for (int at = name_count - 1; at > 0; at--)
    if (names[at].address == address) return names[at].text;
  return "";
}

static void learn(const char *text, uint32_t address) {
  int at = name_count < MOST_NAMES ? name_count++ : 1 + (int)(address % (MOST_NAMES - 1));
  snprintf(names[at].text, sizeof names[at].text, "%s", text);
  names[at].address = address;
}

static uint32_t invent(const char *text) {
  for (int at = 1; at < name_count; at++)
    if (!strcmp(names[at].text, text)) return names[at].address;
  uint32_t address = 0xc6120000u | (uint32_t)name_count;
  learn(text, address);
  return address;
}

static void report(struct seen *one, long long now) {
  say("%s %u %lld%s", one->key, one->count, now, one->tail);
  one->reported = one->count;
  one->last = now;
}

static void note(const char *key, const char *tail, uint32_t attempt) {
  long long now = now_millis();
  uint32_t hash = 2166136261u;
  for (const char *at = key; *at; at++) hash = (hash ^ (unsigned char)*at) * 16777619u;
  for (int tries = 0; tries < MOST_SEEN; tries++) {
    uint16_t *place = &places[(hash + (uint32_t)tries) % MOST_SEEN];
    struct seen *one = &seen[*place ? *place - 1 : seen_count];
    if (!*place) {
      if (seen_count > MOST_SEEN - MOST_SEEN / 8) {
        lost++;
        return;
      }
      *place = (uint16_t)++seen_count;
      snprintf(one->key, sizeof one->key, "%s", key);
    } else if (strcmp(one->key, key)) {
      continue;
    } else if (attempt && one->attempt == attempt) {
      return;
    }
    one->attempt = attempt;
    snprintf(one->tail, sizeof one->tail, "%s", tail);
    one->count++;
    if (one->count == 1 || now - one->last >= QUIET_MILLIS) report(one, now);
    return;
  }
}

/* Counts packets that the kernel dropped, because no loss may be silent. */
static void count_drops(const struct wires *wires) {
  static uint32_t names_before;
  uint32_t memory[SK_MEMINFO_VARS] = {0};
  socklen_t size = sizeof memory;
  int packets[] = {wires->sink, wires->slirp_side};
  for (int at = 0; at < 2; at++) {
    struct tpacket_stats counted = {0};
    socklen_t room = sizeof counted;
    if (packets[at] >= 0 && !getsockopt(packets[at], SOL_PACKET, PACKET_STATISTICS, &counted, &room)) lost += counted.tp_drops;
  }
  if (getsockopt(wires->names, SOL_SOCKET, SO_MEMINFO, memory, &size)) return;
  lost += memory[SK_MEMINFO_DROPS] - names_before;
  names_before = memory[SK_MEMINFO_DROPS];
}

static void report_all(const struct wires *wires) {
  count_drops(wires);
  long long now = now_millis();
  for (int at = 0; at < seen_count; at++)
    if (seen[at].count != seen[at].reported) report(&seen[at], now);
  if (lost) say("lost %lu", lost);
}

static void note_name(const char *text, int type) {
  char key[340];
  snprintf(key, sizeof key, "dns %s %d", text, type);
  note(key, "", 0);
}

/* Learns the addresses of names from an answer of the real name server. */
static void learn_answers(const unsigned char *bytes, size_t size) {
  char text[NAME_ROOM];
  size_t at = size < 17 || number_at(bytes, 4) != 1 ? 0 : name_at(bytes, size, 12, text, sizeof text);
  if (!at) return;
  int answers = number_at(bytes, 6);
  for (at += 4; answers-- > 0 && at + 12 <= size;) {
    if ((bytes[at] & 0xc0) == 0xc0) at += 2;
    else {
      while (at < size && bytes[at]) at += bytes[at] + 1u;
      at++;
    }
    if (at + 10 > size) return;
    int type = bytes[at] << 8 | bytes[at + 1];
    size_t length = (size_t)(bytes[at + 8] << 8 | bytes[at + 9]);
    at += 10;
    if (type == 1 && length == 4 && at + 4 <= size) {
      uint32_t address;
      memcpy(&address, bytes + at, 4);
      learn(text, ntohl(address));
    }
    at += length;
  }
}

static void answer_names(int fd);

static void note_transport(int protocol, const unsigned char *b, size_t n, const char *address, uint32_t four,
                           const char *way, const struct wires *wires) {
  char key[160], tail[300];
  snprintf(tail, sizeof tail, " %s %s", *way == 'o' ? "out" : "sink", four ? name_of(four) : "");
  if (protocol == IPPROTO_TCP && n >= 14) {
    size_t head = (size_t)(b[12] >> 4) * 4 + 2; /* and the length of a message to a name server */
    if (*way == 'o' && number_at(b, 2) == 53 && head < n) questions(b + head, n - head, note_name);
    if ((b[13] & (TH_SYN | TH_ACK)) != TH_SYN) return;
    uint32_t attempt = (uint32_t)(b[0] << 8 | b[1]) * 2654435761u ^ (uint32_t)(b[4] << 24 | b[5] << 16 | b[6] << 8 | b[7]);
    snprintf(key, sizeof key, "net tcp %s %d", address, b[2] << 8 | b[3]);
    note(key, tail, attempt | 1);
  } else if (protocol == IPPROTO_UDP && n >= 8) {
    int port = b[2] << 8 | b[3];
    size_t mark = strlen(MARK);
    if (four == MARK_ADDRESS && port == 9 && *way == 's' && n == 8 + mark + 32 && !memcmp(b + 8, MARK, mark) &&
        marker && !memcmp(b + 8 + mark, marker, 16)) { /* only the owner and the agent know the beginning of marks */
      char token[33];
      for (size_t at = 0; at < 32; at++) token[at] = (char)(b[8 + mark + at] > ' ' && b[8 + mark + at] < 127 ? b[8 + mark + at] : '?');
      token[32] = 0;
      answer_names(wires->names);
      watch_drain(wires->watch);
      report_all(wires);
      say("mark %s", token);
      return;
    }
    if (port == 53) {
      int plain = questions(b + 8, n - 8, *way == 's' ? 0 : note_name); /* in the sink the name server reports it */
      if (plain && four == RESOLVER) return; /* any other port is no query to the sink's name server */
    }
    snprintf(key, sizeof key, "net udp %s %d", address, port);
    note(key, tail, 0);
  } else if ((protocol == IPPROTO_SCTP || protocol == IPPROTO_UDPLITE || protocol == IPPROTO_DCCP) && n >= 4) {
    snprintf(key, sizeof key, "net %s %s %d", protocol == IPPROTO_SCTP ? "sctp" : protocol == IPPROTO_DCCP ? "dccp" : "udplite", address, b[2] << 8 | b[3]);
    note(key, tail, 0);
  } else if ((protocol == IPPROTO_ICMP && n > 0 && b[0] == 8) || (protocol == IPPROTO_ICMPV6 && n > 0 && b[0] == 128)) {
    snprintf(key, sizeof key, "net icmp %s 0", address);
    note(key, tail, 0);
  } else if (protocol != IPPROTO_ICMP && protocol != IPPROTO_ICMPV6 && protocol != IPPROTO_IGMP && protocol != IPPROTO_NONE) {
    snprintf(key, sizeof key, "net ip-%d %s 0", protocol, address); /* no port, or a packet too short for one */
    note(key, tail, 0);
  }
}

static void note_packet(const unsigned char *b, size_t n, const char *way, const struct wires *wires) {
  char address[64];
  if (n < 34) return;
  int kind = b[12] << 8 | b[13];
  b += 14;
  n -= 14;
  if (kind == ETHERTYPE_IP) {
    size_t head = (size_t)(b[0] & 15) * 4;
    uint32_t four;
    memcpy(&four, b + 16, 4);
    inet_ntop(AF_INET, b + 16, address, sizeof address);
    int fragment = (b[6] & 0x1f) << 8 | b[7];
    if (head < 20 || head > n || fragment) return;
    note_transport(b[9], b + head, n - head, address, ntohl(four), way, wires);
  } else if (kind == ETHERTYPE_IPV6 && n >= 40) {
    int next = b[6];
    size_t head = 40;
    inet_ntop(AF_INET6, b + 24, address, sizeof address);
    while ((next == IPPROTO_HOPOPTS || next == IPPROTO_ROUTING || next == IPPROTO_DSTOPTS || next == IPPROTO_FRAGMENT) && head + 8 <= n) {
      if (next == IPPROTO_FRAGMENT && (b[head + 2] || b[head + 3] & 0xf8)) return; /* not the first */
      size_t size = next == IPPROTO_FRAGMENT ? 8 : 8u * (b[head + 1] + 1u);
      next = b[head];
      head += size;
    }
    if (head <= n) note_transport(next, b + head, n - head, address, 0, way, wires);
  }
}

/* Answers from the queried address, else the resolver would reject the answer. */
static void answer_one(int fd, struct msghdr *asked, unsigned char *bytes, size_t size) {
  char text[NAME_ROOM], control[256] = "";
  int plain = questions(bytes, size, note_name);
  size_t at = size < 17 || bytes[2] & 0xf8 ? 0 : name_at(bytes, size, 12, text, sizeof text);
  if (!at || at + 4 > size) return;
  int type = number_at(bytes, at), single = plain && number_at(bytes, 4) == 1;
  at += 4;
  bytes[2] = 0x81;
  bytes[3] = single ? 0x80 : 0x81; /* servers answer only one question at a time */
  bytes[4] = 0;
  bytes[5] = 1;
  memset(bytes + 6, 0, 6);
  if (type == 1 && single) {
    uint32_t address = invent(text);
    unsigned char record[16] = {0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 5, 0, 4};
    record[12] = (unsigned char)(address >> 24);
    record[13] = (unsigned char)(address >> 16);
    record[14] = (unsigned char)(address >> 8);
    record[15] = (unsigned char)address;
    bytes[7] = 1;
    memcpy(bytes + at, record, sizeof record);
    at += sizeof record;
  }
  struct iovec body = {bytes, at};
  struct msghdr reply = {.msg_name = asked->msg_name, .msg_namelen = asked->msg_namelen, .msg_iov = &body, .msg_iovlen = 1};
  for (struct cmsghdr *c = CMSG_FIRSTHDR(asked); c; c = CMSG_NXTHDR(asked, c)) {
    if (c->cmsg_level != IPPROTO_IPV6 || c->cmsg_type != IPV6_PKTINFO) continue;
    struct in6_pktinfo six;
    memcpy(&six, CMSG_DATA(c), sizeof six);
    struct cmsghdr *out = (void *)control;
    reply.msg_control = control;
    if (IN6_IS_ADDR_V4MAPPED(&six.ipi6_addr)) {
      struct in_pktinfo four = {0};
      memcpy(&four.ipi_spec_dst, six.ipi6_addr.s6_addr + 12, 4);
      *out = (struct cmsghdr){.cmsg_len = CMSG_LEN(sizeof four), .cmsg_level = IPPROTO_IP, .cmsg_type = IP_PKTINFO};
      memcpy(CMSG_DATA(out), &four, sizeof four);
      reply.msg_controllen = CMSG_SPACE(sizeof four);
    } else {
      *out = (struct cmsghdr){.cmsg_len = CMSG_LEN(sizeof six), .cmsg_level = IPPROTO_IPV6, .cmsg_type = IPV6_PKTINFO};
      memcpy(CMSG_DATA(out), &six, sizeof six);
      reply.msg_controllen = CMSG_SPACE(sizeof six);
    }
  }
  sendmsg(fd, &reply, MSG_DONTWAIT);
}

static void answer_names(int fd) {
  unsigned char bytes[65536 + 64];
  char control[512];
  struct sockaddr_in6 from;
  for (;;) {
    struct iovec body = {bytes, sizeof bytes - 64};
    struct msghdr asked = {&from, sizeof from, &body, 1, control, sizeof control, 0};
    ssize_t size = recvmsg(fd, &asked, MSG_DONTWAIT);
    if (size < 0) return;
    answer_one(fd, &asked, bytes, (size_t)size);
  }
}

static void relay_from_slirp(const struct wires *wires) {
  unsigned char bytes[65536];
  for (int most = 0; most < 64; most++) {
    ssize_t size = recv(wires->slirp, bytes, sizeof bytes, MSG_DONTWAIT);
    if (size == 0) die("slirp4netns ended");
    if (size < 0) return;
    size_t head = size > 34 ? (size_t)(bytes[14] & 15) * 4 : 0;
    uint32_t from = 0;
    if (head >= 20) memcpy(&from, bytes + 26, 4);
    if (head >= 20 && ntohl(from) == RESOLVER && bytes[12] == 8 && bytes[13] == 0 && bytes[23] == IPPROTO_UDP && (size_t)size > 14 + head + 20 &&
        bytes[14 + head] == 0 && bytes[14 + head + 1] == 53)
      learn_answers(bytes + 14 + head + 8, (size_t)size - 14 - head - 8);
    if (send(wires->slirp_side, bytes, (size_t)size, MSG_DONTWAIT) < 0) continue;
  }
}

/* Checks a packet's destination itself, because a socket bound to the interface ignores routes. */
static int may_leave(const unsigned char *b, size_t n) {
  int kind = n < 14 ? 0 : b[12] << 8 | b[13];
  if (kind == ETHERTYPE_ARP) return 1;
  if (kind != ETHERTYPE_IP || n < 34) return 0;
  size_t head = (size_t)(b[14] & 15) * 4;
  uint32_t address;
  memcpy(&address, b + 30, 4);
  address = ntohl(address);
  if (address == RESOLVER) { /* behind it is the host's own name server: only name queries may pass */
    int first = !(b[20] & 0x1f) && !b[21], port = n >= 14 + head + 4 ? b[14 + head + 2] << 8 | b[14 + head + 3] : 0;
    return first && head >= 20 && port == 53 && (b[23] == IPPROTO_UDP || b[23] == IPPROTO_TCP);
  }
  for (int at = 0; at < denied_count; at++)
    if ((address & denied[at].mask) == denied[at].address) return 0;
  return 1;
}

void record_readable(const struct wires *wires, int fd) {
  unsigned char bytes[65536];
  if (fd == wires->names) answer_names(fd);
  else if (fd == wires->slirp) relay_from_slirp(wires);
  else
    for (int most = 0; most < 256; most++) {
      struct sockaddr_ll from;
      socklen_t room = sizeof from;
      ssize_t size = recvfrom(fd, bytes, sizeof bytes, MSG_DONTWAIT, (void *)&from, &room);
      if (size < 0) return;
      if (from.sll_pkttype == PACKET_OUTGOING) continue;
      int leaves = fd == wires->slirp_side && may_leave(bytes, (size_t)size);
      note_packet(bytes, (size_t)size, fd == wires->sink ? "sink" : leaves ? "out" : "refused", wires);
      if (leaves && send(wires->slirp, bytes, (size_t)size, MSG_DONTWAIT) < 0) continue;
    }
}
