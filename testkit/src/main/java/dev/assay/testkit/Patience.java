package dev.assay.testkit;

import java.time.Duration;
import org.awaitility.Awaitility;
import org.junit.platform.launcher.LauncherSession;
import org.junit.platform.launcher.LauncherSessionListener;

/// Every wait for something that has to happen lasts a minute before it fails, so that a busy
/// machine makes tests slower and not red. What does happen ends the wait at once.
public final class Patience implements LauncherSessionListener {
  private static final Duration LONGEST = Duration.ofMinutes(1);

  @Override
  public void launcherSessionOpened(LauncherSession session) {
    Awaitility.setDefaultTimeout(LONGEST);
  }
}
