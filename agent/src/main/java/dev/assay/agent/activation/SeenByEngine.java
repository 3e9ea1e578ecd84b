package dev.assay.agent.activation;

import dev.assay.skill.SkillName;
import dev.assay.skill.sandbox.AccessEvidence;
import dev.assay.skill.sandbox.AccessEvidence.Event;
import dev.assay.skill.task.Activation;
import dev.assay.skill.task.Activation.Use;
import dev.assay.skill.transcript.Entry;
import dev.assay.skill.transcript.Transcript;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;

/// Finds uses of skills in the file accesses that the sandbox engine saw. Accesses are separated by
/// command, so that browsing can be distinguished from use. An access before the first command was
/// not the agent's doing.
///
/// A package can make every program read a skill. So an access counts only if the agent named the
/// skill in that command or before, or spoke of skills in that command.
public final class SeenByEngine {
  private final ListedFolders folders;

  public SeenByEngine(ListedFolders folders) {
    this.folders = folders;
  }

  public List<Activation> in(AccessEvidence evidence, Transcript transcript) {
    NavigableMap<Instant, String> starts = new TreeMap<>();
    collectStarts(transcript, starts);
    Map<Instant, Set<FileUse>> byCommand = new TreeMap<>();
    for (Event event : evidence.events()) {
      Instant start = starts.floorKey(event.when());
      if (start != null && event.use() != AccessEvidence.Use.LISTED) {
        String path = ListedFolders.resolve("/", Patterns.quote(event.path()));
        folders.meant(path, ListedFolders.Depth.FILE).stream()
            .filter(skill -> isWish(skill, starts, start))
            .forEach(
                skill ->
                    byCommand
                        .computeIfAbsent(start, key -> new LinkedHashSet<>())
                        .add(new FileUse(skill, Use.READ, event.path())));
      }
    }
    List<Activation> seen = new ArrayList<>();
    for (Set<FileUse> touches : byCommand.values()) {
      for (FileUse touch : Browsing.withoutBrowsing(List.copyOf(touches), folders)) {
        seen.add(new Activation(touch.skill(), touch.use(), "opened " + touch.path()));
      }
    }
    return seen;
  }

  private static boolean isWish(
      SkillName skill, NavigableMap<Instant, String> starts, Instant command) {
    return starts.getOrDefault(command, "").contains("skill")
        || starts.headMap(command, true).values().stream()
            .anyMatch(arguments -> arguments.contains(skill.text()));
  }

  /// Collects the start of every tool with its arguments, both of which an entry knows.
  private static void collectStarts(Transcript transcript, Map<Instant, String> starts) {
    for (Entry entry : transcript.entries()) {
      switch (entry) {
        case Entry.Used used ->
            starts.merge(
                used.when(),
                used.call().arguments().toLowerCase(Locale.ROOT),
                (one, other) -> one + "\n" + other);
        case Entry.Delegated delegated -> collectStarts(delegated.transcript(), starts);
        case Entry.Instructed _, Entry.Asked _, Entry.Replied _, Entry.Noted _ -> {}
      }
    }
  }
}
