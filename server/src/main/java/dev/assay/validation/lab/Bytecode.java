package dev.assay.validation.lab;

import dev.assay.skill.sandbox.Command;
import dev.assay.skill.sandbox.CommandResult;
import dev.assay.skill.sandbox.Sandbox;
import java.time.Duration;
import java.time.Instant;
import java.util.Locale;

/// Compiled Python code is made anew from its source before an image is kept. What an installation
/// left in its place could do anything, and nobody would see it in the source.
///
/// The system's own Python does it, without anything that a package brought; it compiles and runs
/// nothing of it.
final class Bytecode {
  private static final String SYSTEM = "/usr/bin:/bin";

  private Bytecode() {}

  static void renew(Sandbox sandbox, Instant start) {
    String since =
        String.format(
            Locale.ROOT,
            " -xdev -newerct @%d.%03d",
            start.getEpochSecond(),
            start.toEpochMilli() % 1000);
    run(sandbox, "find / " + since + " -path '*/__pycache__/*.pyc' -delete 2>/dev/null");
    run(
        sandbox,
        "find /opt"
            + since
            + " -path '*/site-packages/*' -name '*.py' -type f 2>/dev/null"
            + " | python3 -I -S -m compileall -q --invalidation-mode checked-hash -i -"
            + " >/dev/null 2>&1");
  }

  /// Without compiled code everything works, only slower.
  private static void run(Sandbox sandbox, String line) {
    CommandResult _ =
        sandbox.run(
            Command.shell(line).withVariable("PATH", SYSTEM).withTimeout(Duration.ofMinutes(2)));
  }
}
