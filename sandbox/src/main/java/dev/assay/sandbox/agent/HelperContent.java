package dev.assay.sandbox.agent;

import dev.assay.skill.Architecture;
import dev.assay.skill.Digest;
import dev.assay.skill.ErrorCode;
import dev.assay.skill.sandbox.SandboxFailure;
import java.io.IOException;
import java.io.InputStream;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/// The helper of a processor, as this build brings it along. What it is named by is found out once:
/// reading all of it takes a tenth of a second.
public final class HelperContent {
  private static final Map<Architecture, Optional<HelperContent>> KNOWN = new ConcurrentHashMap<>();

  private final Architecture architecture;
  private final String name;

  private HelperContent(Architecture architecture, String name) {
    this.architecture = architecture;
    this.name = name;
  }

  /// Empty if this build has none for that processor.
  public static Optional<HelperContent> find(Architecture architecture) {
    return KNOWN.computeIfAbsent(
        architecture,
        each ->
            read(each)
                .map(bytes -> new HelperContent(each, Digest.of(bytes).hex().substring(0, 12))));
  }

  /// The beginning of its digest.
  public String name() {
    return name;
  }

  public byte[] bytes() {
    return read(architecture).orElseThrow();
  }

  private static Optional<byte[]> read(Architecture architecture) {
    String resource = "/dev/assay/native/linux-" + architecture.word() + "/assay-helper";
    try (InputStream stream = HelperContent.class.getResourceAsStream(resource)) {
      return stream == null ? Optional.empty() : Optional.of(stream.readAllBytes());
    } catch (IOException e) {
      throw new SandboxFailure(
          ErrorCode.SANDBOX_UNAVAILABLE, "The sandbox helper cannot be read: " + e, e);
    }
  }
}
