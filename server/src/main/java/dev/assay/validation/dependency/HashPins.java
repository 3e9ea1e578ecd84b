package dev.assay.validation.dependency;

import dev.assay.contents.UnusablePackage;
import dev.assay.intake.Versions;
import dev.assay.skill.Visible;
import dev.assay.skill.dependency.Ecosystem;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The files that requirements with hashes allow. This class checks the hashes again, because pip
/// cannot be trusted in a sandbox in which it runs code of packages.
///
/// @param requirements the requirements with hashes, in the form of a requirements file
/// @param allowed the hashes by name, as `ALGORITHM:HEX`
record HashPins(List<String> requirements, Map<String, Set<String>> allowed) {
  private static final String HASH = " --hash=";
  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9._-]+");
  private static final Pattern PLAIN = Pattern.compile("[ -~]+");
  private static final Map<String, String> ALGORITHMS =
      Map.of("sha256", "SHA-256", "sha384", "SHA-384", "sha512", "SHA-512");

  /// Tests whether a requirement has hashes and can be written into a requirements file unchanged.
  static boolean isPinned(String requirement) {
    return requirement.contains(HASH) && PLAIN.matcher(requirement).matches();
  }

  static HashPins of(List<String> requirements) {
    List<String> pinned = requirements.stream().filter(HashPins::isPinned).distinct().toList();
    Map<String, Set<String>> allowed = new TreeMap<>();
    for (String each : pinned) {
      Matcher name = NAME.matcher(each);
      List<String> words = List.of(each.split(HASH, -1));
      if (name.lookingAt()) {
        allowed
            .computeIfAbsent(Versions.comparable(Ecosystem.PIP, name.group()), _ -> new TreeSet<>())
            .addAll(words.subList(1, words.size()));
      }
    }
    return new HashPins(pinned, allowed);
  }

  boolean has(String name) {
    return allowed.containsKey(name);
  }

  /// @param content the file from an index or the skill: a wheel or sources
  /// @throws UnusablePackage if no declared hash fits the file
  void require(String name, String file, Path content) {
    List<String> found = new ArrayList<>();
    for (String hash : allowed.getOrDefault(name, Set.of())) {
      String algorithm = hash.replaceFirst(":.*", "");
      String function = ALGORITHMS.get(algorithm);
      if (function == null) {
        continue; // an unknown algorithm can never fit
      }
      String actual = algorithm + ":" + digest(function, content);
      if (actual.equals(hash)) {
        return;
      }
      found.add(actual);
    }
    throw new UnusablePackage(
        found.isEmpty()
            ? "%s would be installed, and no --hash is declared for it, though there is one for others."
                .formatted(Visible.line(file, 200))
            : "%s has none of the hashes that are declared for %s: it has %s. Declare the hash of the file that was meant, or find out why the index has another one."
                .formatted(
                    Visible.line(file, 200),
                    Visible.line(name, 100),
                    found.stream().distinct().toList()));
  }

  private static String digest(String algorithm, Path content) {
    try (InputStream in = Files.newInputStream(content)) {
      MessageDigest digest = MessageDigest.getInstance(algorithm);
      byte[] bytes = new byte[64 * 1024];
      for (int size = in.read(bytes); size >= 0; size = in.read(bytes)) {
        digest.update(bytes, 0, size);
      }
      return HexFormat.of().formatHex(digest.digest());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e); // every Java has these algorithms
    }
  }
}
