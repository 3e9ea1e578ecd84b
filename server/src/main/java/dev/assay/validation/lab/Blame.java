package dev.assay.validation.lab;

import dev.assay.skill.AssayException;
import dev.assay.skill.ErrorCode;
import dev.assay.skill.sandbox.NetworkEvidence;
import dev.assay.skill.sandbox.Sandbox;
import dev.assay.validation.dependency.Installation;
import dev.assay.validation.dependency.Installer;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/// Whose fault it is that an installation failed: the skill's, which is a finding, or the
/// platform's, which is none.
final class Blame {
  private static final Pattern UNREACHABLE =
      Pattern.compile(
          "NewConnectionError|ConnectTimeoutError|ReadTimeoutError|ProxyError|Network is unreachable"
              + "|Temporary failure (?:in name resolution|resolving)|Name or service not known"
              + "|EAI_AGAIN|ENOTFOUND|ECONNREFUSED|ECONNRESET|ETIMEDOUT|Could not connect to");

  /// What package tools print once an index has given them something.
  private static final Pattern ANSWERED =
      Pattern.compile("Downloading |http fetch GET 200|(?:Get|Hit):\\d+ ");

  private Blame() {}

  /// Nothing of the skill has run by then, so it is not to blame.
  static List<Installation.Ran> prepared(Installer installer) {
    Installation made = installer.prepare();
    if (made instanceof Installation.CommandFailed failed) {
      throw new AssayException(
          ErrorCode.VALIDATION_ERROR,
          "The sandbox has no place for Python packages. Install Python with venv or pip on this"
              + " machine, then resume. "
              + failed.shown());
    }
    return made.commands();
  }

  /// Why what is declared cannot be installed, if the skill is to blame.
  static Optional<String> take(Installation result, Sandbox sandbox, List<Installation.Ran> ran) {
    ran.addAll(result.commands());
    return switch (result) {
      case Installation.Installed _ -> Optional.empty();
      case Installation.CommandFailed failed -> {
        requireNetwork(failed, sandbox.network());
        yield Optional.of(failed.shown());
      }
      case Installation.Refused refused -> Optional.of(refused.reason());
    };
  }

  /// A package index that cannot be reached, or does not answer, says nothing about the skill.
  static void requireNetwork(Installation.CommandFailed failed, NetworkEvidence network) {
    Installation.Ran last = failed.commands().getLast();
    if (last.words().contains("--no-index")) {
      return; // nobody was asked
    }
    boolean tried = !network.attempted().isEmpty();
    boolean gotOut =
        network.destinations().stream()
            .anyMatch(each -> each.answer() == NetworkEvidence.Answer.PASSED);
    boolean silent = last.stopped() && !ANSWERED.matcher(last.tail()).find();
    if ((tried && (!gotOut || silent)) || UNREACHABLE.matcher(last.tail()).find()) {
      throw new AssayException(
          ErrorCode.VALIDATION_ERROR,
          "What the skill declares could not be fetched, because the network or the package index"
              + " did not answer. Check the network of the sandboxes, then resume. "
              + failed.shown());
    }
  }
}
