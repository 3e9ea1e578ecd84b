package dev.assay.intake.tree;

import dev.assay.skill.Finding;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;

/// The place of the skill in an archive or folder: flat at the top, or in the only folder there.
public sealed interface TreeLayout {
  String SKILL_MD = "SKILL.md";

  /// @param folder the name of the skill's folder, which must equal the skill's name; empty when
  ///   unknown
  record Found(SkillTree tree, Optional<String> folder) implements TreeLayout {}

  record Unclear(Finding finding) implements TreeLayout {}

  static TreeLayout of(SkillTree sent) {
    SkillTree tree = sent.withoutJunk();
    if (tree.find(SKILL_MD).isPresent()) {
      return new Found(sent, Optional.empty());
    }
    List<TreeFile> manifests =
        tree.files().stream()
            .filter(file -> file.path().matches("[^/]+/" + SKILL_MD.replace(".", "\\.")))
            .toList();
    if (manifests.size() > 1) {
      return new Unclear(
          LayoutRule.SEVERAL_SKILLS.about(
              "There are "
                  + manifests.size()
                  + " skills here: "
                  + String.join(", ", manifests.stream().map(TreeFile::path).toList())
                  + "."));
    }
    if (manifests.isEmpty()) {
      return new Unclear(missing(tree));
    }
    String path = manifests.getFirst().path();
    String folder = path.substring(0, path.indexOf('/'));
    TreeSet<String> beside = new TreeSet<>();
    for (TreeFile file : tree.files()) {
      if (!file.path().startsWith(folder + "/")) {
        beside.add(file.path());
      }
    }
    if (!beside.isEmpty()) {
      return new Unclear(
          LayoutRule.STRAY_FILES.in(
              beside.first(),
              beside.size() + " file(s) lie beside the skill's folder \"" + folder + "\"."));
    }
    return new Found(sent.below(folder), Optional.of(folder));
  }

  private static Finding missing(SkillTree tree) {
    for (TreeFile file : tree.files()) {
      if (file.name().equalsIgnoreCase(SKILL_MD) && !file.name().equals(SKILL_MD)) {
        return LayoutRule.SKILL_MD_CASE.in(
            file.path(), "The file is named " + file.name() + ", not SKILL.md.");
      }
    }
    Optional<TreeFile> deeper =
        tree.files().stream().filter(file -> file.name().equals(SKILL_MD)).findFirst();
    return deeper
        .map(
            file ->
                LayoutRule.SKILL_MD_MISSING.in(
                    file.path(), "SKILL.md lies too deep: " + file.path() + "."))
        .orElseGet(
            () ->
                LayoutRule.SKILL_MD_MISSING.about(
                    "There is no SKILL.md at the top or in the only folder."));
  }
}
