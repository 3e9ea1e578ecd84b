package dev.assay.agent.activation;

import dev.assay.skill.SkillName;
import dev.assay.skill.sandbox.Layout;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/// The folders of the listed skills. Finds the skill that a path means.
public final class ListedFolders {
  private static final List<String> PARTS = List.of("workspace", "skills");

  private final List<SkillName> listed;

  public ListedFolders(Collection<SkillName> listed) {
    this.listed = List.copyOf(listed);
  }

  public List<SkillName> listed() {
    return listed;
  }

  /// Makes a path or pattern absolute: resolves `.` and `..`, and follows the link `/skills`.
  static String resolve(String folder, String path) {
    List<String> parts = new ArrayList<>();
    for (String part : (path.startsWith("/") ? path : folder + "/" + path).split("/", -1)) {
      if (part.equals("..")) {
        if (!parts.isEmpty()) {
          parts.removeLast();
        }
      } else if (!part.isEmpty() && !part.equals(".")) {
        parts.add(part);
        if (parts.size() == 1 && part.equals("skills")) {
          parts.addFirst("workspace");
        }
      }
    }
    return "/" + String.join("/", parts);
  }

  /// The skills whose files an absolute path or pattern means.
  ///
  /// @param depth the program's treatment of a folder
  List<SkillName> meant(String pattern, Depth depth) {
    List<String> parts = List.of(pattern.substring(1).split("/", -1));
    for (int i = 0; i < Math.min(PARTS.size(), parts.size()); i++) {
      if (!Patterns.fits(parts.get(i), PARTS.get(i))) {
        return List.of();
      }
    }
    int least = depth == Depth.FILE ? 4 : depth == Depth.FOLDER ? 3 : 2;
    if (parts.size() < least) {
      return List.of();
    }
    if (parts.size() == 2) {
      return listed;
    }
    return listed.stream().filter(name -> Patterns.fits(parts.get(2), name.text())).toList();
  }

  /// Says whether the path is inside the folder of skills.
  public static boolean isInside(String path) {
    return (resolve(Layout.INTERMEDIATE, path) + "/").startsWith(Layout.SKILLS + "/");
  }

  /// A program's treatment of an argument that is a folder.
  enum Depth {
    /// Ignores folders: only files count.
    FILE,
    /// Uses the folder of a skill, but not the parent folder of all skills.
    FOLDER,
    /// Goes through everything below the folder.
    TREE
  }
}
