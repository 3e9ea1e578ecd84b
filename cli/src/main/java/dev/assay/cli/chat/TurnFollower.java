package dev.assay.cli.chat;

import dev.assay.cli.terminal.ExitCode;
import dev.assay.cli.terminal.Interrupts;
import dev.assay.skill.AssayException;
import dev.assay.skill.ErrorCode;
import java.time.Duration;
import java.util.Map;

/// Sends a message and follows the answer to its end, also across lost connections.
final class TurnFollower {
  private static final Duration PATIENCE = Duration.ofMinutes(3);
  private static final Duration PAUSE = Duration.ofMillis(500);

  private final RemoteChats chats;
  private String lastEvent = "";

  TurnFollower(RemoteChats chats) {
    this.chats = chats;
  }

  /// Takes one turn and returns the exit code.
  int take(String conversation, Map<String, ?> body, TurnPrinter voice) {
    try (Interrupts interrupts = Interrupts.listen()) {
      try {
        chats.say(conversation, body, (id, kind, json) -> receive(voice, id, kind, json));
      } catch (AssayException e) {
        if (!isLoss(e) || (lastEvent.isEmpty() && !interrupts.asked())) {
          throw e;
        }
      }
      goOn(conversation, voice, interrupts);
    }
    return switch (voice.state()) {
      case "answered" -> ExitCode.PASSED;
      case "cancelled" -> ExitCode.FAILED;
      default -> ExitCode.INCONCLUSIVE;
    };
  }

  private void goOn(String conversation, TurnPrinter voice, Interrupts interrupts) {
    long lostSince = System.nanoTime();
    boolean cancelled = false;
    while (voice.state().isEmpty()) {
      if (interrupts.asked() && !cancelled) {
        interrupts.calm();
        chats.cancel(conversation);
        cancelled = true;
      }
      try {
        chats.resume(conversation, lastEvent, (id, kind, json) -> receive(voice, id, kind, json));
        lostSince = System.nanoTime();
      } catch (AssayException e) {
        if (!isLoss(e) || System.nanoTime() - lostSince > PATIENCE.toNanos()) {
          throw e;
        }
        chats.connection().lookAgain();
      }
      pause(interrupts);
    }
  }

  private void receive(TurnPrinter voice, String id, String kind, String json) {
    lastEvent = id;
    voice.print(kind, json);
  }

  private static boolean isLoss(AssayException failure) {
    return failure.code() == ErrorCode.SERVER_UNREACHABLE
        || failure.code() == ErrorCode.SERVER_FAILED;
  }

  private static void pause(Interrupts interrupts) {
    try {
      Thread.sleep(PAUSE);
    } catch (InterruptedException e) {
      interrupts.calm();
    }
  }
}
