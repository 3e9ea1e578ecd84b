package dev.assay.publication;

import dev.assay.images.Images;
import dev.assay.registry.EngineTests;
import dev.assay.registry.Skill;
import dev.assay.registry.Skills;
import dev.assay.registry.Status;
import dev.assay.skill.AssayException;
import dev.assay.skill.ErrorCode;
import dev.assay.skill.attestation.Envelope;
import dev.assay.skill.attestation.PemKeys;
import dev.assay.skill.attestation.Statement;
import java.security.KeyPair;
import java.time.Clock;
import java.time.ZoneOffset;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.springframework.jdbc.core.simple.JdbcClient;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/// Signed statements that a skill was validated and approved, with its content, run, scores and
/// rules. They are made on request from the present facts; the same facts give the same bytes.
public final class Attestations {
  private static final JsonMapper JSON =
      JsonMapper.builder().enable(SerializationFeature.ORDER_MAP_ENTRIES_BY_KEYS).build();

  private final JdbcClient jdbc;
  private final KeyPair key;
  private final SkillArchives archives;
  private final Skills skills;
  private final Images images;
  private final EngineTests engines;
  private final Clock clock;

  /// @param key the key pair of this server, whose private half never leaves it
  public Attestations(
      JdbcClient jdbc,
      KeyPair key,
      SkillArchives archives,
      Skills skills,
      Images images,
      EngineTests engines,
      Clock clock) {
    this.jdbc = jdbc;
    this.key = key;
    this.archives = archives;
    this.skills = skills;
    this.images = images;
    this.engines = engines;
    this.clock = clock;
  }

  /// A server's public key.
  public record Key(String id, String pem) {}

  /// Publishes this server's public key to all servers on this database, so that each can serve it.
  public void announce() {
    jdbc.sql(
            """
            insert into signing_key (key_id, public_key, first_seen_at) values (?, ?, ?)
            on conflict do nothing
            """)
        .params(
            Envelope.keyId(key.getPublic()),
            PemKeys.text(key.getPublic()),
            clock.instant().atOffset(ZoneOffset.UTC))
        .update();
  }

  /// The public keys of all servers, oldest first.
  public List<Key> keys() {
    return jdbc.sql("select key_id, public_key from signing_key order by first_seen_at, key_id")
        .query((row, number) -> new Key(row.getString(1), row.getString(2)))
        .list();
  }

  /// @throws AssayException with `VALIDATION_NOT_COMPLETED` unless it is approved and was validated
  public Envelope of(Skill skill) {
    if (skill.status() != Status.APPROVED
        || skill.validated().run().isEmpty()
        || skill.validated().scores().isEmpty()) {
      throw new AssayException(
          ErrorCode.VALIDATION_NOT_COMPLETED,
          "\"%s\" version %d was not validated and approved here, so there is nothing to attest."
              .formatted(skill.name(), skill.version()));
    }
    return Envelope.sign(JSON.writeValueAsBytes(statement(skill)), key);
  }

  private Map<String, Object> statement(Skill skill) {
    Map<String, Object> statement = new LinkedHashMap<>();
    statement.put("_type", Statement.TYPE);
    statement.put(
        "subject",
        List.of(
            Map.of(
                "name",
                skill.name(),
                "digest",
                Map.of(Statement.TREE, skill.bundle().digest().hex())),
            Map.of(
                "name",
                skill.name() + ".zip",
                "digest",
                Map.of("sha256", archives.of(skill.bundle()).digest().hex()))));
    statement.put("predicateType", Statement.PREDICATE);
    statement.put("predicate", predicate(skill));
    return statement;
  }

  /// Another engine on which the skill repeated its saved tasks.
  private static Map<String, Object> elsewhere(EngineTests.Found found) {
    Map<String, Object> one = new LinkedHashMap<>();
    one.put("engine", found.ground().engine());
    one.put("base", found.ground().base().base());
    one.put("architecture", found.ground().base().architecture().word());
    one.put("run_id", found.run().toString());
    one.put("tested_at", found.when().toString());
    one.put("rehearsal", found.rehearsal());
    one.put("network_recorded", found.recorded());
    one.put("limits_not_enforced", found.unenforced());
    return one;
  }

  private Map<String, Object> predicate(Skill skill) {
    JsonNode scores = JSON.readTree(skill.validated().scores().orElseThrow());
    Map<String, Object> predicate = new LinkedHashMap<>();
    predicate.put("skill", skill.name());
    predicate.put("version", skill.version());
    predicate.put("run_id", skill.validated().run().map(UUID::toString).orElseThrow());
    skill.validated().when().ifPresent(when -> predicate.put("validated_at", when.toString()));
    predicate.put("scores", scores);
    Map<String, Object> policy = new LinkedHashMap<>();
    policy.put("threshold", scores.path("threshold"));
    policy.put("weights", scores.path("weights"));
    if (scores.path("executors").isArray()) {
      predicate.put("executors", scores.path("executors"));
      policy.put("executors", scores.path("executor_policy"));
    }
    predicate.put("policy", policy);
    predicate.put("calibration", scores.path("proof").path("calibration").asString(""));
    predicate.put("rehearsal", skill.validated().rehearsal());
    predicate.put("rehearsal_acknowledged", skill.decided().rehearsalAcknowledged());
    predicate.put("held_reasons", skill.validated().heldReasons());
    predicate.put("held_acknowledged", skill.decided().heldAcknowledged());
    predicate.put("uploaded_by", skill.uploadedBy());
    skill
        .decided()
        .image()
        .ifPresent(
            number -> {
              predicate.put("image", "v1." + number);
              images.testedBy(number).ifPresent(run -> predicate.put("image_run_id", run));
            });
    skill
        .decided()
        .contents()
        .ifPresent(digest -> predicate.put("image_contents", digest.toString()));
    skills
        .origin(skill.id())
        .ifPresent(
            image -> {
              predicate.put("engine", image.engine());
              predicate.put("base", image.base());
              predicate.put("architecture", image.architecture().word());
            });
    List<EngineTests.Found> elsewhere =
        engines.of(skill.id()).stream().filter(EngineTests.Found::passed).toList();
    if (!elsewhere.isEmpty()) {
      predicate.put("also_on", elsewhere.stream().map(Attestations::elsewhere).toList());
    }
    predicate.put("environment", skill.decided().environment());
    skill
        .decided()
        .approved()
        .ifPresent(
            mark -> {
              predicate.put("approved_by", mark.by());
              predicate.put("approved_at", mark.at().toString());
            });
    return predicate;
  }
}
