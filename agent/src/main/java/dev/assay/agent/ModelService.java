package dev.assay.agent;

import dev.assay.skill.Secret;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/// A model at a provider.
///
/// @param servers its servers, the preferred one first
/// @param key the key for all servers
/// @param keyFile a file of keys, instead of the single key
public record ModelService(
    Provider provider,
    List<URI> servers,
    Optional<Secret> key,
    Optional<Path> keyFile,
    String name,
    ModelSettings.Price price) {

  /// A protocol of model servers.
  public enum Provider {
    /// OpenAI's chat protocol, which most servers speak, and Azure's older form of it.
    OPENAI("https://api.openai.com/v1"),
    /// Claude's own protocol.
    ANTHROPIC("https://api.anthropic.com/v1");

    private final String home;

    Provider(String home) {
      this.home = home;
    }

    /// The address of the provider's own servers.
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
