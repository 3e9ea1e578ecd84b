package dev.assay.packages.format;

import java.io.ByteArrayOutputStream;
import java.net.URI;
import java.util.Optional;
import java.util.function.BiFunction;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/// An npm registry's document about a package: JSON with all its versions. It can be long and is
/// copied as it is read.
public final class Packument {
  private static final JsonMapper JSON = JsonMapper.builder().build();

  private Packument() {}

  /// The same document with other addresses of its files. A version without a usable file gets no
  /// address.
  ///
  /// @param from the address of the document
  /// @param address gives the address for a version and its file
  /// @throws NotAnIndex if it is something else
  public static byte[] rewrite(byte[] body, URI from, BiFunction<String, Link, String> address)
      throws NotAnIndex {
    ByteArrayOutputStream out = new ByteArrayOutputStream(body.length + body.length / 2);
    boolean seen = false;
    try (JsonParser parser = JSON.createParser(body);
        JsonGenerator generator = JSON.createGenerator(out)) {
      if (parser.nextToken() != JsonToken.START_OBJECT) {
        throw new NotAnIndex("something that is no JSON object");
      }
      generator.writeStartObject();
      while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
        String name = parser.currentName();
        generator.writeName(name);
        if (parser.nextToken() == JsonToken.START_OBJECT && name.equals("versions")) {
          seen = true;
          versions(parser, generator, from, address);
        } else {
          generator.copyCurrentStructure(parser);
        }
      }
      generator.writeEndObject();
    } catch (JacksonException e) {
      throw new NotAnIndex("something that is not JSON");
    }
    if (!seen) {
      throw new NotAnIndex("JSON without versions of a package");
    }
    return out.toByteArray();
  }

  private static void versions(
      JsonParser parser,
      JsonGenerator generator,
      URI from,
      BiFunction<String, Link, String> address) {
    generator.writeStartObject();
    while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
      String version = parser.currentName();
      generator.writeName(version);
      if (parser.nextToken() != JsonToken.START_OBJECT) {
        generator.copyCurrentStructure(parser);
        continue;
      }
      generator.writeStartObject();
      while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
        String name = parser.currentName();
        generator.writeName(name);
        if (parser.nextToken() == JsonToken.START_OBJECT && name.equals("dist")) {
          JsonNode dist = parser.readValueAsTree();
          generator.writeTree(rewritten(version, dist, from, address));
        } else {
          generator.copyCurrentStructure(parser);
        }
      }
      generator.writeEndObject();
    }
    generator.writeEndObject();
  }

  private static JsonNode rewritten(
      String version, JsonNode dist, URI from, BiFunction<String, Link, String> address) {
    if (dist instanceof ObjectNode object) {
      Optional<Link> link = link(dist, from);
      if (link.isPresent()) {
        object.put("tarball", address.apply(version, link.get()));
      } else {
        object.remove("tarball");
      }
    }
    return dist;
  }

  private static Optional<Link> link(JsonNode dist, URI from) {
    Optional<Checksum> checksum =
        Checksum.findInIntegrity(dist.path("integrity").asString(""))
            .or(() -> Checksum.find("sha1", dist.path("shasum").asString("")));
    return SimplePage.resolve(from, dist.path("tarball").asString("-"))
        .flatMap(SimplePage::withoutUserAndFragment)
        .flatMap(
            target ->
                Link.findName(target)
                    .map(
                        name ->
                            new Link(
                                target,
                                name,
                                checksum,
                                Optional.empty(),
                                Optional.empty(),
                                Optional.empty())));
  }
}
