package dev.assay.wiring;

import dev.assay.configuration.Catalogue;
import dev.assay.configuration.RetentionCatalogue;
import dev.assay.configuration.Setting;
import dev.assay.configuration.Settings;
import dev.assay.conversation.Chats;
import dev.assay.conversation.Conversation;
import dev.assay.conversation.Conversations;
import dev.assay.registry.Skill;
import dev.assay.registry.Skills;
import dev.assay.skill.AssayException;
import dev.assay.validation.Reviews;
import dev.assay.web.RetentionRules;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;
import org.springframework.scheduling.annotation.Scheduled;

/// Removes records and files older than the settings allow. Each removal gets an audit record, like
/// a removal by a user.
class Retention implements RetentionRules {
  static final String BY = "assay";

  private static final Logger log = LoggerFactory.getLogger(Retention.class);
  private static final int AT_A_TIME = 1_000;

  private final Settings settings;
  private final Skills skills;
  private final Reviews reviews;
  private final Conversations conversations;
  private final Chats chats;
  private final Clock clock;

  Retention(
      Settings settings,
      Skills skills,
      Reviews reviews,
      Conversations conversations,
      Chats chats,
      Clock clock) {
    this.settings = settings;
    this.skills = skills;
    this.reviews = reviews;
    this.conversations = conversations;
    this.chats = chats;
    this.clock = clock;
  }

  @Override
  public List<Rule> preview() {
    return List.of(
        rule(
            "rejected skills",
            RetentionCatalogue.REJECTED,
            before ->
                rejected(before).stream()
                    .map(
                        skill ->
                            new Due(
                                skill.id().toString(),
                                skill.name() + " version " + skill.version(),
                                skill.decided().rejected().orElseThrow().at()))
                    .toList()),
        rule(
            "conversations",
            RetentionCatalogue.CONVERSATIONS,
            before ->
                untouched(before).stream()
                    .map(each -> new Due(each.id().toString(), "", each.updatedAt()))
                    .toList()),
        new Rule(
            "runs and transcripts",
            Catalogue.WORKFLOW_KEEP.key(),
            Optional.of(settings.value(Catalogue.WORKFLOW_KEEP)),
            List.of()));
  }

  private Rule rule(String what, Setting<Duration> setting, Function<Instant, List<Due>> look) {
    Optional<Duration> keep = settings.find(setting);
    return new Rule(
        what,
        setting.key(),
        keep,
        keep.map(each -> look.apply(clock.instant().minus(each))).orElse(List.of()));
  }

  private List<Skill> rejected(Instant before) {
    return skills.rejectedBefore(before, AT_A_TIME);
  }

  private List<Conversation> untouched(Instant before) {
    return conversations.untouchedSince(before, AT_A_TIME);
  }

  @Scheduled(initialDelay = 10, fixedDelay = 60, timeUnit = TimeUnit.MINUTES)
  void remove() {
    settings
        .find(RetentionCatalogue.REJECTED)
        .map(keep -> rejected(clock.instant().minus(keep)))
        .orElse(List.of())
        .forEach(skill -> guarded(skill.name(), () -> reviews.delete(skill.id(), BY)));
    settings
        .find(RetentionCatalogue.CONVERSATIONS)
        .map(keep -> untouched(clock.instant().minus(keep)))
        .orElse(List.of())
        .forEach(
            each -> guarded("a conversation", () -> chats.delete(each.id(), each.owner(), BY)));
  }

  /// Runs one removal and ignores a refusal. Another server may have removed the record already. A
  /// record that cannot be removed now is removed by a later run.
  private static void guarded(String what, Runnable removal) {
    try {
      removal.run();
    } catch (AssayException | DataAccessException e) {
      log.info("{} is not removed yet: {}", what, e.getMessage());
    }
  }
}
