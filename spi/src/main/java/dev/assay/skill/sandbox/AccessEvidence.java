package dev.assay.skill.sandbox;

import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/// Evidence of the files opened in watched mounts, recorded from outside. Uses of the same file
/// within a few milliseconds are a single event.
///
/// @param lost true if events were dropped because there were too many
public record AccessEvidence(List<Event> events, boolean lost) {
  /// The kind of use. An executed file is opened too, and a script is read by its interpreter.
  public enum Use {
    /// The entries of a folder were read.
    LISTED,
    OPENED,
    /// Bytes were read.
    READ,
    /// The file was started as a program, if the engine can detect it ([Capabilities.Feature]). A
    /// script that an interpreter runs counts as read.
    EXECUTED
  }

  /// @param path the path inside
  public record Event(String path, Use use, Instant when) {}

  public AccessEvidence {
    events = List.copyOf(events);
  }

  /// The files that were opened, read or executed. Folders that were only listed are not among
  /// them.
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
