package dev.assay.sandbox.local;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// Files of the host in which the credentials of package indexes and proxies stand: those that are
/// made for it, and of some others those that hold an address with a user.
final class ToolSecrets {
  private static final List<String> ALWAYS =
      List.of(
          "etc/pip.conf",
          "etc/xdg/pip",
          "etc/npmrc",
          "usr/etc/npmrc",
          "usr/local/etc/npmrc",
          "etc/netrc",
          "etc/apt/auth.conf",
          "etc/apt/auth.conf.d");
  private static final List<String> WITH_USER =
      List.of(
          "etc/apt/sources.list",
          "etc/apt/apt.conf",
          "etc/environment",
          "etc/gitconfig",
          "etc/wgetrc");
  private static final List<String> FOLDERS_WITH_USER =
      List.of("etc/apt/sources.list.d", "etc/apt/apt.conf.d", "etc/profile.d");
  private static final Pattern USER = Pattern.compile("://[^/\\s\"'@]+@");
  private static final int MOST = 1 << 20;

  private ToolSecrets() {}

  /// @param host the root of the host's files
  static Set<Path> find(Path host) {
    Set<Path> found = new HashSet<>();
    ALWAYS.stream().map(host::resolve).filter(Files::exists).forEach(found::add);
    WITH_USER.stream().map(host::resolve).filter(ToolSecrets::hasUser).forEach(found::add);
    FOLDERS_WITH_USER.forEach(folder -> addFrom(host.resolve(folder), found));
    return found;
  }

  private static void addFrom(Path folder, Set<Path> found) {
    try (Stream<Path> files = Files.list(folder)) {
      files.filter(ToolSecrets::hasUser).forEach(found::add);
    } catch (IOException e) {
      return; // a folder that this machine does not have
    }
  }

  /// What we cannot read, nobody in a sandbox of ours can.
  private static boolean hasUser(Path file) {
    try {
      return Files.isRegularFile(file)
          && Files.size(file) < MOST
          && USER.matcher(Files.readString(file, StandardCharsets.ISO_8859_1)).find();
    } catch (IOException e) {
      return false;
    }
  }
}
