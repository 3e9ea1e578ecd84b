package dev.assay.validation.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.registry.SkillFolders;
import dev.assay.skill.AssayException;
import dev.assay.storage.DirectoryBlobStore;
import dev.assay.validation.evidence.ListedSkill;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SkillTreesTest {
  @TempDir private Path folder;

  private SkillTrees server(String name) {
    Path root = folder.resolve(name);
    return new SkillTrees(
        root,
        new SkillFolders(root, new DirectoryBlobStore(folder.resolve("blobs"))),
        id -> {
          throw new AssertionError("there is no skill " + id);
        });
  }

  private static Map<String, String> files(Path tree) throws IOException {
    Map<String, String> files = new TreeMap<>();
    try (Stream<Path> all = Files.walk(tree)) {
      for (Path file : all.filter(Files::isRegularFile).toList()) {
        files.put(tree.relativize(file).toString(), Files.readString(file));
      }
    }
    return files;
  }

  @Test
  void a_server_that_goes_on_with_a_list_of_another_one_makes_the_same_trees() throws IOException {
    SkillTrees here = server("here");
    SkillTrees there = server("there");
    List<ListedSkill> listed = here.list(List.of(), 7);
    assertThat(listed).isNotEmpty();
    for (ListedSkill each : listed) {
      assertThat(files(there.tree(each))).isNotEmpty().isEqualTo(files(here.tree(each)));
    }
  }

  @Test
  void a_tree_that_nobody_can_make_is_refused() {
    ListedSkill listed = server("here").list(List.of(), 7).getFirst();
    ListedSkill changed =
        new ListedSkill(listed.name(), "Another one.", listed.tree(), Optional.empty());
    assertThatThrownBy(() -> server("there").tree(changed)).isInstanceOf(AssayException.class);
  }
}
