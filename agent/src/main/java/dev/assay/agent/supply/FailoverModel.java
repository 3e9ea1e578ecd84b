package dev.assay.agent.supply;

import dev.assay.skill.model.ChatAnswer;
import dev.assay.skill.model.ChatModel;
import dev.assay.skill.model.ChatRequest;
import dev.assay.skill.model.FaultOwner;
import dev.assay.skill.model.ModelFailure;
import dev.assay.skill.model.TextListener;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;

/// One model at several servers, or with several keys. If one of them fails with an error that the
/// next may not have, the next is asked and becomes the first choice.
public final class FailoverModel implements ChatModel {
  private static final Set<String> OURS_BUT_PERHAPS_NOT_THERE = Set.of("key", "not_found");

  private final String name;
  private final Supplier<List<Candidate>> candidates;
  private final AtomicInteger preferred = new AtomicInteger();

  /// @param label a name for transcripts; never a key
  public record Candidate(String label, ChatModel model) {}

  /// @param candidates called before every question
  public FailoverModel(String name, Supplier<List<Candidate>> candidates) {
    this.name = name;
    this.candidates = candidates;
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public ChatAnswer ask(ChatRequest request, TextListener listener) {
    List<Candidate> all = candidates.get();
    int first = Math.floorMod(preferred.get(), all.size());
    for (int tried = 0; ; tried++) {
      int at = (first + tried) % all.size();
      try {
        ChatAnswer answer = all.get(at).model().ask(request, listener);
        preferred.set(at);
        return answer;
      } catch (ModelFailure failure) {
        boolean last = tried == all.size() - 1;
        if (last || !mayHelp(failure) || Thread.currentThread().isInterrupted()) {
          throw failure;
        }
        Candidate next = all.get((at + 1) % all.size());
        listener.restarted(
            "%s failed (%s): %s Goes on with %s."
                .formatted(
                    all.get(at).label(), failure.owner().word(), failure.reason(), next.label()));
      }
    }
  }

  private static boolean mayHelp(ModelFailure failure) {
    return failure.owner() == FaultOwner.PROVIDER
        || failure.owner() == FaultOwner.NETWORK
        || OURS_BUT_PERHAPS_NOT_THERE.contains(failure.causeWord());
  }
}
