package dev.assay.wiring;

import dev.assay.audit.AuditLog;
import dev.assay.skill.audit.AuditAction;
import dev.assay.skill.audit.AuditRecord;
import dev.assay.web.SettingFacts;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// Records the rules by which this server decides, whenever they differ from the last record. A
/// reader can then judge each decision by the rules of its time.
final class RecordedSettings {
  private static final List<String> RULES =
      List.of(
          "assay.validation.",
          "assay.review.",
          "assay.publish.",
          "assay.model.mode",
          "assay.model.base-url",
          "assay.model.name",
          "assay.packages.",
          "assay.conversation.network",
          "assay.conversation.allowed-hosts");

  private final SettingFacts facts;
  private final AuditLog audit;

  RecordedSettings(SettingFacts facts, AuditLog audit) {
    this.facts = facts;
    this.audit = audit;
  }

  void record() {
    Map<String, String> rules = new TreeMap<>();
    facts.look().stream()
        .filter(line -> !line.secret() && RULES.stream().anyMatch(line.key()::startsWith))
        .forEach(line -> line.value().ifPresent(value -> rules.put(line.key(), value)));
    audit.recordNews(
        AuditRecord.by(
                AuditRecord.THE_SERVER,
                AuditAction.SETTINGS_CHANGED,
                new AuditRecord.Subject("settings", "rules", ""))
            .to(rules));
  }
}
