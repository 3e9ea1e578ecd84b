package dev.assay.agent;

import dev.assay.skill.Secret;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/// A model at a provider.
///
/// @param servers where it is to be had, the first preferred
/// @param key for all of them
/// @param keyFile keys in a file, instead of that one
public record ModelService(
    Provider provider,
    List<URI> servers,
    Optional<Secret> key,
    Optional<Path> keyFile,
    String name,
    ModelSettings.Price price) {

  /// Which protocol is spoken.
  public enum Provider {
    /// OpenAI's chat protocol, which most servers speak, Azure's older form of it included.
    OPENAI("https://api.openai.com/v1"),
    /// Claude's own.
    ANTHROPIC("https://api.anthropic.com/v1");

    private final String home;

    Provider(String home) {
      this.home = home;
    }

    /// Where the provider itself offers it.
    public URI home() {
      return URI.create(home);
    }
  }

  public ModelService {
    servers = List.copyOf(servers);
    if (servers.isEmpty()) {
      throw new IllegalArgumentException("a model is at some server");
    }
  }

  public static ModelService of(Provider provider, URI server, String name) {
    return new ModelService(
        provider,
        List.of(server),
        Optional.empty(),
        Optional.empty(),
        name,
        ModelSettings.Price.NONE);
  }

  public ModelService with(Secret secret) {
    return new ModelService(provider, servers, Optional.of(secret), keyFile, name, price);
  }

  public ModelService with(ModelSettings.Price wanted) {
    return new ModelService(provider, servers, key, keyFile, name, wanted);
  }

  public ModelService named(String wanted) {
    return new ModelService(provider, servers, key, keyFile, wanted, price);
  }

  public ModelService keysIn(Path file) {
    return new ModelService(provider, servers, key, Optional.of(file), name, price);
  }

  public ModelService at(List<URI> wanted) {
    return new ModelService(provider, wanted, key, keyFile, name, price);
  }
}
