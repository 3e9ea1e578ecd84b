package dev.assay.skill.sandbox;

import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/// What was opened in watched mounts, seen from outside. Uses of one file that follow each other
/// within some milliseconds are one event.
///
/// @param lost whether events were dropped because there were too many
public record AccessEvidence(List<Event> events, boolean lost) {
  /// How a file was used. An executed file is opened too, and a script is read by its interpreter.
  public enum Use {
    /// A folder's entries.
    LISTED,
    OPENED,
    /// Bytes were read.
    READ,
    /// It was started as a program, if the engine can detect it ([Capabilities.Feature]); what an
    /// interpreter was given to run is read.
    EXECUTED
  }

  /// @param path as seen inside
  public record Event(String path, Use use, Instant when) {}

  public AccessEvidence {
    events = List.copyOf(events);
  }

  /// The files that were opened, read or executed at least once. Folders that were only listed are
  /// not among them.
  public Set<String> opened() {
    Set<String> paths = new TreeSet<>();
    for (Event event : events) {
      if (event.use() != Use.LISTED) {
        paths.add(event.path());
      }
    }
    return paths;
  }
}
