package dev.assay.packages.fetch;

import dev.assay.skill.Secret;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Optional;

/// An address as tools write it, separated into the part that may be shown and the credentials in
/// it.
public record PlainAddress(URI address, Optional<Credentials.Entry> credentials) {
  /// Parses an address; empty for an unsupported one: another scheme, no host, a relative path.
  public static Optional<PlainAddress> find(String text) {
    String plain = text.strip();
    try {
      if (plain.startsWith("/")) {
        return Optional.of(new PlainAddress(Path.of(plain).toUri(), Optional.empty()));
      }
      int user = plain.indexOf("://");
      int end = plain.indexOf('/', user + 3);
      int at = plain.lastIndexOf('@', end < 0 ? plain.length() : end);
      boolean with = user > 0 && at > user;
      URI address = new URI(with ? plain.substring(0, user + 3) + plain.substring(at + 1) : plain);
      return isOurs(address)
          ? Optional.of(
              new PlainAddress(
                  withoutQuery(address),
                  with
                      ? Optional.of(entry(plain.substring(user + 3, at), address))
                      : Optional.empty()))
          : Optional.empty();
    } catch (URISyntaxException | IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  private static boolean isOurs(URI address) {
    return switch (String.valueOf(address.getScheme())) {
      case "http", "https" -> address.getHost() != null && address.getUserInfo() == null;
      case "file" -> !address.isOpaque() && address.getHost() == null;
      default -> false;
    };
  }

  private static URI withoutQuery(URI address) throws URISyntaxException {
    return address.getHost() == null
        ? new URI("file", "", address.getPath(), null)
        : new URI(
            address.getScheme(),
            null,
            address.getHost(),
            address.getPort(),
            address.getPath(),
            null,
            null);
  }

  /// @param user the user and password, `user:password`, percent-encoded
  public static Credentials.Entry entry(String user, URI address) {
    int colon = user.indexOf(':');
    String login = colon < 0 ? user : user.substring(0, colon);
    String password = colon < 0 ? "" : user.substring(colon + 1);
    HostAndPort place = HostAndPort.of(address);
    return new Credentials.Entry(
        place.host(), place.port(), "/", decoded(login), Secret.of(decoded(password)));
  }

  private static String decoded(String text) {
    return URLDecoder.decode(text.replace("+", "%2B"), StandardCharsets.UTF_8);
  }
}
