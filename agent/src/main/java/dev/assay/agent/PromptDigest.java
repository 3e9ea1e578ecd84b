package dev.assay.agent;

import dev.assay.agent.work.Prompts;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;

/// A digest of the prompts, which shows a change in the wording of questions.
public final class PromptDigest {
  private static final int SHOWN = 12;

  private PromptDigest() {}

  /// A short digest of all prompts of a validation.
  public static String text() {
    List<String> prompts =
        List.of(
            Prompts.writeTasks(1),
            Prompts.writeNeighbours(1),
            Prompts.judge(),
            Prompts.assess(),
            Prompts.install(),
            Workplace.rules());
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      prompts.forEach(each -> digest.update((each + "\0").getBytes(StandardCharsets.UTF_8)));
      return HexFormat.of().formatHex(digest.digest()).substring(0, SHOWN);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }
}
