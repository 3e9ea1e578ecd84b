/* The sandbox's network. Packets that may not leave end in a sink: a second network namespace in
 * which every address is local. So an attempt is answered at once and can be recorded.
 *
 *   sandbox  v0 10.66.0.2 ── 10.66.0.1 s0  sink        (always)
 *            v1 10.0.2.100 ───────────  s1  slirp4netns (open: through this process)
 */
#include "spec.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/if_ether.h>
#include <linux/if_packet.h>
#include <net/if.h>
#include <netinet/in.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

static int packet_socket(const char *name) {
  int fd = socket(AF_PACKET, SOCK_RAW | SOCK_CLOEXEC | SOCK_NONBLOCK, 0); /* a protocol here would make bind take 10 ms */
  struct sockaddr_ll place = {
      .sll_family = AF_PACKET, .sll_protocol = htons(ETH_P_ALL), .sll_ifindex = (int)if_nametoindex(name)};
  int room = 8 << 20;
  if (fd < 0 || bind(fd, (void *)&place, sizeof place)) die("packet socket on %s: %s", name, strerror(errno));
  if (setsockopt(fd, SOL_SOCKET, SO_RCVBUFFORCE, &room, sizeof room))
    setsockopt(fd, SOL_SOCKET, SO_RCVBUF, &room, sizeof room);
  return fd;
}

static int name_socket(void) {
  int fd = socket(AF_INET6, SOCK_DGRAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0), one = 1, zero = 0;
  struct sockaddr_in6 place = {.sin6_family = AF_INET6, .sin6_port = htons(53)};
  setsockopt(fd, IPPROTO_IPV6, IPV6_V6ONLY, &zero, sizeof zero);
  setsockopt(fd, IPPROTO_IPV6, IPV6_RECVPKTINFO, &one, sizeof one);
  setsockopt(fd, IPPROTO_IP, IP_PKTINFO, &one, sizeof one);
  if (fd < 0 || bind(fd, (void *)&place, sizeof place)) die("name server socket: %s", strerror(errno));
  return fd;
}

static int here(void) {
  int fd = open("/proc/self/ns/net", O_RDONLY | O_CLOEXEC);
  if (fd < 0) die("network namespace: %s", strerror(errno));
  return fd;
}

static void move_to_new(void) {
  if (unshare(CLONE_NEWNET)) die("network namespace: %s", strerror(errno));
  netlink_open();
}

static void pair(const char *name, const char *other, int sandbox, char last, char last_other) {
  int failed = make_veth(name, other, sandbox, last, last_other);
  if (failed) die("veth: %s", strerror(-failed));
  link_quiet(name);
}

static void lay_sink(int sandbox, struct wires *wires) {
  move_to_new();
  put_text("/proc/sys/net/ipv4/icmp_echo_ignore_all", "1");
  put_text("/proc/sys/net/ipv6/icmp/echo_ignore_all", "1");
  put_text("/proc/sys/net/ipv4/icmp_ratelimit", "0");
  link_up("lo");
  pair("s0", "v0", sandbox, 1, 2);
  add_address("s0", AF_INET, "10.66.0.1", 30);
  add_address("s0", AF_INET6, "fd66::1", 64);
  link_up("s0");
  add_local_everything(AF_INET);
  add_local_everything(AF_INET6);
  add_neighbour("s0", AF_INET, "10.66.0.2", 2);
  add_neighbour("s0", AF_INET6, "fd66::2", 2);
  wires->sink = packet_socket("s0");
  wires->names = name_socket();
}

static void deny(char *network) {
  char *slash = strchr(network, '/');
  if (!slash) die("spec: not a network: %s", network);
  *slash = 0;
  add_gateway("v0", AF_INET, network, atoi(slash + 1), "10.66.0.1");
  *slash = '/';
}

static void lay_sandbox(const struct spec *spec, int open) {
  netlink_open();
  link_up("lo");
  link_quiet("v0");
  add_address("v0", AF_INET, "10.66.0.2", 30);
  add_address("v0", AF_INET6, "fd66::2", 64);
  link_up("v0");
  add_neighbour("v0", AF_INET, "10.66.0.1", 1);
  add_neighbour("v0", AF_INET6, "fd66::1", 1);
  add_gateway("v0", AF_INET6, "::", 0, "fd66::1");
  if (open) {
    link_quiet("v1");
    link_plain_checksums("v1");
    add_address("v1", AF_INET, "10.0.2.100", 24);
    link_up("v1");
    add_gateway("v1", AF_INET, "0.0.0.0", 0, "10.0.2.2");
    add_gateway("v0", AF_INET, "192.0.2.0", 24, "10.66.0.1"); /* marks never leave */
    for (int at = 0; at < spec->denied_count; at++) deny(spec->denied[at]);
  } else {
    add_gateway("v0", AF_INET, "0.0.0.0", 0, "10.66.0.1");
  }
}

/* Called in the sandbox's network namespace; leaves the caller there. */
struct wires lay_wires(const struct spec *spec, int slirp) {
  struct wires wires = {.sink = -1, .names = -1, .slirp_side = -1, .slirp = slirp, .watch = -1};
  int sandbox = here();
  lay_sink(sandbox, &wires);
  if (slirp >= 0) {
    move_to_new();
    pair("s1", "v1", sandbox, 3, 4);
    link_plain_checksums("s1");
    link_up("s1");
    wires.slirp_side = packet_socket("s1");
  }
  if (setns(sandbox, CLONE_NEWNET)) die("network namespace: %s", strerror(errno));
  lay_sandbox(spec, slirp >= 0);
  netlink_close();
  close(sandbox);
  return wires;
}

static pid_t slirp_process;

void stop_slirp(void) {
  if (slirp_process <= 0) return;
  kill(slirp_process, SIGKILL);
  waitpid(slirp_process, 0, 0);
}

/* Starts slirp in the network it goes out through, with a socket in the sandbox's own folder. */
int start_slirp(const struct spec *spec) {
  struct sockaddr_un place = {.sun_family = AF_UNIX, .sun_path = "net.sock"};
  unlink(place.sun_path);
  pid_t owner = getpid(), child = fork();
  if (!child) {
    if (!geteuid() && drop_root(spec->uid)) _exit(1); /* it reads hostile packets */
    prctl(PR_SET_PDEATHSIG, SIGKILL); /* a change of user resets it */
    if (getppid() != owner) _exit(1);
    int nothing = open("/dev/null", O_RDWR);
    for (int fd = 0; fd < 3; fd++) dup2(nothing, fd);
    execl(spec->slirp, "slirp4netns", "--target-type=bess", "--disable-host-loopback", "--mtu=1500",
          "--enable-seccomp", "net.sock", (char *)0);
    _exit(127);
  }
  slirp_process = child;
  int fd = socket(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0);
  for (int tries = 0; connect(fd, (void *)&place, sizeof place); tries++) {
    if (tries > 2000) die("%s does not answer: %s", spec->slirp, strerror(errno));
    poll(0, 0, 1);
  }
  unlink(place.sun_path);
  fcntl(fd, F_SETFL, O_NONBLOCK);
  return fd;
}
