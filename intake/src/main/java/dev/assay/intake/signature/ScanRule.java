package dev.assay.intake.signature;

import dev.assay.intake.rule.Rule;
import dev.assay.intake.rule.RuleText;
import dev.assay.skill.Severity;

/// The rules of the static scan. The classes of [Signatures] and the package `scan` define the
/// matches of each rule.
public enum ScanRule implements Rule {
  DOWNLOAD_AND_RUN(
      "download-and-run",
      Severity.WARNING,
      "A program fetched at run time was never checked and can change any day.",
      "Ship the program with the skill, or declare it as a dependency with a version."),
  VENDOR_INSTALLER(
      "vendor-installer",
      Severity.NOTE,
      "A vendor's installer is fetched at run time; what it installs can change any day.",
      "Declare the program as a dependency with a version."),
  FAKE_PREREQUISITE(
      "fake-prerequisite",
      Severity.WARNING,
      "Campaigns against agents hide their malware behind a helper that must be installed first.",
      "Declare what the skill needs; a reader must not fetch a program by hand."),
  EXFILTRATION(
      "exfiltration",
      Severity.WARNING,
      "What the code reads on one line and sends on another leaves the machine.",
      "Send only what the user gave for that purpose, and say so in SKILL.md."),
  READS_AS_ATTACK(
      "reads-as-attack",
      Severity.WARNING,
      "A model that read the skill says that it acts against its user (`assay check --inspect`).",
      "Look at the passage. If it is what the skill is for, say so in its description."),
  TIME_BOMB(
      "time-bomb",
      Severity.WARNING,
      "Code that waits for a date does not show in a test what it will do.",
      "Do the same on every day."),
  SELF_MODIFICATION(
      "self-modification",
      Severity.WARNING,
      "A skill that rewrites itself or other skills is not the one that was tested.",
      "Write results elsewhere; leave skills as they are."),
  AGAINST_USER(
      "against-user",
      Severity.WARNING,
      "The text has the agent act behind the user's back or against their interest.",
      "Let the user know and decide."),
  MISMATCH(
      "mismatch",
      Severity.WARNING,
      "What a skill does is not what it says: a reader would not expect it.",
      "Say in SKILL.md what is sent where, or changed on the machine, and why; or leave it out."),
  UNTRUSTED_CODE(
      "untrusted-code",
      Severity.WARNING,
      Weight.WEAK_IN_DOCUMENTS,
      "Whoever gives the text decides what is run on the user's machine.",
      "Call what is needed by name, and pass texts as arguments that no shell reads."),
  MISSING_PROGRAM(
      "missing-program",
      Severity.WARNING,
      Weight.WEAK_IN_DOCUMENTS,
      "Nobody can check a program that is run and did not come with the skill.",
      "Put the program into the skill, or leave it out of the instructions."),
  TYPOSQUAT(
      "typosquat",
      Severity.WARNING,
      "The name is one letter away from a well-known package; such names are registered to"
          + " deceive.",
      "Check the name; if it is right, say in SKILL.md whose package it is."),
  FOREIGN_PACKAGE(
      "foreign-package",
      Severity.WARNING,
      Weight.WEAK_IN_DOCUMENTS,
      "A package from somewhere else than the public index can take the place of the real one.",
      "Install it from the public index, with a version; or ship it with the skill."),
  KNOWN_BAD(
      "known-bad",
      Severity.WARNING,
      "The list of indicators names this address or file as part of an attack.",
      "Do not use the skill; report it where you found it."),
  REMOTE_INSTRUCTIONS(
      "remote-instructions",
      Severity.WARNING,
      "Instructions fetched from elsewhere can change after the skill was admitted.",
      "Put the instructions into the skill."),
  CREDENTIALS(
      "credentials",
      Severity.WARNING,
      Weight.WEAK_IN_DOCUMENTS,
      "The skill touches files in which people keep keys and passwords.",
      "Let the user pass what is needed; do not read credential stores."),
  ENVIRONMENT_DUMP(
      "environment-dump",
      Severity.WARNING,
      "The whole environment holds tokens that a skill has no use for.",
      "Read the one variable that is needed."),
  SECRET(
      "secret",
      Severity.WARNING,
      "A key or password in a skill is known to everyone who gets the skill.",
      "Revoke it and take it from the environment instead."),
  PROMPT_INJECTION(
      "prompt-injection",
      Severity.WARNING,
      "The text tries to override the agent's instructions or to hide something from the user.",
      "Say what to do without setting other instructions aside."),
  JUDGE_MANIPULATION(
      "judge-manipulation",
      Severity.WARNING,
      "The text speaks to whoever scores the skill.",
      "Remove it; scores come from results."),
  HIDDEN_TEXT(
      "hidden-text",
      Severity.WARNING,
      "Invisible characters carry text that people do not see and models do.",
      "Remove the characters."),
  BIDI_TEXT(
      "bidi-text",
      Severity.WARNING,
      "Direction marks make text read differently from what is executed.",
      "Remove the direction marks."),
  OBFUSCATION(
      "obfuscation",
      Severity.WARNING,
      "Code that is decoded and then run hides what it does.",
      "Ship the code as it is."),
  REVERSE_SHELL(
      "reverse-shell",
      Severity.WARNING,
      "The code hands a shell to another machine.",
      "Remove it."),
  PERSISTENCE(
      "persistence",
      Severity.WARNING,
      Weight.WEAK_IN_DOCUMENTS,
      "The skill arranges to be run again after it has finished.",
      "Do the work while the skill runs; leave start-up files alone."),
  AGENT_SETTINGS(
      "agent-settings",
      Severity.WARNING,
      "The skill changes the settings or the memory of the agent that runs it.",
      "Leave the agent's own files alone."),
  PRIVILEGE(
      "privilege",
      Severity.WARNING,
      Weight.WEAK_IN_DOCUMENTS,
      "The skill asks for more rights than a sandbox should give.",
      "Do without; declare system packages as dependencies."),
  DESTRUCTION(
      "destruction",
      Severity.WARNING,
      Weight.WEAK_IN_DOCUMENTS,
      "The command deletes or overwrites far more than a skill's own files.",
      "Name the exact files."),
  DROP_SITE(
      "drop-site",
      Severity.WARNING,
      "The address belongs to a service that is often used to carry data away.",
      "Use an address of your own, and say in SKILL.md what is sent there."),
  RAW_ADDRESS(
      "raw-address",
      Severity.WARNING,
      "A bare IP address does not show who is being contacted.",
      "Use a host name."),
  UNDECLARED_DOMAIN(
      "undeclared-domain",
      Severity.NOTE,
      "A script talks to a host that SKILL.md does not mention.",
      "Name the host in SKILL.md, for example under `compatibility`."),
  UNPINNED_INSTALL(
      "unpinned-install",
      Severity.NOTE,
      "Without a version, tomorrow's installation is not the one that was tested.",
      "Declare the package under `dependencies`, or give an exact version."),
  BINARY(
      "binary",
      Severity.WARNING,
      "A compiled program cannot be read by a reviewer.",
      "Ship the source, or declare the program as a dependency."),
  NESTED_ARCHIVE(
      "nested-archive",
      Severity.NOTE,
      "Files inside an archive are easily overlooked.",
      "Ship the files directly."),
  UNREADABLE_ARCHIVE(
      "unreadable-archive",
      Severity.WARNING,
      "The archive is encrypted, damaged or of a kind that cannot be opened here.",
      "Ship the files directly."),
  NOT_SCANNED(
      "not-scanned",
      Severity.NOTE,
      "Only the first megabyte of a text is scanned.",
      "Split the file, or leave it out."),
  UNFINISHED(
      "unfinished",
      Severity.WARNING,
      "The text keeps the scan busier than any ordinary skill does; what follows was not looked at.",
      "Leave out generated and repeated text, or split the skill."),
  MORE(
      "more",
      Severity.WARNING,
      "The scan lists at most 200 places, the weightiest first.",
      "Look at what is listed, and check again.");

  private final RuleText text;
  private final Weight weight;

  ScanRule(String id, Severity severity, String reason, String hint) {
    this(id, severity, Weight.FULL, reason, hint);
  }

  ScanRule(String id, Severity severity, Weight weight, String reason, String hint) {
    text = new RuleText("scan." + id, severity, reason, hint);
    this.weight = weight;
  }

  /// Returns the weight of a finding that no other rule confirms.
  public Weight weight() {
    return weight;
  }

  @Override
  public RuleText text() {
    return text;
  }
}
