package dev.assay.configuration;

import dev.assay.skill.Secret;
import java.math.BigDecimal;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The form of a setting's values: its description and the parser of its text. The parser throws an
/// [IllegalArgumentException] for text that does not fit.
public record Form<T>(String allowed, Function<String, T> reader, Visibility visibility) {

  public enum Visibility {
    SHOWN,
    /// A secret. Its value never appears in a message, on a page or in a log.
    HIDDEN
  }

  static final Form<String> TEXT = shown("text", Form::nonBlank);

  static final Form<Secret> SECRET =
      new Form<>("text", text -> Secret.of(nonBlank(text)), Visibility.HIDDEN);

  static final Form<Boolean> FLAG = shown("true or false", Form::flag);

  static final Form<Path> FILE = shown("path of a file", text -> Path.of(nonBlank(text)));

  static final Form<Path> FOLDER = shown("path of a folder", text -> Path.of(nonBlank(text)));

  static final Form<List<String>> WORDS =
      shown(
          "words separated by commas",
          text ->
              Arrays.stream(text.split(",", -1))
                  .map(String::strip)
                  .filter(word -> !word.isEmpty())
                  .toList());

  static final Form<URI> WEB_ADDRESS =
      shown("address beginning with https:// or http://", Form::webAddress);

  static final Form<List<URI>> WEB_ADDRESSES =
      shown(
          "addresses beginning with https:// or http://, separated by commas",
          text ->
              Arrays.stream(text.split(",", -1)).map(each -> webAddress(each.strip())).toList());

  static final Form<List<String>> HOSTS =
      shown(
          "host names or IP addresses without ports, separated by commas",
          text ->
              Arrays.stream(text.split(",", -1))
                  .map(String::strip)
                  .peek(host -> require(host.matches("[A-Za-z0-9.:_-]{1,253}")))
                  .toList());

  static final Form<List<String>> NATS_ADDRESSES =
      shown(
          "addresses as nats://host:port or tls://host:port, without names and passwords,"
              + " separated by commas",
          text ->
              Arrays.stream(text.split(",", -1)).map(each -> natsAddress(each.strip())).toList());

  static final Form<URI> PACKAGE_ADDRESS = shown(PackageAddress.ALLOWED, PackageAddress::read);

  static final Form<List<URI>> PACKAGE_ADDRESSES =
      shown(
          "several of them, separated by commas: " + PackageAddress.ALLOWED,
          PackageAddress::readAll);

  static final Form<Map<String, URI>> PACKAGE_SCOPES =
      shown(
          "`@scope=ADDRESS`, several separated by commas: " + PackageAddress.ALLOWED,
          PackageAddress::readScopes);

  private static final Pattern DURATION = Pattern.compile("(\\d{1,9}) ?(ms|s|m|h|d)");

  private static final Pattern SIZE = Pattern.compile("(\\d{1,9}) ?(B|KB|MB|GB|KiB|MiB|GiB)");

  static Form<String> choice(String... words) {
    List<String> choices = List.of(words);
    return shown(
        String.join(", ", choices),
        text -> {
          require(choices.contains(text));
          return text;
        });
  }

  /// A list of the given words, separated by commas.
  static Form<List<String>> several(String... words) {
    List<String> choices = List.of(words);
    return shown(
        "some of " + String.join(", ", choices) + ", separated by commas",
        text -> {
          List<String> chosen =
              Arrays.stream(text.split(",", -1)).map(String::strip).distinct().toList();
          require(choices.containsAll(chosen));
          return chosen;
        });
  }

  static Form<String> pattern(String allowed, String pattern) {
    return shown(
        allowed,
        text -> {
          require(text.matches(pattern));
          return text;
        });
  }

  static Form<Integer> number(int least, int most) {
    return shown(
        "number from " + least + " to " + most,
        text -> {
          int number = Integer.parseInt(text);
          require(number >= least && number <= most);
          return number;
        });
  }

  static Form<BigDecimal> decimal(String least, String most) {
    BigDecimal smallest = new BigDecimal(least);
    BigDecimal largest = new BigDecimal(most);
    return shown(
        "number from " + least + " to " + most + ", such as 0.25",
        text -> {
          require(text.matches("\\d{1,9}(\\.\\d{1,9})?"));
          BigDecimal number = new BigDecimal(text);
          require(number.compareTo(smallest) >= 0 && number.compareTo(largest) <= 0);
          return number;
        });
  }

  static Form<Duration> duration(String least, String most) {
    Duration shortest = readDuration(least);
    Duration longest = readDuration(most);
    return shown(
        "duration from " + least + " to " + most + ", such as 30s, 15m, 12h, 7d",
        text -> {
          Duration duration = readDuration(text);
          require(duration.compareTo(shortest) >= 0 && duration.compareTo(longest) <= 0);
          return duration;
        });
  }

  static Form<Long> size(String least, String most) {
    long smallest = readSize(least);
    long largest = readSize(most);
    return shown(
        "size from " + least + " to " + most + ", such as 10 MB or 64 KiB",
        text -> {
          long size = readSize(text);
          require(size >= smallest && size <= largest);
          return size;
        });
  }

  private static <T> Form<T> shown(String allowed, Function<String, T> reader) {
    return new Form<>(allowed, reader, Visibility.SHOWN);
  }

  private static Duration readDuration(String text) {
    Matcher matcher = DURATION.matcher(text);
    require(matcher.matches());
    long amount = Long.parseLong(matcher.group(1));
    return switch (matcher.group(2)) {
      case "ms" -> Duration.ofMillis(amount);
      case "s" -> Duration.ofSeconds(amount);
      case "m" -> Duration.ofMinutes(amount);
      case "h" -> Duration.ofHours(amount);
      default -> Duration.ofDays(amount);
    };
  }

  private static long readSize(String text) {
    Matcher matcher = SIZE.matcher(text);
    require(matcher.matches());
    long unit =
        switch (matcher.group(2)) {
          case "B" -> 1;
          case "KB" -> 1_000;
          case "MB" -> 1_000_000;
          case "GB" -> 1_000_000_000;
          case "KiB" -> 1 << 10;
          case "MiB" -> 1 << 20;
          default -> 1 << 30;
        };
    return Long.parseLong(matcher.group(1)) * unit;
  }

  private static boolean flag(String text) {
    require(text.equals("true") || text.equals("false"));
    return text.equals("true");
  }

  private static URI webAddress(String text) {
    URI uri = URI.create(text);
    require("https".equals(uri.getScheme()) || "http".equals(uri.getScheme()));
    require(uri.getHost() != null && uri.getUserInfo() == null);
    return uri;
  }

  private static String natsAddress(String text) {
    URI uri = URI.create(text);
    require("nats".equals(uri.getScheme()) || "tls".equals(uri.getScheme()));
    require(uri.getHost() != null && uri.getUserInfo() == null);
    return text;
  }

  private static String nonBlank(String text) {
    require(!text.isBlank());
    return text;
  }

  private static void require(boolean condition) {
    if (!condition) {
      throw new IllegalArgumentException();
    }
  }
}
