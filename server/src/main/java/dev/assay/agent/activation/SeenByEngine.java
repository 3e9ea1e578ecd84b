package dev.assay.agent.activation;

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
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/// What the sandbox engine saw being opened. It is told apart by command, so that browsing can be
/// told from use; what was opened before the first command was not the agent's doing.
public final class SeenByEngine {
  private final SkillFolders folders;

  public SeenByEngine(SkillFolders folders) {
    this.folders = folders;
  }

  public List<Activation> in(AccessEvidence evidence, Transcript transcript) {
    TreeSet<Instant> starts = new TreeSet<>();
    collectStarts(transcript, starts);
    Map<Instant, Set<Touch>> byCommand = new TreeMap<>();
    for (Event event : evidence.events()) {
      Instant start = starts.floor(event.when());
      if (start != null && event.use() != AccessEvidence.Use.LISTED) {
        String path = SkillFolders.resolve("/", Patterns.quote(event.path()));
        folders
            .meant(path, SkillFolders.Depth.FILE)
            .forEach(
                skill ->
                    byCommand
                        .computeIfAbsent(start, key -> new LinkedHashSet<>())
                        .add(new Touch(skill, Use.READ, event.path())));
      }
    }
    List<Activation> seen = new ArrayList<>();
    for (Set<Touch> touches : byCommand.values()) {
      for (Touch touch : Browsing.withoutBrowsing(List.copyOf(touches), folders)) {
        seen.add(new Activation(touch.skill(), touch.use(), "opened " + touch.path()));
      }
    }
    return seen;
  }

  /// An entry knows when its tool was started.
  private static void collectStarts(Transcript transcript, Set<Instant> starts) {
    for (Entry entry : transcript.entries()) {
      switch (entry) {
        case Entry.Used used -> starts.add(used.when());
        case Entry.Delegated delegated -> collectStarts(delegated.transcript(), starts);
        case Entry.Instructed _, Entry.Asked _, Entry.Replied _, Entry.Noted _ -> {}
      }
    }
  }
}
