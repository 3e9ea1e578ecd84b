package dev.assay.cli.doctor;

import dev.assay.sandbox.SandboxEngines;
import java.util.Map;

/// What the kernel permits, as the sandbox helper found it: `ok`, or the reason why not.
record Kernel(Map<String, String> answers) {

  static Kernel probe() {
    return new Kernel(SandboxEngines.probe());
  }

  boolean permits(String feature) {
    return answer(feature).startsWith("ok");
  }

  /// What was found, without the leading word.
  String finding(String feature) {
    String answer = answer(feature);
    int space = answer.indexOf(' ');
    return space < 0 ? answer : answer.substring(space + 1);
  }

  private String answer(String feature) {
    return answers.getOrDefault(feature, "no the sandbox helper did not answer");
  }
}
