package dev.assay.skill.sandbox;

import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;

/// The limits a caller insists on. An engine that cannot enforce all of them refuses to create the
/// sandbox. For limits not named here the engine has its own defaults.
public record Limits(Map<Limit, Long> values) {
  public Limits {
    values = Map.copyOf(values);
    values.forEach(
        (limit, value) -> {
          if (value <= 0) {
            throw new IllegalArgumentException(
                "The limit " + limit + " must be positive: " + value);
          }
        });
  }

  public static Limits none() {
    return new Limits(Map.of());
  }

  public Limits with(Limit limit, long value) {
    Map<Limit, Long> more = new EnumMap<>(Limit.class);
    more.putAll(values);
    more.put(limit, value);
    return new Limits(more);
  }

  public Limits withWall(Duration life) {
    return with(Limit.WALL, life.toMillis());
  }

  public OptionalLong find(Limit limit) {
    Long value = values.get(limit);
    return value == null ? OptionalLong.empty() : OptionalLong.of(value);
  }

  public Set<Limit> asked() {
    return values.keySet();
  }
}
