package dev.assay.agent;

import dev.assay.agent.ledger.TranscriptTable;
import dev.assay.agent.transcript.Scrubber;
import dev.assay.agent.transcript.TranscriptJson;
import dev.assay.skill.Secret;
import dev.assay.skill.model.ChatModel;
import dev.assay.skill.model.Purpose;
import dev.assay.skill.transcript.Entry;
import dev.assay.skill.transcript.Transcript;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Consumer;
import org.springframework.jdbc.core.simple.JdbcClient;

/// Keeps transcripts, entry by entry as they are made, without secrets. A transcript that ends with
/// a killed server can be read like any other.
public final class Transcripts {
  private final TranscriptTable table;
  private final Scrubber scrubber;

  /// @param secrets the secrets of this installation, which must never be kept
  public Transcripts(JdbcClient jdbc, Clock clock, Collection<Secret> secrets) {
    table = new TranscriptTable(jdbc, clock);
    scrubber = new Scrubber(secrets);
  }

  /// A transcript that is being kept.
  public final class Recording implements Consumer<Entry> {
    private final UUID id;
    private int next;

    private Recording(UUID id) {
      this.id = id;
    }

    public UUID id() {
      return id;
    }

    @Override
    public synchronized void accept(Entry entry) {
      table.append(id, next, scrubber.clean(entry));
      next++;
    }

    /// Closes the transcript.
    ///
    /// @param ending the ending in a word or two
    public void close(String ending) {
      table.close(id, scrubber.clean(ending));
    }
  }

  public Recording open(String owner, Purpose purpose, ChatModel model) {
    return new Recording(table.open(owner, purpose, model.name(), model.rehearsal()));
  }

  public Optional<Transcript> find(UUID id) {
    return table.find(id);
  }

  /// The transcripts of an owner, oldest first.
  public List<UUID> ofOwner(String owner) {
    return table.ofOwner(owner);
  }

  /// The last entries of each of an owner's open transcripts.
  public List<Transcript> tails(String owner, int most) {
    return table.tails(owner, most);
  }

  /// Removes the transcripts of an owner and returns their number.
  public int remove(String owner) {
    return table.remove(owner);
  }

  /// Removes transcripts opened before a time and returns their number.
  public int forget(Instant openedBefore) {
    return table.forget(openedBefore.atOffset(ZoneOffset.UTC));
  }

  /// The stable JSON form, for files and answers.
  public static String json(Transcript transcript) {
    return TranscriptJson.write(transcript);
  }

  /// @throws IllegalArgumentException if it is not the JSON form of a transcript
  public static Transcript read(String json) {
    return TranscriptJson.readTranscript(json);
  }

  public String withoutSecrets(String text) {
    return scrubber.clean(text);
  }

  public Transcript withoutSecrets(Transcript transcript) {
    return scrubber.clean(transcript);
  }
}
