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

/// Finds the skills that an agent really used.
public final class Activations {
  private Activations() {}

  /// Lists every use of a listed skill, with its place. A skill that is only listed, named or
  /// looked at from outside is not used. A command that reads more than half of the list is
  /// browsing and counts as no use.
  ///
  /// @param access the file accesses that the sandbox's engine saw, if it records them
  public static List<Activation> seen(
      Transcript transcript, Optional<AccessEvidence> access, Collection<SkillName> listed) {
    ListedFolders folders = new ListedFolders(listed);
    Set<Activation> all = new LinkedHashSet<>(new SeenInTranscript(folders).in(transcript));
    access.ifPresent(evidence -> all.addAll(new SeenByEngine(folders).in(evidence, transcript)));
    return List.copyOf(all);
  }
}
