package dev.assay.cli.imports;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.skill.AssayException;
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
    ImportRecord.Source source = bringing.bring(repository.toString(), "HEAD", List.of());
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
    ImportRecord.Source first = importing().bring(repository.toString(), "HEAD", List.of());
    importing().bring(repository.toString(), "HEAD", first.skills());
    assertThat(uploaded).hasSize(1);
    skill("notes", "notes", "Sort them twice.");
    commit();
    GitRepository now = GitRepository.of(repository.toString(), Map.of());
    assertThat(now.commit("HEAD")).isNotEqualTo(first.commit());
    ImportRecord.Source second = importing().bring(repository.toString(), "HEAD", first.skills());
    assertThat(uploaded).hasSize(2);
    assertThat(second.skills().getFirst().digest())
        .isNotEqualTo(first.skills().getFirst().digest());
    ImportRecord.Source pinned =
        importing().bring(repository.toString(), first.commit(), List.of());
    assertThat(pinned.skills().getFirst().digest()).isEqualTo(first.skills().getFirst().digest());
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
    for (String source : List.of("ext::sh -c id", "--upload-pack=id", "file:///etc", "nothing")) {
      assertThatThrownBy(() -> GitRepository.of(source, Map.of()))
          .as(source)
          .isInstanceOf(AssayException.class)
          .hasMessageContaining("neither a folder nor the address");
    }
    GitRepository here = GitRepository.of(repository.toString(), Map.of());
    assertThatThrownBy(() -> here.commit("--exec=id")).hasMessageContaining("not the name");
    assertThatThrownBy(() -> here.commit("missing")).hasMessageContaining("no branch or tag");
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
