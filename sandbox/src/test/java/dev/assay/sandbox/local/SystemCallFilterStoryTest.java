package dev.assay.sandbox.local;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.skill.Architecture;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// What the filter of each processor refuses, by the numbers of that processor. The tables here are
/// written from the kernel's own (arch/x86/entry/syscalls, include/uapi/asm-generic/unistd.h), not
/// from the helper's.
class SystemCallFilterStoryTest {
  private static final int EPERM = 1;
  private static final int ENOSYS = 38;
  private static final int EAFNOSUPPORT = 97;
  private static final int SET_USER_ID = 04755;
  private static final int PLAIN = 0755;
  private static final int O_CREAT = 0100;
  private static final int O_TMPFILE = 020000000;
  private static final int RLIMIT_CORE = 4;
  private static final int RLIMIT_NOFILE = 7;
  private static final long ABOVE_32_BITS = 1L << 40;

  /// What a processor runs besides its own: i386, 32-bit ARM; and each the other's.
  private static final Map<String, Integer> OTHERS =
      Map.of("i386", 0x40000003, "arm", 0x40000028, "amd64", 0xc000003e, "arm64", 0xc00000b7);

  /// Refused whatever the arguments are, and with what.
  private static final String REFUSED =
      """
      acct              163  89    1
      add_key           248  217   1
      adjtimex          159  171   1
      bpf               321  280   1
      chroot            161  51    1
      clock_settime     227  112   1
      delete_module     176  106   1
      fanotify_init     300  262   1
      finit_module      313  273   1
      fsconfig          431  431   1
      fsmount           432  432   1
      fsopen            430  430   1
      fspick            433  433   1
      init_module       175  105   1
      io_uring_enter    426  426   38
      io_uring_register 427  427   38
      io_uring_setup    425  425   38
      ioperm            173  -     1
      iopl              172  -     1
      kcmp              312  272   1
      kexec_file_load   320  294   1
      kexec_load        246  104   1
      keyctl            250  219   1
      lookup_dcookie    212  18    1
      memfd_secret      447  447   1
      modify_ldt        154  -     1
      mount             165  40    1
      mount_setattr     442  442   1
      move_mount        429  429   1
      name_to_handle_at 303  264   1
      nfsservctl        180  42    1
      open_by_handle_at 304  265   1
      open_tree         428  428   1
      open_tree_attr    467  467   1
      perf_event_open   298  241   1
      pidfd_getfd       438  438   1
      pivot_root        155  41    1
      process_vm_readv  310  270   1
      process_vm_writev 311  271   1
      ptrace            101  117   1
      quotactl          179  60    1
      quotactl_fd       443  443   1
      reboot            169  142   1
      request_key       249  218   1
      setns             308  268   1
      settimeofday      164  170   1
      swapoff           168  225   1
      swapon            167  224   1
      _sysctl           156  -     1
      syslog            103  116   1
      umount2           166  39    1
      unshare           272  97    1
      uselib            134  -     1
      userfaultfd       323  282   1
      """;

  @TempDir Path folder;
  private Path helper = Path.of("");

  @BeforeEach
  void unpack() {
    helper = NativeProgram.unpack(folder).path();
  }

  @ParameterizedTest
  @EnumSource(Architecture.class)
  void refuses_exactly_these_calls_whatever_their_arguments_are(Architecture architecture)
      throws IOException {
    SystemCallFilter plain = filter(architecture, "plain");
    Map<Integer, String> expected = refused(architecture);
    Map<Integer, String> found = new HashMap<>();
    for (int number = 0; number < 1024; number++) {
      boolean x32 = architecture == Architecture.AMD64 && number >= 512 && number <= 547;
      if (x32) {
        assertThat(answer(plain, architecture, number)).as("x32 %s", number).isEqualTo("38");
      } else if (!answer(plain, architecture, number).equals("allowed")) {
        found.put(number, answer(plain, architecture, number));
      }
    }
    assertThat(found).isEqualTo(expected);
  }

