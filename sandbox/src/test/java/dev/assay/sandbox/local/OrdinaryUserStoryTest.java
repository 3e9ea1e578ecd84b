package dev.assay.sandbox.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import java.io.File;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.platform.engine.FilterResult;
import org.junit.platform.launcher.PostDiscoveryFilter;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;
import org.junit.platform.launcher.listeners.SummaryGeneratingListener;

/// The contract again, as a user without any rights. When root runs the tests, this one copies what
/// it needs to where anybody may read and runs the contract there through `setpriv`.
class OrdinaryUserStoryTest {
  private static final String UID = "60601";
  private static final Set<String> JARS =
      Set.of(
          "junit",
          "assertj",
          "awaitility",
          "hamcrest",
          "opentest4j",
          "apiguardian",
          "jspecify",
          "byte-buddy");

  /// What is long and counted by the same code whoever runs it.
  private static final Set<String> SAME_FOR_ROOT =
      Set.of(
          "more_entries_than_allowed_are_refused",
          "a_flood_of_one_gigabyte_neither_fills_memory_nor_blocks",
          "a_listing_that_would_fill_memory_is_refused");

  /// Runs the contract; the exit code is the number of failures.
  static final class Again {
    private Again() {}

    public static void main(String[] arguments) {
      SummaryGeneratingListener listener = new SummaryGeneratingListener();
      LauncherFactory.create()
          .execute(
              LauncherDiscoveryRequestBuilder.request()
                  .selectors(
                      selectClass(LocalEngineStoryTest.class),
                      selectClass(SandboxSecurityStoryTest.class),
                      selectClass(HostileSkillStoryTest.class))
                  .filters(
                      (PostDiscoveryFilter)
                          test ->
                              FilterResult.includedIf(
                                  !SAME_FOR_ROOT.contains(
                                      test.getDisplayName().replaceFirst("\\(.*", ""))))
                  .build(),
              listener);
      var summary = listener.getSummary();
      summary.printFailuresTo(new PrintWriter(System.out, true, StandardCharsets.UTF_8), 12);
      System.out.println(
          "ran %d, failed %d, not applicable %d"
              .formatted(
                  summary.getTestsFoundCount(),
                  summary.getTotalFailureCount(),
                  summary.getTestsAbortedCount()));
      boolean fine = summary.getTotalFailureCount() == 0 && summary.getTestsSucceededCount() > 100;
      System.exit(fine ? 0 : 1);
    }
  }

  @Test
  void the_contract_holds_for_a_user_without_rights() throws Exception {
    assumeTrue(EngineFolders.byRoot(), "an ordinary user has just run it");
    assumeTrue(MachinePrograms.find("setpriv").isPresent(), "setpriv is part of util-linux");
    Path open = Files.createTempDirectory(Path.of("/tmp"), "assay-user");
    try {
      Files.setPosixFilePermissions(open, PosixFilePermissions.fromString("rwxr-xr-x"));
      Path own = Files.createDirectory(open.resolve("own"));
      Files.setAttribute(own, "unix:uid", Integer.parseInt(UID));
      List<String> classPath = copyClassPath(open);
      List<String> words =
          List.of(
              "setpriv",
              "--reuid=" + UID,
              "--regid=" + UID,
              "--clear-groups",
              "--no-new-privs",
              Path.of(System.getProperty("java.home"), "bin", "java").toString(),
              "-XX:TieredStopAtLevel=1",
              "-cp",
              String.join(File.pathSeparator, classPath),
              Again.class.getName());
      Process again =
          new ProcessBuilder(words).directory(own.toFile()).redirectErrorStream(true).start();
      String output = new String(again.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      assertThat(again.waitFor()).describedAs(output).isZero();
      System.out.println("as uid " + UID + ": " + output.lines().toList().getLast());
    } finally {
      NativeProgram.ask(List.of("rm", "-rf", open.toString()));
    }
  }

  private static List<String> copyClassPath(Path open) throws IOException {
    List<String> copies = new ArrayList<>();
    String all =
        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
    int number = 0;
    for (String entry : all.split(File.pathSeparator, -1)) {
      Path path = Path.of(entry);
      String name = String.valueOf(path.getFileName());
      boolean needed =
          Files.isDirectory(path)
              || name.startsWith("assay-")
              || JARS.stream().anyMatch(name::startsWith);
      if (needed && Files.exists(path)) {
        Path copy = open.resolve(number++ + "-" + name);
        NativeProgram.Answer answer =
            NativeProgram.ask(List.of("cp", "-rL", path.toString(), copy.toString()));
        assertThat(answer.code()).describedAs("%s", answer.lines()).isZero();
        copies.add(copy.toString());
      }
    }
    NativeProgram.ask(List.of("chmod", "-R", "a+rX", open.toString()));
    return copies;
  }
}
