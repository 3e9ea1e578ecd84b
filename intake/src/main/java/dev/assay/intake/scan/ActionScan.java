package dev.assay.intake.scan;

import com.google.re2j.Matcher;
import dev.assay.intake.rule.FindingList;
import dev.assay.intake.signature.Regex;
import dev.assay.intake.signature.ScanRule;
import dev.assay.intake.tree.SourceText;
import dev.assay.intake.tree.Sources;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/// Finds steps of GitHub workflows whose action is named nearly like a well-known one. Such a step
/// gets the secrets of the workflow.
final class ActionScan {
  private static final String STEP = "uses:";
  private static final Regex USES =
      new Regex("\\buses:\\s*[\"']?([A-Za-z0-9-]+)/([A-Za-z0-9._-]+)(?:/[\\w./-]+)?@");
  private static final int MOST = 200;

  private static final List<String> KNOWN =
      List.of(
          "actions/checkout",
          "actions/setup-node",
          "actions/setup-python",
          "actions/setup-java",
          "actions/setup-go",
          "actions/setup-dotnet",
          "actions/cache",
          "actions/upload-artifact",
          "actions/download-artifact",
          "actions/github-script",
          "actions/deploy-pages",
          "actions/configure-pages",
          "actions/upload-pages-artifact",
          "docker/build-push-action",
          "docker/login-action",
          "docker/metadata-action",
          "docker/setup-buildx-action",
          "docker/setup-qemu-action",
          "pypa/gh-action-pypi-publish",
          "aws-actions/configure-aws-credentials",
          "aws-actions/amazon-ecr-login",
          "google-github-actions/auth",
          "azure/login",
          "softprops/action-gh-release",
          "peaceiris/actions-gh-pages",
          "codecov/codecov-action",
          "dorny/paths-filter",
          "pnpm/action-setup",
          "astral-sh/setup-uv",
          "oven-sh/setup-bun",
          "hashicorp/setup-terraform",
          "github/codeql-action",
          "peter-evans/create-pull-request",
          "golangci/golangci-lint-action",
          "dtolnay/rust-toolchain",
          "ruby/setup-ruby",
          "gradle/actions",
          "changesets/action",
          "cloudflare/wrangler-action",
          "anthropics/claude-code-action");

  private ActionScan() {}

  static void look(Sources sources, FindingList findings) {
    Map<String, Optional<String>> seen = new HashMap<>();
    for (SourceText source : sources.texts()) {
      if (!source.text().contains(STEP) || source.path().startsWith("evals/")) {
        continue;
      }
      Matcher uses = USES.matcher(source.text());
      while (uses.find() && seen.size() < MOST) {
        String owner = uses.group(1).toLowerCase(Locale.ROOT);
        String name = uses.group(2).toLowerCase(Locale.ROOT);
        if (seen.containsKey(owner + "/" + name)) {
          continue;
        }
        Optional<String> known = neighbour(owner, name);
        seen.put(owner + "/" + name, known);
        int line = source.lineAt(uses.start());
        known.ifPresent(
            each ->
                findings.add(
                    ScanRule.TYPOSQUAT.at(
                        source.path(),
                        line,
                        "The step " + owner + "/" + name + " is nearly " + each + ".",
                        SecretScan.mask(source.excerpt(line)))));
      }
    }
  }

  private static Optional<String> neighbour(String owner, String name) {
    if (KNOWN.contains(owner + "/" + name)) {
      return Optional.empty();
    }
    return KNOWN.stream()
        .filter(
            each -> {
              int slash = each.indexOf('/');
              String knownOwner = each.substring(0, slash);
              String knownName = each.substring(slash + 1);
              return (name.equals(knownName) && isNearOwner(owner, knownOwner))
                  || (owner.equals(knownOwner) && TyposquatScan.isSlip(name, knownName));
            })
        .findFirst();
  }

  /// Returns whether the owner's name differs by one typing error, or by an added word such as
  /// `-org`.
  private static boolean isNearOwner(String owner, String known) {
    return TyposquatScan.isSlip(owner, known)
        || (owner + "s").equals(known)
        || owner.startsWith(known + "-");
  }
}