  @ParameterizedTest
  @EnumSource(Architecture.class)
  void refuses_every_call_of_another_table(Architecture architecture) throws IOException {
    SystemCallFilter filter = filter(architecture, "plain");
    OTHERS.forEach(
        (name, audit) -> {
          if (!name.equals(architecture.word())) {
            for (int number = 0; number < 512; number++) {
              assertThat(filter.answer(audit, number)).as(name + number).isEqualTo("1");
            }
          }
        });
    if (architecture == Architecture.AMD64) {
      for (int number : new int[] {0x40000000, 0x40000000 + 41, 0x40000000 + 521, -1}) {
        assertThat(answer(filter, architecture, number)).isEqualTo("38");
      }
    }
  }

  @ParameterizedTest
  @EnumSource(Architecture.class)
  void keeps_the_limit_of_cores_however_it_is_set(Architecture architecture) throws IOException {
    SystemCallFilter filter = filter(architecture, "plain");
    int prlimit = number(architecture, 302, 261);
    int setrlimit = number(architecture, 160, 164);
    String looksAsIfDone = "0";
    assertThat(answer(filter, architecture, setrlimit, RLIMIT_CORE, 1)).isEqualTo(looksAsIfDone);
    assertThat(answer(filter, architecture, setrlimit, RLIMIT_CORE + ABOVE_32_BITS, 1))
        .isEqualTo(looksAsIfDone);
    assertThat(answer(filter, architecture, setrlimit, RLIMIT_NOFILE, 1)).isEqualTo("allowed");
    assertThat(answer(filter, architecture, prlimit, 0, RLIMIT_CORE, 1)).isEqualTo(looksAsIfDone);
    assertThat(answer(filter, architecture, prlimit, 0, RLIMIT_CORE, ABOVE_32_BITS))
        .isEqualTo(looksAsIfDone);
    assertThat(answer(filter, architecture, prlimit, 0, RLIMIT_CORE, 0, 1)).isEqualTo("allowed");
    assertThat(answer(filter, architecture, prlimit, 0, RLIMIT_NOFILE, 1)).isEqualTo("allowed");
  }

  @ParameterizedTest
  @EnumSource(Architecture.class)
  void leaves_the_limits_of_other_processes_alone(Architecture architecture) throws IOException {
    SystemCallFilter filter = filter(architecture, "plain");
    int prlimit = number(architecture, 302, 261);
    String refused = Integer.toString(EPERM);
    for (int process : new int[] {1, 77, -1}) {
      assertThat(answer(filter, architecture, prlimit, process, RLIMIT_NOFILE, 1))
          .isEqualTo(refused);
      assertThat(answer(filter, architecture, prlimit, process, RLIMIT_NOFILE, ABOVE_32_BITS))
          .isEqualTo(refused);
      assertThat(answer(filter, architecture, prlimit, process, RLIMIT_CORE, 1)).isEqualTo(refused);
      assertThat(answer(filter, architecture, prlimit, process, RLIMIT_NOFILE, 0, 1))
          .isEqualTo("allowed");
    }
  }

  @ParameterizedTest
  @EnumSource(Architecture.class)
  void opens_sockets_of_four_families_only(Architecture architecture) throws IOException {
    SystemCallFilter filter = filter(architecture, "plain");
    int socket = number(architecture, 41, 198);
    int pair = number(architecture, 53, 199);
    for (int call : new int[] {socket, pair}) {
      for (int family = 0; family < 64; family++) {
        boolean allowed = family == 1 || family == 2 || family == 10 || family == 16;
        assertThat(answer(filter, architecture, call, family, 1, 0))
            .as("call %s of family %s", call, family)
            .isEqualTo(allowed ? "allowed" : Integer.toString(EAFNOSUPPORT));
      }
      assertThat(answer(filter, architecture, call, 16, 3, 9 /* NETLINK_AUDIT */))
          .isEqualTo(Integer.toString(EAFNOSUPPORT));
    }
  }

