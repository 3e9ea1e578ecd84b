package dev.assay.web.description;

import java.io.IOException;
import java.io.InputStreamReader;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import java.util.Optional;
import java.util.Properties;

/// The descriptions in `wording.properties`, of tags, parameters, schemas and properties. A
/// property's key includes its schema, unless the property means the same everywhere.
final class Wording {
  private final Properties texts = new Properties();

  Wording() {
    try (Reader reader =
        new InputStreamReader(
            Objects.requireNonNull(Wording.class.getResourceAsStream("wording.properties")),
            StandardCharsets.UTF_8)) {
      texts.load(reader);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  Optional<String> ofTag(String name) {
    return find("tag." + name.replace(' ', '-'));
  }

  Optional<String> ofParameter(String operation, String name) {
    return find("parameter." + operation + "." + name).or(() -> find("parameter." + name));
  }

  Optional<String> ofSchema(String name) {
    return find("schema." + name);
  }

  Optional<String> ofProperty(String schema, String name) {
    return find(schema + "." + name).or(() -> find("property." + name));
  }

  private Optional<String> find(String key) {
    return Optional.ofNullable(texts.getProperty(key));
  }
}
