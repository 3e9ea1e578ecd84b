package dev.assay.sandbox.daytona;

import dev.assay.sandbox.remote.BareSandbox;
import dev.assay.sandbox.remote.Spool;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

/// One at Daytona that a base is made of.
record BareDaytonaSandbox(DaytonaApi api, String id, DaytonaToolbox toolbox)
    implements BareSandbox {
  private static final String FILE = "/tmp/assay-base.sh";

  @Override
  public Executed run(String script, Duration most) {
    try (Spool content =
        Spool.of((script + "rm -f " + FILE + "\n").getBytes(StandardCharsets.UTF_8))) {
      toolbox.upload(FILE, content);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    DaytonaToolbox.Executed done = toolbox.execute("sh " + FILE, most);
    return new Executed(done.code(), done.text());
  }

  @Override
  public String snapshot(String name) {
    api.snapshot(id, name);
    return name;
  }

  @Override
  public void delete() {
    api.delete(id);
  }
}
