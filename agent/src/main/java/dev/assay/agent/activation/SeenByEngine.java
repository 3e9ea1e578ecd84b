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

/// What the sandbox engine saw being opened. It is separated by command, so that browsing can be
/// distinguished from use; what was opened before the first command was not the agent's doing.
/// Neither is what opens itself: a package can see to it that every program reads a skill. So the
/// agent must have named the skill in that call or before, or spoken of skills in that call.
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

  /// An entry knows when its tool was started and with which arguments.
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
