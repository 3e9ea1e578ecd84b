package dev.assay.agent.transcript;

import dev.assay.skill.Secret;
import dev.assay.skill.model.Original;
import dev.assay.skill.model.ToolCall;
import dev.assay.skill.transcript.Entry;
import dev.assay.skill.transcript.Transcript;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.regex.Pattern;

/// Removes secrets from text before it is kept: the secrets of this installation, and any text that
/// looks like one.
public final class Scrubber {
  private static final int SHORTEST = 6;
  private static final Pattern LOOKS_SECRET =
      Pattern.compile(
          "(?<![A-Za-z0-9])(?:sk-[A-Za-z0-9_-]{16,}|gh[pousr]_[A-Za-z0-9]{20,}"
              + "|AKIA[0-9A-Z]{16}|xox[baprs]-[A-Za-z0-9-]{10,}|glpat-[A-Za-z0-9_-]{16,}"
              + "|AIza[0-9A-Za-z_-]{30,})"
              + "|(?<=[Bb]earer )[A-Za-z0-9._~+/-]{16,}=*"
              + "|-----BEGIN [A-Z ]{0,20}PRIVATE KEY-----[A-Za-z0-9+/=\\s]*"
              + "(?:-----END [A-Z ]{0,20}PRIVATE KEY-----)?");

  private final List<String> known;

  public Scrubber(Collection<Secret> secrets) {
    known =
        secrets.stream()
            .map(Secret::reveal)
            .filter(text -> text.length() >= SHORTEST)
            .sorted(Comparator.comparingInt(String::length).reversed())
            .toList();
  }

  public String clean(String text) {
    String clean = text;
    for (String secret : known) {
      clean = clean.replace(secret, "***");
    }
    return LOOKS_SECRET.matcher(clean).replaceAll("***");
  }

  public Entry clean(Entry entry) {
    return switch (entry) {
      case Entry.Instructed it -> new Entry.Instructed(it.when(), clean(it.text()));
      case Entry.Asked it -> new Entry.Asked(it.when(), clean(it.text()));
      case Entry.Noted it -> new Entry.Noted(it.when(), clean(it.text()));
      case Entry.Replied it ->
          new Entry.Replied(
              it.when(),
              clean(it.text()),
              it.calls().stream().map(this::clean).toList(),
              it.model(),
              it.usage(),
              it.took(),
              clean(it.original()));
      case Entry.Used it ->
          new Entry.Used(it.when(), clean(it.call()), clean(it.result()), it.failed(), it.took());
      case Entry.Delegated it ->
          new Entry.Delegated(it.when(), clean(it.call()), clean(it.transcript()));
    };
  }

  public Transcript clean(Transcript transcript) {
    return new Transcript(transcript.entries().stream().map(this::clean).toList());
  }

  /// Drops a provider's block with a secret in it. Such a block cannot be sent back changed, so it
  /// is not kept at all.
  private Original clean(Original original) {
    String text = original.blocks().toString();
    return clean(text).equals(text) ? original : Original.NONE;
  }

  private ToolCall clean(ToolCall call) {
    return new ToolCall(call.id(), call.tool(), clean(call.arguments()));
  }
}
