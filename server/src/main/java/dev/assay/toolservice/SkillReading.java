package dev.assay.toolservice;

import dev.assay.registry.Skill;
import dev.assay.registry.SkillFolders;
import dev.assay.skill.AssayException;
import dev.assay.skill.BundleFile;
import dev.assay.skill.Digest;
import dev.assay.skill.ErrorCode;
import dev.assay.skill.Visible;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.security.MessageDigest;
import java.util.LinkedHashMap;
import java.util.Map;

/// Reads the files of skills as they were admitted.
final class SkillReading {
  private static final long MOST_BYTES = 200 << 10;

  private final SkillFolders folders;

  SkillReading(SkillFolders folders) {
    this.folders = folders;
  }

  ToolOutcome load(ProjectSkills.Usable usable, ProjectCall call) {
    Skill skill = usable.skill();
    String path = call.text("path").orElse("SKILL.md");
    byte[] bytes = read(skill, path);
    MessageDigest digest = Digest.sha256();
    digest.update(bytes);
    Map<String, Object> result = new LinkedHashMap<>();
    result.put("content", text(bytes, path));
    result.put("bytes", bytes.length);
    result.put("sha256", Digest.finish(digest).hex());
    result.put("version", skill.version());
    result.put("version_hash", skill.bundle().digest().hex());
    call.text("session_id").ifPresent(id -> result.put("session_id", id));
    return ToolOutcome.success(result);
  }

  /// Reads a file in the skill's list of files; no other path can be read.
  byte[] read(Skill skill, String path) {
    BundleFile file =
        skill.bundle().files().stream()
            .filter(each -> each.path().equals(path))
            .findFirst()
            .orElseThrow(
                () ->
                    new AssayException(
                        ErrorCode.NOT_FOUND,
                        "The skill \"%s\" has no file \"%s\"."
                            .formatted(skill.name(), Visible.line(path, 200))));
    if (file.size() > MOST_BYTES) {
      throw new AssayException(
          ErrorCode.BAD_REQUEST,
          "\"%s\" has %d bytes; at most %d can be loaded. Read it with a command."
              .formatted(Visible.line(path, 200), file.size(), MOST_BYTES));
    }
    try {
      byte[] bytes = Files.readAllBytes(folders.of(skill.bundle()).resolve(path));
      if (!Digest.of(bytes).equals(file.digest())) { // changed since a moment ago
        throw SkillFolders.damaged(skill.bundle(), "\"%s\" is changed".formatted(path));
      }
      return bytes;
    } catch (IOException e) {
      throw new AssayException(
          ErrorCode.BLOB_STORE_FAILED, "A file of a skill cannot be read: " + e, e);
    }
  }

  private static String text(byte[] bytes, String path) {
    try {
      return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
    } catch (CharacterCodingException e) {
      throw new AssayException(
          ErrorCode.BAD_REQUEST,
          "\"%s\" is not text in UTF-8. Use it in a command.".formatted(Visible.line(path, 200)),
          e);
    }
  }
}
