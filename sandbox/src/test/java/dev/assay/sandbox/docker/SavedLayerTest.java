package dev.assay.sandbox.docker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.tuple;

import dev.assay.skill.Digest;
import dev.assay.skill.sandbox.LayerEntry;
import dev.assay.skill.sandbox.LayerEntry.Kind;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveOutputStream;
import org.apache.commons.compress.archivers.tar.TarConstants;
import org.junit.jupiter.api.Test;

/// What a daemon hands out is believed only as far as its digest goes.
class SavedLayerTest {
  private final ByteArrayOutputStream layer = new ByteArrayOutputStream();
  private final TarArchiveOutputStream tar = new TarArchiveOutputStream(layer, "UTF-8");

  private void file(String name, String text) throws IOException {
    add(new TarArchiveEntry(name), text);
  }

  private void link(String name, byte kind, String target) throws IOException {
    TarArchiveEntry entry = new TarArchiveEntry(name, kind);
    entry.setLinkName(target);
    add(entry, "");
  }

  private void add(TarArchiveEntry entry, String text) throws IOException {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    entry.setSize(bytes.length);
    tar.putArchiveEntry(entry);
    tar.write(bytes);
    tar.closeArchiveEntry();
  }

  private static byte[] image(String name, byte[] content) throws IOException {
    ByteArrayOutputStream image = new ByteArrayOutputStream();
    try (TarArchiveOutputStream outer = new TarArchiveOutputStream(image, "UTF-8")) {
      TarArchiveEntry entry = new TarArchiveEntry(name);
      entry.setSize(content.length);
      outer.putArchiveEntry(entry);
      outer.write(content);
      outer.closeArchiveEntry();
    }
    return image.toByteArray();
  }

  private Optional<List<LayerEntry>> read() throws IOException {
    tar.close();
    byte[] bytes = layer.toByteArray();
    return SavedLayer.find(
        new ByteArrayInputStream(image("abc/layer.tar", bytes)),
        "sha256:" + Digest.of(bytes).hex());
  }

  @Test
  void what_is_added_replaced_and_removed_is_read() throws IOException {
    file("opt/", "");
    file("opt/.wh..wh..opq", "");
    file("opt/a", "x");
    file("etc/.wh.gone", "");
    link("opt/b", TarConstants.LF_LINK, "opt/a");
    link("opt/c", TarConstants.LF_SYMLINK, "/etc/passwd");
    link("opt/d", TarConstants.LF_FIFO, "");
    assertThat(read().orElseThrow())
        .extracting(LayerEntry::path, LayerEntry::kind, LayerEntry::names)
        .containsExactlyInAnyOrder(
            tuple("/opt", Kind.REPLACED_FOLDER, 1L),
            tuple("/opt/a", Kind.FILE, 2L),
            tuple("/opt/b", Kind.FILE, 2L),
            tuple("/opt/c", Kind.LINK, 1L),
            tuple("/opt/d", Kind.SPECIAL, 1L),
            tuple("/etc/gone", Kind.REMOVED, 1L));
  }

  @Test
  void an_extended_attribute_is_named() throws IOException {
    tar.setBigNumberMode(TarArchiveOutputStream.BIGNUMBER_POSIX);
    TarArchiveEntry entry = new TarArchiveEntry("opt/program");
    entry.addPaxHeader("SCHILY.xattr.security.capability", "x");
    add(entry, "");
    assertThat(read().orElseThrow().getFirst().attributes()).containsExactly("security.capability");
  }

  @Test
  void a_mark_that_only_the_daemon_may_make_is_never_taken_for_a_file() throws IOException {
    file("opt/.wh..wh.plnk", "");
    assertThat(read().orElseThrow()).extracting(LayerEntry::kind).containsExactly(Kind.SPECIAL);
  }

  @Test
  void a_layer_with_another_digest_is_not_accepted() throws IOException {
    file("opt/a", "x");
    tar.close();
    byte[] image = image("abc/layer.tar", layer.toByteArray());
    assertThat(SavedLayer.find(new ByteArrayInputStream(image), "sha256:" + "0".repeat(64)))
        .isEmpty();
  }

  @Test
  void a_further_name_of_a_file_that_is_not_there_is_refused() throws IOException {
    link("opt/b", TarConstants.LF_LINK, "etc/shadow");
    assertThatExceptionOfType(IOException.class).isThrownBy(this::read);
  }

  @Test
  void a_layer_may_be_a_file_with_its_digest_as_name() throws IOException {
    file("opt/a", "x");
    tar.close();
    String digest = Digest.of(layer.toByteArray()).hex();
    byte[] image = image(digest + ".tar", layer.toByteArray());
    assertThat(SavedLayer.find(new ByteArrayInputStream(image), "sha256:" + digest)).isPresent();
  }
}
