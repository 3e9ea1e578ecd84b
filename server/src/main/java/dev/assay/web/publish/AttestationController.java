package dev.assay.web.publish;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.assay.publication.Attestations;
import dev.assay.registry.PublishedSkills;
import dev.assay.skill.ErrorCode;
import dev.assay.skill.attestation.Envelope;
import dev.assay.web.errors.Refuses;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.security.SecurityRequirements;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.util.List;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RestController;

@RestController
@Tag(name = "Published skills")
class AttestationController {
  private final PublishedSkills skills;
  private final Attestations attestations;

  AttestationController(PublishedSkills skills, Attestations attestations) {
    this.skills = skills;
    this.attestations = attestations;
  }

  record SignatureWire(String keyid, String sig) {}

  record EnvelopeWire(String payloadType, String payload, List<SignatureWire> signatures) {}

  record KeyWire(@JsonProperty("key_id") String keyId, String algorithm, String pem) {}

  record KeyList(List<KeyWire> keys) {}

  @GetMapping("/api/skills/{name}/attestation")
  @Refuses({
    ErrorCode.BLOB_STORE_FAILED,
    ErrorCode.MACHINE_UNSUITABLE,
    ErrorCode.SKILL_NOT_FOUND,
    ErrorCode.STORED_FILES_DAMAGED,
    ErrorCode.VALIDATION_NOT_COMPLETED
  })
  @Operation(
      operationId = "getAttestation",
      summary = "A signed statement of how an approved skill was proved",
      description = "An in-toto statement in a DSSE envelope; check it with: assay verify FILE")
  EnvelopeWire attestation(@PathVariable("name") String name) {
    Envelope envelope = attestations.of(skills.load(name));
    return new EnvelopeWire(
        envelope.payloadType(),
        envelope.payload(),
        List.of(new SignatureWire(envelope.keyId(), envelope.signature())));
  }

  @GetMapping("/.well-known/assay/keys")
  @SecurityRequirements
  @Operation(
      operationId = "listKeys",
      summary = "The public keys that attestations are signed with")
  KeyList keys() {
    return new KeyList(
        attestations.keys().stream()
            .map(key -> new KeyWire(key.id(), "Ed25519", key.pem()))
            .toList());
  }
}
