package dev.assay.sandbox.e2b;

import dev.assay.sandbox.remote.BareSandbox;
import dev.assay.sandbox.remote.Spool;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;

/// One at E2B that a base is made of.
record BareE2bSandbox(E2bApi api, String id, Envd daemon) implements BareSandbox {
  private static final String FILE = "/tmp/assay-base.sh";

  @Override
  public Executed run(String script, Duration most) {
    try (Spool content =
        Spool.of((script + "rm -f " + FILE + "\n").getBytes(StandardCharsets.UTF_8))) {
      daemon.upload(FILE, content);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return E2bCommands.execute(daemon, List.of("/bin/sh", "-c", "sh " + FILE + " 2>&1"), most);
  }

  @Override
  public String snapshot(String name) {
    return E2bProvider.snapshot(api, id, name);
  }

  @Override
  public void delete() {
    api.kill(id);
  }
}
