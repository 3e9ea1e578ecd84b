package dev.assay.validation.lab;

import dev.assay.skill.sandbox.AccessEvidence;
import dev.assay.skill.sandbox.Command;
import dev.assay.skill.sandbox.Sandbox;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.Map;
import java.util.Objects;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/// Planted keys and passwords in the home folder of a sandbox, which show whether a skill reads the
/// user's keys. They open nothing. They are generated anew each time, so that they cannot be
/// recognized. The engine watches the folder that holds them. The home has links to it, so that
/// other files can be written beside them.
final class PlantedKeys {
  /// The path of the folder in the sandbox.
  static final String PLACE = "/mnt/home";

  private static final String LETTERS =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567abcdefghijklmnopqrstuvwxyz0189";
  private static final int CAPITALS = 32;
  private static final int PAGE = 4096;
  private static final SecureRandom RANDOM = new SecureRandom();

  /// The generators of the files, by the paths below the home folder.
  private static final Map<String, Supplier<String>> FILES =
      Map.of(
          ".ssh/id_ed25519", PlantedKeys::privateKey,
          ".aws/credentials", PlantedKeys::cloudKey,
          ".git-credentials", () -> "https://git:ghp_" + letters(36) + "@github.com\n",
          ".config/solana/id.json", PlantedKeys::wallet,
          ".config/google-chrome/Default/Login Data", () -> "SQLite format 3\0" + letters(PAGE));

  /// A file that is read as a control, to check that reading is recorded.
  private static final String CONTROL = ".profile";

  private PlantedKeys() {}

  /// Writes the files into the folder that the sandbox gets.
  static void write(Path folder) throws IOException {
    write(folder.resolve(CONTROL), "umask 022\n");
    for (Map.Entry<String, Supplier<String>> each : FILES.entrySet()) {
      write(folder.resolve(each.getKey()), each.getValue().get());
    }
  }

  private static void write(Path file, String text) throws IOException {
    Files.createDirectories(Objects.requireNonNull(file.getParent()));
    Files.writeString(file, text, StandardCharsets.US_ASCII);
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r--r--"));
  }

  /// Links the files into the home folder. Returns true if they are there and reading is recorded.
  static boolean lay(Sandbox sandbox) {
    String links =
        FILES.keySet().stream()
            .map(
                path ->
                    "mkdir -p \"$(dirname \"$HOME/%1$s\")\" && ln -s '%2$s/%1$s' \"$HOME/%1$s\""
                        .formatted(path, PLACE))
            .collect(Collectors.joining(" && "));
    String control = PLACE + "/" + CONTROL;
    return sandbox.run(Command.shell(links + " && cat " + control)).succeeded()
        && sandbox.access().opened().contains(control);
  }

  /// Returns the keys that were opened, as a user would write their paths.
  static SortedSet<String> opened(AccessEvidence evidence) {
    SortedSet<String> opened = new TreeSet<>();
    for (String path : FILES.keySet()) {
      if (evidence.opened().contains(PLACE + "/" + path)) {
        opened.add("~/" + path);
      }
    }
    return opened;
  }

  private static String cloudKey() {
    return "[default]\naws_access_key_id = AKIA%s\naws_secret_access_key = %s\n"
        .formatted(letters(16, CAPITALS), letters(40));
  }

  private static String privateKey() {
    byte[] key = new byte[297];
    RANDOM.nextBytes(key);
    byte[] head = "openssh-key-v1\0".getBytes(StandardCharsets.US_ASCII);
    System.arraycopy(head, 0, key, 0, head.length);
    return "-----BEGIN OPENSSH PRIVATE KEY-----\n%s\n-----END OPENSSH PRIVATE KEY-----\n"
        .formatted(Base64.getMimeEncoder(70, new byte[] {'\n'}).encodeToString(key));
  }

  private static String wallet() {
    return RANDOM
        .ints(64, 0, 256)
        .mapToObj(Integer::toString)
        .collect(Collectors.joining(",", "[", "]"));
  }

  private static String letters(int length) {
    return letters(length, LETTERS.length());
  }

  private static String letters(int length, int of) {
    return RANDOM
        .ints(length, 0, of)
        .mapToObj(each -> LETTERS.substring(each, each + 1))
        .collect(Collectors.joining());
  }
}
