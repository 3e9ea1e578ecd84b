package dev.assay.agentservice;

import dev.assay.skill.AssayException;
import dev.assay.skill.ErrorCode;
import dev.assay.toolservice.ProjectAccess;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.regex.Pattern;

/// A message to an agent.
///
/// @param agent any name: an agent exists as soon as a message is sent to it
/// @param channel the agent's conversation that this belongs to
/// @param id the sender's id; messages with the same id are answered once
public record AgentMessage(String agent, String channel, String text, Optional<String> id) {
  public static final String USUAL_CHANNEL = AgentMail.CHANNEL;

  private static final Pattern AGENT = Pattern.compile("[A-Za-z0-9._:-]{1,128}");
  private static final Pattern CHANNEL = Pattern.compile("[A-Za-z0-9_-]{1,64}");
  private static final int LONGEST = 32_000;
  private static final int LONGEST_ID = 8_192;

  public AgentMessage {
    require(AGENT.matcher(agent).matches(), "The name of an agent must match " + AGENT.pattern());
    require(CHANNEL.matcher(channel).matches(), "channel must match " + CHANNEL.pattern());
    require(
        !text.isBlank() && text.length() <= LONGEST,
        "message must have 1 to " + LONGEST + " characters");
    require(
        id.filter(it -> it.isEmpty() || it.length() > LONGEST_ID).isEmpty(),
        "message_id may have 1 to " + LONGEST_ID + " characters");
  }

  private static void require(boolean condition, String what) {
    if (!condition) {
      throw new AssayException(ErrorCode.BAD_REQUEST, what + ".");
    }
  }

  AgentTurn turn(ProjectAccess access, Instant now) {
    return new AgentTurn(
        UUID.randomUUID(),
        access.project().id(),
        channel,
        agent,
        access.visitor().account(),
        access.visitor().name(),
        AgentTurn.State.QUEUED,
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        now.truncatedTo(ChronoUnit.MICROS),
        Optional.empty());
  }

  Cards.Draft card(String sender) {
    return new Cards.Draft(
        Card.Type.USER_MESSAGE, sender, Optional.empty(), Optional.empty(), Map.of("text", text));
  }
}
