/* Interfaces, addresses and routes by rtnetlink, in the network namespace of the caller. */
#include "assay.h"

#include <arpa/inet.h>
#include <errno.h>
#include <linux/ethtool.h>
#include <linux/netlink.h>
#include <linux/rtnetlink.h>
#include <linux/sockios.h>
#include <linux/veth.h>
#include <net/if.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <unistd.h>

static int netlink_fd = -1;
static union {
  struct nlmsghdr header;
  char bytes[4096];
} message;

/* A netlink socket belongs to the namespace it was made in: open one after every move. */
void netlink_open(void) {
  netlink_close();
  netlink_fd = socket(AF_NETLINK, SOCK_RAW | SOCK_CLOEXEC, NETLINK_ROUTE);
  if (netlink_fd < 0) die("netlink: %s", strerror(errno));
}

void netlink_close(void) {
  if (netlink_fd >= 0) close(netlink_fd);
  netlink_fd = -1;
}

static void begin(int type, int flags, const void *head, size_t size) {
  memset(&message, 0, sizeof message);
  message.header.nlmsg_type = (uint16_t)type;
  message.header.nlmsg_flags = (uint16_t)(NLM_F_REQUEST | NLM_F_ACK | flags);
  message.header.nlmsg_len = NLMSG_ALIGN(NLMSG_LENGTH(size));
  memcpy(NLMSG_DATA(&message.header), head, size);
}

static struct rtattr *attribute(int type, const void *value, size_t size) {
  struct rtattr *at = (struct rtattr *)(message.bytes + message.header.nlmsg_len);
  at->rta_type = (unsigned short)type;
  at->rta_len = (unsigned short)RTA_LENGTH(size);
  if (size) memcpy(RTA_DATA(at), value, size);
  message.header.nlmsg_len += RTA_ALIGN(at->rta_len);
  return at;
}

static void finish(struct rtattr *nest) {
  nest->rta_len = (unsigned short)(message.bytes + message.header.nlmsg_len - (char *)nest);
}

/* Sends the message. Returns 0 or a negative errno. */
static int ask(void) {
  char answer[4096];
  if (send(netlink_fd, message.bytes, message.header.nlmsg_len, 0) < 0) return -errno;
  ssize_t got = recv(netlink_fd, answer, sizeof answer, 0);
  if (got < (ssize_t)NLMSG_LENGTH(sizeof(struct nlmsgerr))) return -EIO;
  struct nlmsghdr *head = (void *)answer;
  return head->nlmsg_type == NLMSG_ERROR ? ((struct nlmsgerr *)NLMSG_DATA(head))->error : 0;
}

static void must(const char *what, const char *name) {
  int failed = ask();
  if (failed) die("network: %s %s: %s", what, name, strerror(-failed));
}

static int number_of(const char *name) {
  int number = (int)if_nametoindex(name);
  if (!number) die("network: no interface %s", name);
  return number;
}

int make_veth(const char *here, const char *there, int there_netns, char last_here, char last_there) {
  struct ifinfomsg link = {0}, peer = {0};
  char mac_here[6] = {2, 0, 0, 0, 0, last_here}, mac_there[6] = {2, 0, 0, 0, 0, last_there};
  begin(RTM_NEWLINK, NLM_F_CREATE | NLM_F_EXCL, &link, sizeof link);
  attribute(IFLA_IFNAME, here, strlen(here) + 1);
  attribute(IFLA_ADDRESS, mac_here, 6);
  struct rtattr *about = attribute(IFLA_LINKINFO, 0, 0);
  attribute(IFLA_INFO_KIND, "veth", 4);
  struct rtattr *data = attribute(IFLA_INFO_DATA, 0, 0), *other = attribute(VETH_INFO_PEER, 0, 0);
  memcpy(message.bytes + message.header.nlmsg_len, &peer, sizeof peer);
  message.header.nlmsg_len += NLMSG_ALIGN(sizeof peer);
  attribute(IFLA_IFNAME, there, strlen(there) + 1);
  attribute(IFLA_ADDRESS, mac_there, 6);
  if (there_netns >= 0) attribute(IFLA_NET_NS_FD, &there_netns, 4);
  finish(other);
  finish(data);
  finish(about);
  return ask();
}

void link_up(const char *name) {
  struct ifinfomsg link = {.ifi_index = number_of(name), .ifi_flags = IFF_UP, .ifi_change = IFF_UP};
  begin(RTM_NEWLINK, 0, &link, sizeof link);
  must("up", name);
}

