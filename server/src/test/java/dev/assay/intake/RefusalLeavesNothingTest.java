package dev.assay.intake;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.skill.BlobStore;
import dev.assay.skill.Bundle;
import dev.assay.storage.DirectoryBlobStore;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// What is absent after a refusal, and what is there after an acceptance.
class RefusalLeavesNothingTest {
  private static final String SKILL =
      "---\\nname: notes\\ndescription: Lists decisions. Use when asked.\\n---\\n# Steps\\n";

  @TempDir private Path temporary;
  private Path quarantines = Path.of("");
  private Path blobs = Path.of("");
  private Intake intake = new Intake(IntakeLimits.standard(), quarantines);

  @BeforeEach
  void folders() throws IOException {
    quarantines = Files.createDirectory(temporary.resolve("quarantines"));
    blobs = temporary.resolve("blobs");
    intake = new Intake(IntakeLimits.standard(), quarantines);
  }

  @Test
  void a_refused_archive_leaves_nothing_and_cannot_be_kept() throws IOException {
    BlobStore store = new DirectoryBlobStore(blobs);
    try (Received received = receive("{\"name\":\"notes/../../evil\",\"text\":\"x\"}")) {
      assertThat(received.examination()).isInstanceOf(Examination.Refused.class);
      assertThatThrownBy(() -> received.keepIn(store)).isInstanceOf(IllegalStateException.class);
    }
    assertThat(quarantines).isEmptyDirectory();
    assertThat(blobs).doesNotExist();
    assertThat(temporary.resolve("evil")).doesNotExist();
    assertThat(temporary.resolve("../evil")).doesNotExist();
  }

  @Test
  void an_upload_that_breaks_off_leaves_nothing() {
    InputStream torn =
        new InputStream() {
          @Override
          public int read() throws IOException {
            throw new IOException("connection reset");
          }

          @Override
          public int read(byte[] buffer, int offset, int length) throws IOException {
            return read();
          }
        };
    assertThatThrownBy(() -> intake.receive(torn)).isInstanceOf(IOException.class);
    assertThat(quarantines).isEmptyDirectory();
  }

  @Test
  void a_sweep_removes_what_a_killed_process_left() throws IOException {
    Files.createDirectories(quarantines.resolve("quarantine-1/files/notes"));
    Files.writeString(quarantines.resolve("quarantine-1/files/notes/SKILL.md"), "x");
    Files.writeString(quarantines.resolve("other"), "kept");
    intake.sweep();
    try (Stream<Path> left = Files.list(quarantines)) {
      assertThat(left).containsExactly(quarantines.resolve("other"));
    }
  }

  @Test
  void a_folder_is_read_through_a_link_to_it_but_no_link_inside() throws IOException {
    Path skill = Files.createDirectory(temporary.resolve("notes"));
    Files.writeString(skill.resolve("SKILL.md"), SKILL.replace("\\n", "\n"));
    Path link = Files.createSymbolicLink(temporary.resolve("link"), skill);
    assertThat(intake.check(link)).isInstanceOf(Examination.Accepted.class);
    Files.createSymbolicLink(skill.resolve("inside"), temporary);
    assertThat(intake.check(link).findings())
        .extracting(finding -> finding.code())
        .containsExactly("archive.link");
  }

  @Test
  void an_endless_upload_is_stopped_at_the_limit() throws IOException {
    long[] given = new long[1];
    InputStream endless =
        new InputStream() {
          @Override
          public int read() {
            given[0]++;
            return 'x';
          }

          @Override
          public int read(byte[] buffer, int offset, int length) {
            given[0] += length;
            return length;
          }
        };
    try (Received received = intake.receive(endless)) {
      assertThat(received.examination().findings())
          .extracting(finding -> finding.code())
          .containsExactly("archive.too-large");
    }
    assertThat(given[0]).isLessThan(IntakeLimits.standard().archiveBytes() + 100_000);
    assertThat(quarantines).isEmptyDirectory();
  }

