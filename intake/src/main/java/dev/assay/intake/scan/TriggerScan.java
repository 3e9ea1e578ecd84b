package dev.assay.intake.scan;

import com.google.re2j.Matcher;
import dev.assay.intake.rule.FindingList;
import dev.assay.intake.signature.Regex;
import dev.assay.intake.signature.ScanRule;
import dev.assay.intake.signature.WordTable;
import dev.assay.intake.tree.SourceText;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// Finds code that does harm only for some users, machines, languages or times, so that a test
/// elsewhere shows nothing.
final class TriggerScan {
  private static final Regex ASKS =
      new Regex(
          "^\\s*(?:\\}\\s*)?(?:if|elif|elsif|else\\s+if|unless|case|when|while|switch)\\b|\\[\\[?\\s|&&|\\|\\||\\btest\\s|\\s\\?\\s|\\bif\\s");

  /// A condition on the user or the machine: root, a host or user name, no continuous integration,
  /// a language.
  private static final Regex WHO =
      new Regex(
          "\\b(?:os|Process|process|posix)[._](?:get)?(?:Get)?e?[uU]id\\b|\\$\\{?E?UID\\b|\\$\\(id\\s+-u|\\bIsInRole\\(|\\$\\(hostname|`hostname|\\bos\\.hostname\\(|\\bgethostname\\(|\\bplatform\\.node\\(\\)|\\bHOSTNAME\\b|\\bCOMPUTERNAME\\b|\\buname\\s+-n|\\bos\\.Hostname\\(|\\bwhoami\\b|\\bgetpass\\.getuser\\(|\\bgetlogin\\(|\\buserInfo\\(|\\$\\{?USER\\}?\\b|[\"']USER(?:NAME|DOMAIN)?[\"']|\\$env:USER\\w+|\\bget_caller_identity\\b|(?:\\bnot\\b|!|-z\\b|\\bnil\\b)[^\\n]{0,40}\\b(?:CI|GITHUB_ACTIONS|GITLAB_CI|CODESPACES|JENKINS_URL|BUILDKITE)\\b|\\bCI[\"'\\])]*\\s*(?:is\\s+None|not\\s+in|==\\s*[\"']{2})|\\bget(?:default)?locale\\(|\\bLANG\\b|\\bLC_ALL\\b|\\bnavigator\\.language|\\bresolvedOptions\\(\\)|\\bGet-(?:Culture|WinSystemLocale|TimeZone)\\b|\\btime\\.tzname\\b|/etc/timezone");

  private static final Regex WHEN =
      new Regex(
          "\\.(?:iso)?weekday\\(\\)\\s*(?:==|>|in\\b)|\\bgetDay\\(\\)\\s*={2,3}|\\.(?:month|day|hour|wday|mon)\\s*(?:==|>=?)\\s*[0-9]|\\bgetHours\\(\\)\\s*[<>=]|\\$\\(date\\s+\\+\\S+\\)\"?\\s*(?:-eq|-g[et]|==?|>)|\\bstrftime\\([^)]*\\)\\s*[=>]=?|\\bGet-Date\\b[^\\n]*-(?:gt|ge|eq)|\\b(?:runs?|run_?count|counter|invocations|launches|uses|calls)\\w*[\"'\\])]*\\s*(?:>=?|={2,3}|%|-g[et]|-eq)\\s*[0-9]");

  /// Code that does irreversible harm, or gives access to the machine.
  private static final Regex HARMS =
      new Regex(
          "(?i)\\brm\\s+-\\w*r\\w*\\s+(?:-\\S+\\s+)*[\"']?(?:~|\\$HOME|\\$\\{HOME\\}|/(?:home|root|var|etc|usr|opt|srv)?(?:[\\s\"'/*]|$)|\\.(?:[\\s\"';]|$|/\\s|git\\b)|\\.\\.|\\*)|\\brmtree\\(\\s*(?:[^\\n)]*(?:home\\(|expanduser|getcwd\\(|cwd\\()|[\"'](?:/|\\.|\\.git|~)[\"'])|\\b(?:rmSync|rm_rf|rmdirSync|RemoveAll)\\b[^\\n]*(?:homedir|cwd\\(|\\.git|Dir\\.home|UserHomeDir|HOME)|\\bdrop\\s+(?:table|database|schema)\\b|\\bdropDatabase\\(|\\btruncate\\s+table\\b|\\bdelete\\s+from\\s+\\w+\\s*[;\"']|\\bfind\\s+[\"']?(?:~|\\$HOME|/|\\.)[^\\n]*\\s-delete\\b|\\bshred\\s+-|\\bmkfs|\\bdd\\s+if=/dev/(?:zero|urandom)|\\bgit\\s+push\\s+(?:-f|--force)\\b|\\bRemove-Item\\b[^\\n]*-Recurse[^\\n]*(?:\\$HOME|\\$env:USERPROFILE|~|C:\\\\)|\\b(?:exec|eval)\\s*\\(\\s*(?:\\w+\\s*\\)|base64|b64decode|atob|zlib|bytes|codecs|decode|compile\\(|requests|urlopen)|\\bbase64\\s+(?:-d|-D|--decode)\\b[^\\n]*\\|\\s*(?:ba|z)?sh|\\b(?:curl|wget)\\b[^\\n|]*\\|\\s*(?:sudo\\s+)?(?:ba|z)?sh\\b|\\biex\\b|\\bInvoke-Expression\\b|\\|\\s*crontab\\b|\\buseradd\\s|\\bNOPASSWD\\b|\\bchmod\\s+(?:u\\+s|[24]7)|\\bauthorized_keys\\b|\\bcreate_(?:access_key|login_profile)\\(");

