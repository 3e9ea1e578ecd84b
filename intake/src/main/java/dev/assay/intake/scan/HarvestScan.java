package dev.assay.intake.scan;

import com.google.re2j.Matcher;
import dev.assay.intake.rule.FindingList;
import dev.assay.intake.signature.Regex;
import dev.assay.intake.signature.ScanRule;
import dev.assay.intake.tree.SourceText;
import dev.assay.skill.Finding;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// Finds code that has a list of secrets, reads them and sends data. A loop over such a list hides
/// from [FlowScan] which secrets it reads. A list of service keys alone does not count, because
/// many skills work with one of several services.
final class HarvestScan {
  private static final Regex NAME =
      new Regex(
          "[\"'](AWS_SECRET_ACCESS_KEY|AWS_SESSION_TOKEN|GITHUB_TOKEN|GITLAB_TOKEN|NPM_TOKEN|PYPI_TOKEN|DATABASE_URL|DB_PASSWORD|DB_PASS|POSTGRES_PASSWORD|MYSQL_PASSWORD|REDIS_PASSWORD|JWT_SECRET|SECRET_KEY|PRIVATE_KEY|STRIPE_SECRET_KEY|DOCKER_PASSWORD|SLACK_TOKEN|SSH_PRIVATE_KEY|ENCRYPTION_KEY|MNEMONIC)[\"']|[\"'](?:~/|\\*\\*/)?(\\.env\\.(?:local|production|prod|staging|development)|\\.aws/credentials|\\.ssh/id_[a-z0-9]+|\\.netrc|\\.pgpass|\\.npmrc|\\.pypirc|\\.git-credentials|\\.docker/config\\.json|\\.kube/config|terraform\\.tfstate|\\.vault-token|\\.env)[\"']");
  private static final Regex KEY =
      new Regex(
          "[\"'][A-Z0-9_]*(?:_API_KEY|_SECRET|_TOKEN|_PASSWORD|_SECRET_KEY|DATABASE_URL)[\"']");
  private static final Regex READS =
      new Regex(
          "\\bos\\.(?:environ|getenv)|\\bprocess\\.env\\b|\\bopen\\s*\\(|\\bread_text\\s*\\(|\\breadFile(?:Sync)?\\s*\\(|\\bcat\\s");
  private static final Regex PACKED =
      new Regex(
          "\\b(?:json\\.dumps|JSON\\.stringify|b64encode|btoa)\\s*\\(\\s*(?:secrets?|creds?|credentials)\\b");
  private static final int ENOUGH = 2;
  private static final int MANY = 4;

  /// A list of secrets in one file, which another file of the skill may send.
  private Optional<Finding> gathered = Optional.empty();

  private final List<Statements.Unit> scripts = new ArrayList<>();
  private boolean found;

  void look(SourceText source, List<Statements.Unit> units, FindingList findings) {
    boolean script = !source.extension().equals(".md");
    if (script) {
      scripts.addAll(units);
    }
    if (units.isEmpty() || (!NAME.mayFind(source.text()) && !KEY.mayFind(source.text()))) {
      return;
    }
    for (Statements.Unit unit : units) {
      Secrets secrets = secrets(unit);
      if (!secrets.enough() || !holds(unit, READS)) {
        continue;
      }
      int sent = firstSent(unit);
      if (sent > 0) {
        found = true;
        findings.add(
            ScanRule.EXFILTRATION.at(
                source.path(),
                sent,
                "The code gathers secrets from a list that starts on line "
                    + secrets.line()
                    + ", and sends or packs data.",
                SecretScan.mask(source.excerpt(sent))));
        return;
      }
      if (script && secrets.many() && gathered.isEmpty()) {
        gathered =
            Optional.of(
                ScanRule.EXFILTRATION.at(
                    source.path(),
                    secrets.line(),
                    "The code gathers secrets from a list, and another file of the skill sends"
                        + " data.",
                    SecretScan.mask(source.excerpt(secrets.line()))));
      }
    }
  }

  /// Reports the list if another file sends data. Call it after the last file.
  void end(FindingList findings) {
    if (!found && gathered.isPresent() && scripts.stream().anyMatch(unit -> firstSent(unit) > 0)) {
      findings.add(gathered.get());
    }
  }

  /// The secrets that a unit lists, and the line where the list starts.
  private record Secrets(int names, boolean packed, int line) {
    boolean enough() {
      return names >= ENOUGH || packed;
    }

    boolean many() {
      return names >= MANY;
    }
  }

  private static Secrets secrets(Statements.Unit unit) {
    Set<String> names = new HashSet<>();
    Set<String> keys = new HashSet<>();
    int first = 0;
    for (Statements.Statement each : unit.statements()) {
      String text = each.text();
      if (text.indexOf('"') < 0 && text.indexOf('\'') < 0) {
        continue; // both are texts in quotes
      }
      boolean named = collect(NAME, text, names);
      boolean keyed = collect(KEY, text, keys);
      first = (named || keyed) && first == 0 ? each.line() : first;
    }
    return new Secrets(names.size(), keys.size() >= ENOUGH && holds(unit, PACKED), first);
  }

  private static boolean collect(Regex what, String text, Set<String> into) {
    if (!what.mayFind(text)) {
      return false;
    }
    boolean found = false;
    Matcher matcher = what.matcher(text);
    while (matcher.find()) {
      into.add(matcher.group());
      found = true;
    }
    return found;
  }

  private static boolean holds(Statements.Unit unit, Regex what) {
    return unit.statements().stream().anyMatch(each -> what.finds(each.text()));
  }

  /// Returns the first line that sends or packs data; 0 if there is none.
  private static int firstSent(Statements.Unit unit) {
    for (Statements.Statement each : unit.statements()) {
      if (PACKED.finds(each.text()) || FlowKind.isSent(each.text())) {
        return each.line();
      }
    }
    return 0;
  }
}
