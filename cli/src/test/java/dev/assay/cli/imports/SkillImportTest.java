package dev.assay.cli.imports;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.skill.AssayException;
import dev.assay.skill.ErrorCode;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Skills of a real git repository on their way to a server.
class SkillImportTest {
  @TempDir private Path folder;

  private Path repository = Path.of("");
  private final StringWriter printed = new StringWriter();
  private final List<Long> uploaded = new ArrayList<>();

  @BeforeEach
  void makeRepository() throws IOException, InterruptedException {
    repository = Files.createDirectory(folder.resolve("their-skills"));
    git("init", "-q");
    skill("notes", "notes", "Sort.");
    skill("wrong", "another-name", "Sort.");
    commit();
  }

  @Test
  void every_skill_is_uploaded_and_the_commit_recorded() throws Exception {
    SkillImport bringing = importing();
    ImportRecord.Source source = bringing.bring(nothingYet("HEAD"));
    assertThat(source.commit()).isEqualTo(git("rev-parse", "HEAD").strip());
    assertThat(source.skills()).hasSize(1);
    assertThat(source.skills().getFirst().path()).isEqualTo("skills/notes");
    assertThat(source.skills().getFirst().digest()).startsWith("sha256:");
    assertThat(source.skills().getFirst().id()).isEqualTo("id-1");
    assertThat(bringing.refused()).isEqualTo(1);
    assertThat(printed.toString()).contains("refused    skills/wrong");
    Path file = folder.resolve("assay-skills.json");
    new ImportRecord(List.of()).with(source).write(file);
    assertThat(ImportRecord.read(file).sources()).containsExactly(source);
  }

  @Test
  void only_what_changed_is_uploaded_again() throws Exception {
    ImportRecord.Source first = importing().bring(nothingYet("HEAD"));
    importing().bring(first);
    assertThat(uploaded).hasSize(1);
    skill("notes", "notes", "Sort them twice.");
    commit();
    GitRepository now = GitRepository.of(repository.toString(), Map.of());
    assertThat(now.commit("HEAD")).isNotEqualTo(first.commit());
    ImportRecord.Source second = importing().bring(first);
    assertThat(uploaded).hasSize(2);
    assertThat(second.skills().getFirst().digest())
        .isNotEqualTo(first.skills().getFirst().digest());
    ImportRecord.Source pinned = importing().bring(nothingYet(first.commit()));
    assertThat(pinned.skills().getFirst().digest()).isEqualTo(first.skills().getFirst().digest());
  }

  @Test
  void what_the_server_does_not_take_yet_is_tried_again() throws Exception {
    ImportRecord.Source first = importing().bring(nothingYet("HEAD"));
    skill("notes", "notes", "Sort them twice.");
    commit();
    SkillImport busy =
        new SkillImport(
            new PrintWriter(printed, true),
            archive -> {
              throw new AssayException(ErrorCode.BAD_REQUEST, "Decide on the other version first.");
            });
    ImportRecord.Source held = busy.bring(first);
    assertThat(busy.refused()).isEqualTo(2);
    assertThat(held).isEqualTo(first); // so it counts as outdated, and the existing record is kept
    assertThat(printed.toString()).contains("Decide on the other version", "tries again");
    ImportRecord.Source later = importing().bring(held);
    assertThat(later.commit()).isEqualTo(git("rev-parse", "HEAD").strip());
    assertThat(later.skills().getFirst().id()).isEqualTo("id-2");
  }

  @Test
  void the_address_of_a_folder_is_the_folder_and_git_says_in_one_line_what_is_wrong() {
    assertThat(GitRepository.of("file://" + repository, Map.of()))
        .isEqualTo(GitRepository.of(repository.toString(), Map.of()));
    assertThatThrownBy(() -> GitRepository.of(folder.toString(), Map.of()).commit("HEAD"))
        .hasMessageContaining("git could not read the repository: fatal: ")
        .hasMessageNotContaining("<U+000A>")
        .hasMessageNotContaining("..");
  }

  @Test
  void short_names_are_looked_for_on_the_configured_host() {
    assertThat(GitRepository.of("owner/name", Map.of()).address())
        .isEqualTo("https://github.com/owner/name.git");
    assertThat(
            GitRepository.of("owner/name", Map.of("ASSAY_GIT_HOST", "https://git.example.org/"))
                .address())
        .isEqualTo("https://git.example.org/owner/name.git");
  }

  @Test
  void addresses_that_could_start_a_program_are_refused() {
    for (String source :
        List.of("ext::sh -c id", "--upload-pack=id", "file:///no/such/folder", "nothing")) {
      assertThatThrownBy(() -> GitRepository.of(source, Map.of()))
          .as(source)
          .isInstanceOf(AssayException.class)
          .hasMessageContaining("neither a folder nor the address");
    }
    GitRepository here = GitRepository.of(repository.toString(), Map.of());
    assertThatThrownBy(() -> here.commit("--exec=id")).hasMessageContaining("not the name");
    assertThatThrownBy(() -> here.commit("missing")).hasMessageContaining("no branch or tag");
  }

  private ImportRecord.Source nothingYet(String ref) {
    return new ImportRecord.Source(repository.toString(), ref, "", List.of());
  }

  private SkillImport importing() {
    return new SkillImport(
        new PrintWriter(printed, true),
        archive -> {
          uploaded.add(Files.size(archive));
          return "id-" + uploaded.size();
        });
  }

  private void skill(String name, String declared, String text) throws IOException {
    Path skill = Files.createDirectories(repository.resolve("skills").resolve(name));
    Files.writeString(
        skill.resolve("SKILL.md"),
        "---\nname: %s\ndescription: Sorts notes. Use for notes.\n---\n# Steps\n\n%s\n"
            .formatted(declared, text));
  }

  private void commit() throws IOException, InterruptedException {
    git("add", "-A");
    git("-c", "user.name=a", "-c", "user.email=a@example.org", "commit", "-q", "-m", "change");
  }

  private String git(String... words) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(List.of("git"));
    command.addAll(List.of(words));
    ProcessBuilder builder = new ProcessBuilder(command).directory(repository.toFile());
    builder.environment().put("GIT_CONFIG_GLOBAL", "/dev/null");
    Process process = builder.redirectErrorStream(true).start();
    String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(out).isZero();
    return out;
  }
}
