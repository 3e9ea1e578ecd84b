package dev.assay.testkit.provider;

import dev.assay.skill.sandbox.Command;
import dev.assay.skill.sandbox.Sandbox;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;

/// A sandbox of a provider's server: the provider's description of it, and the real sandbox behind
/// it.
final class HostedSandbox {
  final String id;
  final String name;
  final String origin;
  final Map<String, String> labels;
  final Sandbox real;
  final Instant made = Instant.now();

  /// The number of requests about it that still get "not yet".
  final AtomicInteger slowness;

  volatile String state;
  volatile Instant end = Instant.MAX;

  HostedSandbox(
      String id,
      String name,
      String origin,
      Map<String, String> labels,
      Sandbox real,
      String state,
      int slowness) {
    this.id = id;
    this.name = name;
    this.origin = origin;
    this.labels = Map.copyOf(labels);
    this.real = real;
    this.state = state;
    this.slowness = new AtomicInteger(slowness);
  }

  /// A command with output and error output in one stream, as some providers do it.
  static Command merged(List<String> words) {
    List<String> all = new ArrayList<>(List.of("/bin/sh", "-c", "exec \"$@\" 2>&1", "sh"));
    all.addAll(words);
    return Command.of(all);
  }
}
