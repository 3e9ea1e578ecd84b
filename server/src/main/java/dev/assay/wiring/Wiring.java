package dev.assay.wiring;

import dev.assay.audit.AuditLog;
import dev.assay.configuration.Catalogue;
import dev.assay.configuration.Settings;
import dev.assay.skill.WallClock;
import dev.assay.web.ServerFacts;
import dev.assay.web.SettingFacts;
import java.time.Clock;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.ComponentScan;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.scheduling.annotation.EnableScheduling;

/// Assembles the packages. `web` finds its own parts by component scan; the classes here create all
/// parts below it.
@Configuration(proxyBeanMethods = false)
@EnableScheduling
@ComponentScan("dev.assay.web")
@Import({
  SpringWiring.class,
  DatabaseWiring.class,
  StorageWiring.class,
  AccountWiring.class,
  SkillWiring.class,
  SandboxWiring.class,
  PackageWiring.class,
  WorkflowWiring.class,
  ModelWiring.class,
  ValidationWiring.class,
  ReviewWiring.class,
  StoredWiring.class,
  ConversationWiring.class,
  ToolWiring.class,
  AgentWiring.class,
  WebWiring.class,
  NoticeWiring.class,
  Housekeeping.class,
  KnownKeys.class,
  Retention.class,
  ServerFileKeeper.class
})
public class Wiring {
  @Bean
  Clock clock() {
    return new WallClock();
  }

  @Bean
  RecordedSettings recordedSettings(SettingFacts facts, AuditLog audit) {
    RecordedSettings recorded = new RecordedSettings(facts, audit);
    recorded.record();
    return recorded;
  }

  @Bean
  ServerFacts serverFacts(ServerVersion version, Settings settings, Clock clock) {
    String url = settings.value(Catalogue.DATABASE_URL);
    return new ServerFacts(
        version.text(),
        url.equals("embedded") ? "embedded PostgreSQL" : url.replaceFirst("^jdbc:", ""),
        clock.instant());
  }
}
