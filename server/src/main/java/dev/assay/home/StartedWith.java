package dev.assay.home;

import dev.assay.skill.Secret;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.TreeSet;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/// The settings that a private server was started with. A later command compares them with its own.
/// Values are kept as keyed digests, because some are secrets.
///
/// @param build the build of Assay
/// @param digests the digests of settings and environment variables, by name
public record StartedWith(String build, Map<String, String> digests) {
  public StartedWith {
    digests = Map.copyOf(digests);
  }

  /// @param key the server's token, which only readers of `server.json` know
  public static StartedWith of(String build, Map<String, String> values, Secret key) {
    Map<String, String> digests = new TreeMap<>();
    values.forEach((name, value) -> digests.put(name, digest(name + "=" + value, key)));
    return new StartedWith(build, digests);
  }

  /// The names of the settings that differ; empty if there are none.
  public List<String> differences(StartedWith other) {
    List<String> names = new ArrayList<>();
    if (!build.equals(other.build)) {
      names.add("another build");
    }
    TreeSet<String> all = new TreeSet<>(digests.keySet());
    all.addAll(other.digests.keySet());
    all.stream()
        .filter(name -> !Objects.equals(digests.get(name), other.digests.get(name)))
        .forEach(names::add);
    return names;
  }

  private static String digest(String text, Secret key) {
    try {
      Mac mac = Mac.getInstance("HmacSHA256");
      mac.init(new SecretKeySpec(key.reveal().getBytes(StandardCharsets.UTF_8), "HmacSHA256"));
      byte[] digest = mac.doFinal(text.getBytes(StandardCharsets.UTF_8));
      return HexFormat.of().formatHex(digest, 0, 16);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every Java has HmacSHA256", e);
    }
  }
}