  @ParameterizedTest
  @EnumSource(Architecture.class)
  void gives_no_set_id_bits_where_folders_are_shared(Architecture architecture) throws IOException {
    SystemCallFilter shared = filter(architecture, "shared");
    SystemCallFilter plain = filter(architecture, "plain");
    for (long[] call : callsWithMode(architecture)) {
      int number = (int) call[0];
      int mode = (int) call[1];
      assertThat(answer(shared, architecture, number, with(mode, SET_USER_ID)))
          .as("call %s", number)
          .isEqualTo(Integer.toString(EPERM));
      assertThat(answer(shared, architecture, number, with(mode, PLAIN))).isEqualTo("allowed");
      assertThat(answer(plain, architecture, number, with(mode, SET_USER_ID))).isEqualTo("allowed");
    }
    for (long[] call : callsThatOpen(architecture)) {
      int number = (int) call[0];
      int flags = (int) call[1];
      for (int making : new int[] {O_CREAT, O_TMPFILE}) {
        assertThat(answer(shared, architecture, number, both(flags, making, SET_USER_ID)))
            .isEqualTo(Integer.toString(EPERM));
        assertThat(answer(shared, architecture, number, both(flags, making, PLAIN)))
            .isEqualTo("allowed");
      }
      assertThat(answer(shared, architecture, number, both(flags, 0, SET_USER_ID)))
          .isEqualTo("allowed");
    }
    assertThat(answer(shared, architecture, 437 /* openat2 */)).isEqualTo("" + ENOSYS);
    refused(architecture)
        .forEach(
            (number, error) ->
                assertThat(answer(shared, architecture, number)).as("" + number).isEqualTo(error));
  }

  /// Number of the call and place of its mode: fchmod, fchmodat, fchmodat2, mknodat; chmod, mknod
  /// and creat are amd64's alone.
  private static long[][] callsWithMode(Architecture architecture) {
    return architecture == Architecture.AMD64
        ? new long[][] {{91, 1}, {268, 2}, {452, 2}, {259, 2}, {90, 1}, {133, 1}, {85, 1}}
        : new long[][] {{52, 1}, {53, 2}, {452, 2}, {33, 2}};
  }

  /// Number of the call and place of its flags, which the mode follows: openat; open is amd64's.
  private static long[][] callsThatOpen(Architecture architecture) {
    return architecture == Architecture.AMD64
        ? new long[][] {{257, 2}, {2, 1}}
        : new long[][] {{56, 2}};
  }

  private static long[] with(int place, long value) {
    long[] arguments = new long[6];
    arguments[place] = value;
    return arguments;
  }

  private static long[] both(int place, long flags, long mode) {
    long[] arguments = with(place, flags);
    arguments[place + 1] = mode;
    return arguments;
  }

  /// With the calls whose answer depends on arguments, given none: a socket of no family.
  private static Map<Integer, String> refused(Architecture architecture) {
    Map<Integer, String> refused = new HashMap<>();
    REFUSED
        .lines()
        .map(line -> line.split(" +"))
        .filter(row -> !row[column(architecture)].equals("-"))
        .forEach(row -> refused.put(Integer.valueOf(row[column(architecture)]), row[3]));
    refused.put(number(architecture, 41, 198), Integer.toString(EAFNOSUPPORT));
    refused.put(number(architecture, 53, 199), Integer.toString(EAFNOSUPPORT));
    return refused;
  }

  private static int column(Architecture architecture) {
    return number(architecture, 1, 2);
  }

  private static int number(Architecture architecture, int amd64, int arm64) {
    return architecture == Architecture.AMD64 ? amd64 : arm64;
  }

  private SystemCallFilter filter(Architecture architecture, String extent) throws IOException {
    return SystemCallFilter.of(helper, architecture.word(), extent);
  }

  private static String answer(
      SystemCallFilter filter, Architecture architecture, int number, long... arguments) {
    return filter.answer(number(architecture, 0xc000003e, 0xc00000b7), number, arguments);
  }
}
