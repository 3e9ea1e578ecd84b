package dev.assay.testkit;

import java.time.Duration;
import org.awaitility.Awaitility;
import org.junit.platform.launcher.LauncherSession;
import org.junit.platform.launcher.LauncherSessionListener;

/// Sets the timeout of every wait to a minute, so that a busy machine makes tests slower and not
/// red. A wait ends as soon as its condition holds.
public final class Patience implements LauncherSessionListener {
  private static final Duration LONGEST = Duration.ofMinutes(1);

  @Override
  public void launcherSessionOpened(LauncherSession session) {
    Awaitility.setDefaultTimeout(LONGEST);
  }
}
