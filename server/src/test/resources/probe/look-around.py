# Writes down everything a program can learn about the sandbox it runs in, one fact per line as "kind|fact".
import ctypes
import glob
import os
import platform
import resource
import signal
import stat
import sys

SKILL = sys.argv[1]
OUT = open(sys.argv[2], "w")


def say(kind, *facts):
    text = " ".join(str(fact) for fact in facts)
    for line in text.splitlines() or [""]:
        OUT.write("%s|%s\n" % (kind, line))


def text(path):
    try:
        with open(path, "rb") as file:
            return file.read(1 << 20).replace(b"\0", b" ").decode("utf-8", "replace")
    except OSError as e:
        return e.strerror


def attempt(kind, name, action):
    try:
        say(kind, name, action())
    except OSError as e:
        say(kind, name, e.strerror)


for name in sorted(os.environ):
    say("variable", name + "=" + os.environ[name])
say("name", platform.node(), platform.release(), platform.machine(), os.uname().version)
say("user", os.getresuid(), os.getresgid(), os.getgroups(), os.umask(0o22), os.getpriority(os.PRIO_PROCESS, 0))
say("cores", sorted(os.sched_getaffinity(0)), os.sched_getscheduler(0))
for name in sorted(n for n in dir(resource) if n.startswith("RLIMIT_")):
    say("limit", name, resource.getrlimit(getattr(resource, name)))
for line in text("/proc/self/mountinfo").splitlines():
    say("mount", " ".join(line.split(" ")[3:]))
for line in text("/proc/self/status").splitlines():
    if line.split(":")[0] in ("Uid", "Gid", "Groups", "CapInh", "CapPrm", "CapEff", "CapBnd", "CapAmb", "NoNewPrivs",
                              "Seccomp", "Seccomp_filters", "SigIgn", "SigBlk", "CoreDumping", "THP_enabled",
                              "Speculation_Store_Bypass", "Cpus_allowed", "Mems_allowed", "TracerPid"):
        say("status", line)
for path in ("cgroup", "oom_score_adj", "personality", "timerslack_ns", "setgroups", "uid_map", "gid_map", "loginuid",
             "sessionid", "autogroup", "attr/current", "coredump_filter"):
    say("self", path, text("/proc/self/" + path))
for path in sorted(glob.glob("/proc/sys/user/*")) + ["/proc/sys/kernel/hostname", "/proc/sys/kernel/domainname"]:
    say("kernel", path, text(path))
for path in ("/proc/net/dev", "/proc/net/route", "/proc/net/unix", "/proc/net/tcp", "/proc/net/udp"):
    say("network", path, len(text(path).splitlines()), text(path).split("\n")[0])
for number in sorted(int(p) for p in os.listdir("/proc") if p.isdigit()):
    if number != os.getpid():
        say("process", text("/proc/%d/comm" % number), text("/proc/%d/cmdline" % number))
for number in sorted(os.listdir("/proc/self/fd")):
    try:
        say("descriptor", number, os.readlink("/proc/self/fd/" + number))
    except OSError:
        pass

SEEN = ["/", "/workspace", "/workspace/uploads", "/workspace/intermediate", "/workspace/skills", "/skills", "/tmp", "/run",
        "/dev", "/dev/shm", "/home", "/root", "/opt", "/opt/runtime", "/var/tmp", "/mnt", "/srv", os.environ.get("HOME", "/")]
for folder in SEEN:
    try:
        names = sorted(os.listdir(folder))
    except OSError as e:
        say("folder", folder, e.strerror)
        continue
    for name in [""] + names:
        if folder in ("/workspace/skills", "/skills") and name not in ("", SKILL):
            continue
        facts = os.lstat(os.path.join(folder, name))
        links = 0 if folder in ("/workspace/skills", "/skills") and not name else facts.st_nlink
        say("file", os.path.join(folder, name), stat.filemode(facts.st_mode), facts.st_uid, facts.st_gid, links,
            facts.st_rdev)
for folder, folders, files in sorted(os.walk("/workspace/skills/" + SKILL)):
    for name in sorted(files + folders):
        facts = os.lstat(os.path.join(folder, name))
        say("skill", os.path.join(folder, name), stat.filemode(facts.st_mode), facts.st_uid, facts.st_gid,
            facts.st_nlink, facts.st_size, int(facts.st_mtime))
for place in ("/", "/workspace/uploads", "/workspace/intermediate", "/workspace/skills/" + SKILL, "/tmp", "/dev/shm"):
    facts = os.statvfs(place)
    say("space", place, facts.f_bsize, facts.f_flag, facts.f_namemax, facts.f_blocks, facts.f_files)
for path in ("/etc/hosts", "/etc/hostname", "/etc/resolv.conf", "/etc/passwd", "/etc/group", "/etc/machine-id", "/etc/nsswitch.conf"):
    say("text", path, text(path))

# What the kernel answers to every call there is, each made by a child of its own with arguments that cannot work.
LIBC = ctypes.CDLL(None, use_errno=True)


def call(number, *arguments):
    ctypes.set_errno(0)
    result = LIBC.syscall(ctypes.c_long(number), *[ctypes.c_long(a) for a in arguments])
    return ctypes.get_errno() if result == -1 else 0


OUT.flush()
for number in range(0, 470):
    child = os.fork()
    if not child:
        signal.alarm(2)
        os._exit(call(number, -1, -1, -1, -1, -1, -1) & 0xFF)
    say("call", number, os.waitpid(child, 0)[1])
for family in range(0, 50):
    for kind in (1, 2, 3):
        say("socket", family, kind, call({"x86_64": 41, "aarch64": 198}[platform.machine()], family, kind, 0))
        pair = (ctypes.c_int * 2)()
        say("pair", family, kind, call({"x86_64": 53, "aarch64": 199}[platform.machine()], family, kind, 0,
                                       ctypes.addressof(pair)))
how = (ctypes.c_uint64 * 3)(0, 0, 0)
place = ctypes.create_string_buffer(b"/etc/passwd")
say("openat2", call(437, -100, ctypes.addressof(place), ctypes.addressof(how), 24))
for folder in ("/workspace/uploads", "/workspace/intermediate", "/tmp", "/opt", "/workspace/skills/" + SKILL, "/usr/bin"):
    path = os.path.join(folder, ".probe")
    attempt("write", folder, lambda: open(path, "w").close())
    for mode in (0o755, 0o4755, 0o2755, 0o1777):
        attempt("mode", "%s %o" % (folder, mode), lambda: os.chmod(path, mode))
    attempt("device", folder, lambda: os.mknod(path + "-device", 0o600 | stat.S_IFCHR, os.makedev(1, 3)))
    attempt("attribute", folder, lambda: os.setxattr(path, "user.probe", b"1"))
    attempt("owner", folder, lambda: os.chown(path, 1, 1))
    attempt("link", folder, lambda: os.link(path, path + "-link"))
    for leftover in glob.glob(path + "*"):
        os.unlink(leftover)
OUT.close()