  private static final Regex SENDS =
      new Regex(
          "\\b(?:requests|httpx|axios)\\.(?:post|put)\\(|\\bfetch\\([^\\n]*(?:POST|method)|\\bcurl\\b[^\\n]*\\s(?:-d|-F|-T|--data\\S*|--form|--upload-file|-X\\s*(?:POST|PUT))\\b|\\bwget\\b[^\\n]*--post|\\bInvoke-(?:RestMethod|WebRequest)\\b[^\\n]*\\bPost\\b|\\bsendall\\(|\\burlopen\\([^\\n]*data=|\\bNet::HTTP\\.post|\\bhttp\\.Post\\(|\\|\\s*(?:nc|ncat)\\s");
  private static final Regex HERE = new Regex("(?i)localhost|127\\.0\\.0\\.1|api\\.github\\.com");

  /// The words of which each such condition has at least one. Searching for them is much faster.
  private static final WordTable WORDS =
      WordTable.of(
          "hostname",
          "uid",
          "id -u",
          "IsInRole",
          "platform.node",
          "COMPUTERNAME",
          "uname -n",
          "whoami",
          "getuser(",
          "getlogin",
          "userInfo(",
          "$USER",
          "${USER",
          "\"USER",
          "'USER",
          "env:USER",
          "caller_identity",
          "\"CI\"",
          "'CI'",
          "$CI",
          "${CI",
          ".CI",
          ":CI",
          "GITHUB_ACTIONS",
          "GITLAB_CI",
          "CODESPACES",
          "JENKINS_URL",
          "BUILDKITE",
          "locale(",
          "LANG",
          "LC_ALL",
          ".language",
          "resolvedOptions",
          "Get-Culture",
          "Get-WinSystemLocale",
          "Get-TimeZone",
          "tzname",
          "/etc/timezone",
          "weekday",
          "getDay(",
          ".month",
          ".day",
          ".hour",
          ".wday",
          ".mon ",
          "getHours",
          "$(date",
          "strftime",
          "Get-Date",
          "runs",
          "run_count",
          "runcount",
          "counter",
          "invocations",
          "launches",
          "uses",
          "calls");

  private static final Regex KEPT =
      new Regex(
          "^\\s*(?:export\\s+|local\\s+|const\\s+|let\\s+|var\\s+|\\$)?([A-Za-z_]\\w*)\\s*:?=[^=]");
  private static final Regex WORD = new Regex("[A-Za-z_]\\w*");

  private static final int BODY = 6;

  private TriggerScan() {}

  static void look(SourceText source, List<Statements.Unit> units, FindingList findings) {
    if (units.isEmpty()
        || source.extension().equals(".md")
        || !mayHarm(source.text())
        || !WORDS.anyIn(source.text())) {
      return;
    }
    for (Statements.Unit unit : units) {
      Set<String> asked = new HashSet<>();
      for (int i = 0; i < unit.statements().size(); i++) {
        Statements.Statement each = unit.statements().get(i);
        boolean named = asks(each.text(), asked);
        if ((named || WORDS.anyIn(each.text())) && isTriggered(unit.statements(), i, named)) {
          findings.add(
              ScanRule.TIME_BOMB.at(
                  source.path(),
                  each.line(),
                  "Code does harm only for some users, machines or times.",
                  SecretScan.mask(source.excerpt(each.line()))));
          return;
        }
      }
    }
  }

  private static boolean mayHarm(String text) {
    return HARMS.mayFind(text) || SENDS.mayFind(text);
  }

  /// Returns whether a statement tests a name that holds the user or the machine. An assignment to
  /// such a name adds it.
  private static boolean asks(String text, Set<String> asked) {
    if (WORDS.anyIn(text)) {
      Matcher kept = KEPT.matcher(text);
      if (kept.find() && WHO.finds(text)) {
        asked.add(kept.group(1));
        return false;
      }
    }
    if (asked.isEmpty() || !ASKS.finds(text)) {
      return false;
    }
    Matcher word = WORD.matcher(text);
    while (word.find()) {
      if (asked.contains(word.group())) {
        return true;
      }
    }
    return false;
  }

  private static boolean isTriggered(List<Statements.Statement> all, int at, boolean named) {
    String text = all.get(at).text();
    if (!ASKS.finds(text)) {
      return false;
    }
    boolean who = WHO.finds(text);
    if (!who && !named && !WHEN.finds(text)) {
      return false;
    }
    Set<String> harmful = harmful(all);
    for (Statements.Statement each : all.subList(at, Math.min(all.size(), at + BODY))) {
      if (harms(each.text(), who) || callsAny(each.text(), harmful)) {
        return true;
      }
    }
    return false;
  }

  private static boolean harms(String text, boolean who) {
    return HARMS.finds(text) || (who && SENDS.finds(text) && !HERE.finds(text));
  }

  private static boolean callsAny(String text, Set<String> harmful) {
    return !harmful.isEmpty() && FlowNames.called(text).stream().anyMatch(harmful::contains);
  }

  /// Returns the functions of a unit that do irreversible harm.
  private static Set<String> harmful(List<Statements.Statement> all) {
    Set<String> names = new HashSet<>();
    String function = "";
    for (Statements.Statement each : all) {
      Optional<FlowNames.Function> starts = FlowNames.function(each.text());
      if (starts.isPresent()) {
        function = starts.get().name();
      } else if (!each.text().startsWith("if ")
          && !function.isEmpty()
          && HARMS.finds(each.text())) {
        names.add(function);
      }
    }
    return names;
  }
}