  @Test
  void an_accepted_skill_is_kept_under_its_digest_without_evals() throws IOException {
    BlobStore store = new DirectoryBlobStore(blobs);
    Bundle bundle;
    try (Received received = receive(evals())) {
      bundle = received.keepIn(store);
      assertThat(received.keepIn(store)).isEqualTo(bundle);
    }
    assertThat(bundle.files()).extracting(file -> file.path()).containsExactly("SKILL.md");
    assertThat(store.contains(bundle.digest())).isTrue();
    assertThat(store.contains(bundle.evalsDigest().orElseThrow())).isTrue();
    assertThat(quarantines).isEmptyDirectory();
    try (InputStream kept = store.find(bundle.digest()).orElseThrow();
        Received again = intake.receive(kept)) {
      assertThat(again.examination().digest()).contains(bundle.digest());
    }
  }

  @Test
  void the_digest_depends_on_the_admitted_content_alone() throws IOException {
    assertThat(digests(List.of("", evals(), ",{\"name\":\"notes/.DS_Store\",\"text\":\"x\"}")))
        .hasSize(3)
        .containsOnly(digest(""));
    assertThat(digest(",{\"name\":\"notes/a.sh\",\"text\":\"x\",\"mode\":\"100755\"}"))
        .isNotEqualTo(digest(",{\"name\":\"notes/a.sh\",\"text\":\"x\"}"));
  }

  @Test
  void packing_twice_gives_the_same_bytes_and_keeps_the_digest() throws IOException {
    Path skill = Files.createDirectory(temporary.resolve("notes"));
    Files.writeString(skill.resolve("SKILL.md"), SKILL.replace("\\n", "\n"));
    Files.createDirectory(skill.resolve("evals"));
    Files.writeString(skill.resolve("evals/notes.txt"), "x");
    Files.writeString(skill.resolve(".DS_Store"), "x");
    byte[] first = pack(skill, Intake.EvalsChoice.KEEP);
    Files.setLastModifiedTime(
        skill.resolve("SKILL.md"), java.nio.file.attribute.FileTime.fromMillis(86_400_000));
    assertThat(pack(skill, Intake.EvalsChoice.KEEP)).isEqualTo(first);
    byte[] bare = pack(skill, Intake.EvalsChoice.LEAVE_OUT);
    assertThat(bare).hasSizeLessThan(first.length);
    try (Received with = intake.receive(new ByteArrayInputStream(first));
        Received without = intake.receive(new ByteArrayInputStream(bare))) {
      assertThat(with.examination().digest())
          .isEqualTo(without.examination().digest())
          .isEqualTo(intake.check(skill).digest());
      assertThat(((Examination.Accepted) without.examination()).bundle().evalsDigest()).isEmpty();
    }
  }

  @Test
  void nothing_is_packed_from_a_folder_that_would_be_refused() throws IOException {
    Path skill = Files.createDirectory(temporary.resolve("other"));
    Files.writeString(skill.resolve("SKILL.md"), SKILL.replace("\\n", "\n"));
    assertThat(pack(skill, Intake.EvalsChoice.KEEP)).isEmpty();
  }

  private byte[] pack(Path skill, Intake.EvalsChoice evals) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    Examination ignored = intake.pack(skill, evals, out);
    assertThat(ignored).isNotNull();
    return out.toByteArray();
  }

  private List<String> digests(List<String> more) throws IOException {
    List<String> digests = new java.util.ArrayList<>();
    for (String each : more) {
      digests.add(digest(each));
    }
    return digests;
  }

  private String digest(String more) throws IOException {
    try (Received received = receive(more)) {
      return received.examination().digest().orElseThrow().toString();
    }
  }

  private static String evals() {
    return ",{\"name\":\"notes/evals/files/a.txt\",\"text\":\"x\"}";
  }

  private Received receive(String more) throws IOException {
    String first = "{\"name\":\"notes/SKILL.md\",\"text\":\"" + SKILL + "\"}";
    String entries = more.isEmpty() || more.startsWith(",") ? first + more : first + "," + more;
    JsonNode recipe = new JsonMapper().readTree("{\"entries\":[" + entries + "]}");
    return intake.receive(new ByteArrayInputStream(ZipRecipe.bake(recipe)));
  }
}
