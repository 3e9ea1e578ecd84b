package dev.assay.sandbox.local.network;

import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The head of an HTTP request. Whatever servers could read in two ways is refused.
record HttpRequest(String method, String target, String version, List<Field> fields) {
  private static final int MOST = 64 * 1024;
  private static final Pattern START = Pattern.compile("([!-~]+) ([!-~]+) (HTTP/1\\.[01])");
  private static final Pattern FIELD =
      Pattern.compile("([!#$%&'*+.^_`|~0-9A-Za-z-]+):[ \\t]*([^\\x00-\\x08\\x0a-\\x1f\\x7f]*)");

  /// @param name in small letters
  record Field(String name, String value, String line) {}

  /// What is no request that can be understood in one way only.
  static final class Unclear extends IOException {
    private static final long serialVersionUID = 1L;

    Unclear(String reason) {
      super(reason);
    }
  }

  /// The next request, without its body; nothing at the end of the stream.
  static Optional<HttpRequest> read(InputStream in) throws IOException {
    int room = MOST;
    Optional<String> first = line(in, room);
    while (first.isPresent() && first.get().isEmpty() && room > 0) {
      room -= 2;
      first = line(in, room); // empty lines before a request count for nothing
    }
    if (first.isEmpty()) {
      return Optional.empty();
    }
    Matcher start = START.matcher(first.get());
    if (!start.matches()) {
      throw new Unclear("This is a proxy for HTTP.");
    }
    List<Field> fields = new ArrayList<>();
    room -= first.get().length();
    for (String line = next(in, room); !line.isEmpty(); line = next(in, room)) {
      Matcher field = FIELD.matcher(line);
      if (!field.matches()) {
        throw new Unclear("A line of the request's header is no field.");
      }
      fields.add(new Field(field.group(1).toLowerCase(Locale.ROOT), field.group(2).strip(), line));
      room -= line.length() + 2;
    }
    return Optional.of(new HttpRequest(start.group(1), start.group(2), start.group(3), fields));
  }

  boolean isTunnel() {
    return method.equals("CONNECT");
  }

  /// The hosts, with ports where they are named, that the request says it is for.
  List<String> hosts() {
    List<String> all = new ArrayList<>();
    if (isTunnel()) {
      all.add(target);
    } else if (!target.startsWith("/") && !target.equals("*")) {
      all.add(Optional.ofNullable(uri().getRawAuthority()).orElse(target));
    }
    fields.stream().filter(field -> field.name().equals("host")).forEach(it -> all.add(it.value()));
    return all;
  }

  /// Where the request wants to go; without a host if it names none.
  URI uri() {
    try {
      return new URI(isTunnel() ? "tunnel://" + target : target);
    } catch (URISyntaxException e) {
      return URI.create("tunnel:none");
    }
  }

  /// As an origin server wants it: a path instead of a URL, the host that was compared, one answer
  /// per connection.
  String forOrigin(String host) {
    URI uri = uri();
    String path = uri.getRawPath() == null || uri.getRawPath().isEmpty() ? "/" : uri.getRawPath();
    String query = uri.getRawQuery() == null ? "" : "?" + uri.getRawQuery();
    StringBuilder text = new StringBuilder(method + " " + path + query + " HTTP/1.1\r\n");
    text.append("Host: ").append(host).append("\r\n");
    for (Field field : fields) {
      boolean ours =
          field.name().startsWith("proxy-")
              || List.of("host", "connection", "keep-alive", "upgrade").contains(field.name());
      if (!ours) {
        text.append(field.line()).append("\r\n");
      }
    }
    return text.append("Connection: close\r\n\r\n").toString();
  }

  /// As it came.
  String whole() {
    StringBuilder text = new StringBuilder(method + " " + target + " " + version + "\r\n");
    fields.forEach(field -> text.append(field.line()).append("\r\n"));
    return text.append("\r\n").toString();
  }

  List<String> values(String name) {
    return fields.stream().filter(it -> it.name().equals(name)).map(Field::value).toList();
  }

  /// A line that has to be there.
  static String next(InputStream in, int most) throws IOException {
    return line(in, most).orElseThrow(() -> new Unclear("The request ends in its header."));
  }

  private static Optional<String> line(InputStream in, int most) throws IOException {
    StringBuilder line = new StringBuilder();
    for (int c = in.read(); c >= 0; c = in.read()) {
      if (c == '\r' && in.read() == '\n') {
        return Optional.of(line.toString());
      }
      if (c == '\r' || c == '\n') {
        throw new Unclear("Lines of a request end with CR LF.");
      }
      if (line.length() >= most) {
        throw new Unclear("The request's header is too long.");
      }
      line.append((char) c);
    }
    if (!line.isEmpty()) {
      throw new Unclear("The request ends in its header.");
    }
    return Optional.empty();
  }
}