/* Disables automatic IPv6 addresses, because duplicate detection takes a second. */
void link_quiet(const char *name) {
  struct ifinfomsg link = {.ifi_index = number_of(name)};
  unsigned char none = 1;
  begin(RTM_NEWLINK, 0, &link, sizeof link);
  struct rtattr *spec = attribute(IFLA_AF_SPEC, 0, 0), *six = attribute(AF_INET6, 0, 0);
  attribute(IFLA_INET6_ADDR_GEN_MODE, &none, 1);
  finish(six);
  finish(spec);
  ask(); /* a kernel without IPv6 has no such setting */
}

/* Frames that a user-space stack will read must carry their own checksums and fit the MTU. */
void link_plain_checksums(const char *name) {
  int fd = socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0);
  uint32_t commands[] = {ETHTOOL_STXCSUM, ETHTOOL_STSO, ETHTOOL_SGSO, ETHTOOL_SGRO};
  for (size_t at = 0; at < sizeof commands / sizeof *commands; at++) {
    struct ethtool_value value = {.cmd = commands[at], .data = 0};
    struct ifreq request = {0};
    strncpy(request.ifr_name, name, IFNAMSIZ - 1);
    request.ifr_data = (void *)&value;
    if (ioctl(fd, SIOCETHTOOL, &request) && commands[at] == ETHTOOL_STXCSUM)
      die("network: checksums of %s: %s", name, strerror(errno));
  }
  close(fd);
}

static int binary(int family, const char *text, unsigned char *out) {
  if (inet_pton(family, text, out) != 1) die("network: not an address: %s", text);
  return family == AF_INET ? 4 : 16;
}

void add_address(const char *name, int family, const char *address, int prefix) {
  unsigned char raw[16];
  size_t size = (size_t)binary(family, address, raw);
  struct ifaddrmsg head = {.ifa_family = (uint8_t)family,
                           .ifa_prefixlen = (uint8_t)prefix,
                           .ifa_index = (uint32_t)number_of(name),
                           .ifa_flags = family == AF_INET6 ? IFA_F_NODAD : 0};
  begin(RTM_NEWADDR, NLM_F_CREATE, &head, sizeof head);
  attribute(IFA_LOCAL, raw, size);
  attribute(IFA_ADDRESS, raw, size);
  must("address", address);
}

void add_neighbour(const char *name, int family, const char *address, unsigned char last) {
  unsigned char raw[16], mac[6] = {2, 0, 0, 0, 0, last};
  size_t size = (size_t)binary(family, address, raw);
  struct ndmsg head = {.ndm_family = (uint8_t)family, .ndm_ifindex = number_of(name), .ndm_state = NUD_PERMANENT};
  begin(RTM_NEWNEIGH, NLM_F_CREATE, &head, sizeof head);
  attribute(NDA_DST, raw, size);
  attribute(NDA_LLADDR, mac, 6);
  must("neighbour", address);
}

void add_gateway(const char *name, int family, const char *destination, int prefix, const char *via) {
  unsigned char raw[16], gateway[16];
  int number = number_of(name);
  struct rtmsg head = {.rtm_family = (uint8_t)family,
                       .rtm_dst_len = (uint8_t)prefix,
                       .rtm_table = RT_TABLE_MAIN,
                       .rtm_protocol = RTPROT_STATIC,
                       .rtm_scope = RT_SCOPE_UNIVERSE,
                       .rtm_type = RTN_UNICAST};
  begin(RTM_NEWROUTE, NLM_F_CREATE, &head, sizeof head);
  if (prefix) attribute(RTA_DST, raw, (size_t)binary(family, destination, raw));
  attribute(RTA_OIF, &number, 4);
  attribute(RTA_GATEWAY, gateway, (size_t)binary(family, via, gateway));
  must("route", destination);
}

/* Makes every address local, so that closed ports answer at once. */
void add_local_everything(int family) {
  int number = 1;
  struct rtmsg head = {.rtm_family = (uint8_t)family,
                       .rtm_table = RT_TABLE_MAIN,
                       .rtm_protocol = RTPROT_STATIC,
                       .rtm_scope = RT_SCOPE_HOST,
                       .rtm_type = RTN_LOCAL};
  begin(RTM_NEWROUTE, NLM_F_CREATE, &head, sizeof head);
  attribute(RTA_OIF, &number, 4);
  must("local route", "everything");
}
