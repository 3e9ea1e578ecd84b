package dev.assay.sandbox.remote;

import dev.assay.skill.AssayException;
import dev.assay.skill.ErrorCode;
import dev.assay.skill.Visible;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Objects;
import java.util.regex.Pattern;

/// Makes what sandboxes at a provider start from: a snapshot of one in which the programs and
/// folders that we need were added to what the provider has already. No code of a skill runs in it.
public final class ProviderBase {
  private static final Duration MOST = Duration.ofMinutes(15);
  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,99}");
  private static final int MOST_WORDS = 500;

  /// The last the script says: not every provider says how a command ended.
  private static final String READY = "assay-base-is-ready";

  private static final String SCRIPT = script();

  private ProviderBase() {}

  /// @param provider is set to what the new base is made from
  /// @param name of the new one
  /// @return what has to be set, so that sandboxes start from it
  public static String prepare(RemoteProvider provider, String name) {
    if (!NAME.matcher(name).matches() || name.startsWith(SnapshotName.PREFIX)) {
      throw new AssayException(
          ErrorCode.BAD_REQUEST,
          "\"%s\" cannot be the name of a base. Use letters, digits, dots, dashes and underscores, and no name that begins with %s."
              .formatted(Visible.line(name), SnapshotName.PREFIX));
    }
    String from = provider.requireBase();
    if (provider.snapshots(name).containsValue(name)) {
      throw new AssayException(
          ErrorCode.BAD_REQUEST,
          "%s has a snapshot \"%s\" already. Remove it there, or choose another name."
              .formatted(provider.place(), name));
    }
    BareSandbox sandbox = provider.createBare();
    try {
      BareSandbox.Executed done = sandbox.run(SCRIPT, MOST);
      if (done.code() != 0 || !done.text().strip().endsWith(READY)) {
        throw new AssayException(
            ErrorCode.SANDBOX_FAILED,
            "\"%s\" could not be made ready (exit code %d): %s"
                .formatted(from, done.code(), end(done.text())));
      }
      return sandbox.snapshot(name);
    } finally {
      sandbox.delete();
    }
  }

  private static String end(String text) {
    String plain = text.strip();
    return Visible.line(plain.substring(Math.max(0, plain.length() - MOST_WORDS)));
  }

  private static String script() {
    try (InputStream in = ProviderBase.class.getResourceAsStream("prepare-base.sh")) {
      return new String(
          Objects.requireNonNull(in, "prepare-base.sh").readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
