package dev.assay.agentservice;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Shortens long texts in a result, so that cards and contexts of models stay small.
@SuppressWarnings("NullAway") // values of results may be null
final class ShortTexts {
  static final int LONGEST = 30_000;
  private static final int HALF = LONGEST / 2;

  private ShortTexts() {}

  static Map<String, Object> of(Map<String, Object> result) {
    Map<String, Object> shorter = new LinkedHashMap<>();
    result.forEach((name, value) -> shorter.put(name, of(value)));
    return shorter;
  }

  private static @Nullable Object of(@Nullable Object value) {
    return switch (value) {
      case String text when text.length() > LONGEST ->
          text.substring(0, HALF)
              + "\n[%d characters left out]\n".formatted(text.length() - LONGEST)
              + text.substring(text.length() - HALF);
      case List<?> list -> list.stream().map(ShortTexts::of).toList();
      case Map<?, ?> map -> {
        Map<String, Object> shorter = new LinkedHashMap<>();
        map.forEach((name, each) -> shorter.put(String.valueOf(name), of(each)));
        yield shorter;
      }
      case null, default -> value;
    };
  }
}
