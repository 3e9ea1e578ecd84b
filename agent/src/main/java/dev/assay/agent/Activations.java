package dev.assay.agent;

import dev.assay.agent.activation.ListedFolders;
import dev.assay.agent.activation.SeenByEngine;
import dev.assay.agent.activation.SeenInTranscript;
import dev.assay.skill.SkillName;
import dev.assay.skill.sandbox.AccessEvidence;
import dev.assay.skill.task.Activation;
import dev.assay.skill.transcript.Transcript;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// Finds out which skills were really used.
public final class Activations {
  private Activations() {}

  /// Every use of a listed skill, with its place. Being listed, named or looked at from outside is
  /// no use, and neither is reading more than half of the list in one command.
  ///
  /// @param access what the sandbox's engine saw, where it can see
  public static List<Activation> seen(
      Transcript transcript, Optional<AccessEvidence> access, Collection<SkillName> listed) {
    ListedFolders folders = new ListedFolders(listed);
    Set<Activation> all = new LinkedHashSet<>(new SeenInTranscript(folders).in(transcript));
    access.ifPresent(evidence -> all.addAll(new SeenByEngine(folders).in(evidence, transcript)));
    return List.copyOf(all);
  }
}
