package dev.assay.testkit.provider;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Faults of a provider's server, on demand.
public final class Faults {
  /// A fault in place of an answer.
  public sealed interface Fault {
    /// The request is refused with a status and headers.
    record Refusal(int status, Map<String, String> headers, String message) implements Fault {}

    /// The answer breaks off in the middle.
    record Cut() implements Fault {}
  }

  private record Planned(String method, String path, Fault fault) {}

  private final List<Planned> planned = new ArrayList<>();
  private boolean keyExpired;
  private boolean broken;
  private int slowness;

  /// Refuses the next `times` requests with that method whose path contains the text.
  public synchronized Faults refuse(int times, String method, String path, int status) {
    return refuse(times, method, path, status, Map.of());
  }

  public synchronized Faults refuse(
      int times, String method, String path, int status, Map<String, String> headers) {
    for (int time = 0; time < times; time++) {
      planned.add(
          new Planned(
              method, path, new Fault.Refusal(status, headers, "The test wants it so: " + status)));
    }
    return this;
  }

  /// Breaks off the answer to the next request with that path.
  public synchronized Faults cut(String path) {
    planned.add(new Planned("", path, new Fault.Cut()));
    return this;
  }

  /// Refuses the key from now on.
  public synchronized Faults expireKey() {
    keyExpired = true;
    return this;
  }

  /// Makes sandboxes and snapshots ready only after this number of requests.
  public synchronized Faults slowStart(int questions) {
    slowness = questions;
    return this;
  }

  /// Makes sandboxes end in an error instead of starting.
  public synchronized Faults errorState() {
    broken = true;
    return this;
  }

  /// Ends all faults.
  public synchronized Faults heal() {
    planned.clear();
    keyExpired = false;
    broken = false;
    slowness = 0;
    return this;
  }

  synchronized Optional<Fault> next(Call call) {
    for (Iterator<Planned> all = planned.iterator(); all.hasNext(); ) {
      Planned one = all.next();
      if (call.path().contains(one.path())
          && (one.method().isEmpty() || call.method().equals(one.method()))) {
        all.remove();
        return Optional.of(one.fault());
      }
    }
    return Optional.empty();
  }

  synchronized boolean keyHasExpired() {
    return keyExpired;
  }

  synchronized boolean startsFail() {
    return broken;
  }

  synchronized int slowness() {
    return slowness;
  }
}
