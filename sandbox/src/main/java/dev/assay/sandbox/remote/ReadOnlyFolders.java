package dev.assay.sandbox.remote;

import dev.assay.skill.ErrorCode;
import dev.assay.skill.sandbox.Command;
import dev.assay.skill.sandbox.CommandResult;
import dev.assay.skill.sandbox.Mount;
import dev.assay.skill.sandbox.Sandbox;
import dev.assay.skill.sandbox.SandboxFailure;
import dev.assay.skill.sandbox.SandboxSpec;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.List;

/// Folders of this machine as they are when a recorded sandbox is made: they are sent to where
/// nothing inside can write, and mounted from there.
final class ReadOnlyFolders {
  private ReadOnlyFolders() {}

  /// @param beside the provider's sandbox, before the recorded one is made in it
  static void put(SandboxSpec spec, Sandbox beside) {
    List<Mount> mounts = spec.mounts();
    String folder = NestedSandbox.place(0).replaceFirst("/0$", "");
    if (!spec.image().layers().isEmpty()) {
      require(beside.run(Command.of("rm", "-rf", "--", folder))); // those of a snapshot's
    }
    if (mounts.isEmpty()) {
      return;
    }
    for (int at = 0; at < mounts.size(); at++) {
      Path source = mounts.get(at).source();
      requireNoLink(source);
      String place = NestedSandbox.place(at);
      if (Files.isDirectory(source, LinkOption.NOFOLLOW_LINKS)) {
        beside.files().upload(source, place);
      } else {
        send(source, place, beside);
      }
    }
    require(beside.run(Command.of("chmod", "-R", "a+rX", "--", folder)));
  }

  private static void send(Path source, String place, Sandbox beside) {
    try (InputStream content = Files.newInputStream(source, LinkOption.NOFOLLOW_LINKS)) {
      beside.files().write(place, content);
    } catch (IOException e) {
      throw unusable(source, e);
    }
  }

  private static void requireNoLink(Path source) {
    try {
      if (!source.toRealPath().equals(source.toAbsolutePath())) {
        throw new SandboxFailure(
            ErrorCode.SANDBOX_FAILED, source + " cannot be mounted: there is a link on the way.");
      }
    } catch (IOException e) {
      throw unusable(source, e);
    }
  }

  private static SandboxFailure unusable(Path source, IOException e) {
    return new SandboxFailure(
        ErrorCode.SANDBOX_FAILED, "%s cannot be mounted: %s.".formatted(source, e), e);
  }

  private static void require(CommandResult result) {
    if (!result.succeeded()) {
      throw new SandboxFailure(
          ErrorCode.SANDBOX_FAILED,
          "The folder %s of the provider's sandbox cannot be prepared: %s"
              .formatted(NestedSandbox.FOLDER, result.stderr().text().strip()));
    }
  }
}
