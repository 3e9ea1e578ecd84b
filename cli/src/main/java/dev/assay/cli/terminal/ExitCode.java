package dev.assay.cli.terminal;

/// The exit codes of commands, for scripts.
public final class ExitCode {
  public static final int PASSED = 0;
  public static final int FAILED = 1;
  public static final int USAGE = 2;
  public static final int INCONCLUSIVE = 3;
  public static final int UNREACHABLE = 4;

  private ExitCode() {}
}
