package dev.assay.intake.scan;

import dev.assay.intake.rule.FindingList;
import dev.assay.intake.signature.Regex;
import dev.assay.intake.tree.Sources;
import java.util.List;

/// Finds scripts that destroy data which the user may want to keep, if SKILL.md does not mention
/// it: work in a repository, data, cloud machines, logs. [UnsaidChangeScan] does the same for
/// changes that can be undone.
enum UnsaidLossScan {
  STASHES(
      "stashed work",
      "\\bgit\\b[^\\n]{0,60}\\bstash[\\s\"',]+(?:clear|drop)\\b",
      "\\bstash",
      "stash"),
  UNTRACKED(
      "files that Git does not track",
      "\\bgit\\b[^\\n]{0,60}\\bclean[\\s\"',]+-\\w*f",
      "\\bgit\\s+clean\\b|\\buntracked\\b|\\bpristine\\b|\\bworktrees?\\b|\\breset\\w*\\b",
      "clean"),
  HISTORY(
      "the history of a repository",
      "\\breflog[\\s\"',]+(?:expire|delete)\\b|\\bgc\\b[^\\n]{0,30}--prune=now|\\bgit\\b[^\\n]{0,60}\\b(?:filter-branch|filter-repo|update-ref\\s+-d)\\b|\\bgit\\b[^\\n]{0,60}\\brebase\\b[^\\n]*--root\\b",
      "\\b(?:reflog|history|histories|filter-\\w+|rewrit\\w+|purg\\w+|squash\\w*)\\b",
      "reflog",
      "--prune=now",
      "filter-branch",
      "filter-repo",
      "update-ref",
      "--root"),
  FORCED(
      "what others have pushed",
      "\\bgit\\b[^\\n]{0,60}\\bpush\\b[^\\n]*[\\s\"'](?:-f|--force|--mirror)(?:[\\s\"',;)]|$)|\\bgit\\b[^\\n]{0,60}\\bpush[\\s\"',]+\\w+[\\s\"',]+\\+\\w",
      "\\bforce\\w*\\b|\\brewrit\\w+|\\brebase\\w*\\b|--force|\\bgh-pages\\b|\\bmirror\\w*\\b|\\bamend\\w*\\b",
      "push"),
  BRANCHES(
      "branches",
      "\\bgit\\b[^\\n]{0,60}\\bpush\\b[^\\n]*\\s--delete\\b|\\bgit\\b[^\\n]{0,60}\\bbranch[\\s\"',]+-D\\b",
      "\\bbranch\\w*\\b|\\bworktrees?\\b",
      "--delete",
      "branch -D",
      "-D"),
  COMMITS(
      "changes that are not committed",
      "\\bgit\\b[^\\n]{0,60}\\breset[\\s\"',]+--hard\\b|\\bgit\\b[^\\n]{0,60}\\bcheckout[\\s\"',]+(?:-f\\b|--[\\s\"',]+\\.)|\\bgit\\b[^\\n]{0,60}\\brestore[\\s\"',]+(?:--\\S+\\s+)*\\.(?:[\\s\"',]|$)",
      "\\b(?:reset\\w*|discard\\w*|revert\\w*|restor\\w+|roll\\w*\\s*back\\w*|undo\\w*|clean\\w*|checkout|sync\\w*|updat\\w+|pull\\w*|clon\\w+|latest|worktrees?|submodules?|upgrad\\w+|install\\w*)\\b",
      "--hard",
      "checkout",
      "restore"),
  CONTENTS(
      "the content of files, which is overwritten",
      "\\bdd[\\s\"',]+if=/dev/(?:zero|u?random)[\\s\"',]+of=[\"']?(?:\\$|\\{|[.~\\w]|/(?:home|srv|mnt|data|var))|\\bshred\\s|\\btruncate[\\s\"',]+-s[\\s\"',]*0[\\s\"',]+[\"']?[$~./*]|\\bsdelete\\b|\\bcipher\\s+/w|\\.write\\(\\s*(?:b?[\"']\\\\(?:0|x00)[\"']\\s*\\*|(?:bytes|bytearray|os\\.urandom|token_bytes|secrets\\.token_bytes)\\([^\\n)]*(?:size|len\\())",
      "\\b(?:shred\\w*|wip\\w+|zero\\w*|overwrit\\w*|eras\\w*|truncat\\w*|swap\\w*|benchmark\\w*|disks?|padding|sparse)\\b",
      "if=/dev/",
      "shred",
      "truncate",
      "sdelete",
      "cipher",
      ".write("),
  MACHINES(
      "machines or data of a cloud or a cluster",
      "\\b(?:terraform|tofu|pulumi|cdk|terragrunt)[\\s\"',]+(?:\\S+\\s+)?(?:destroy|state[\\s\"',]+rm)\\b|\\bapply\\b[^\\n]*\\s-destroy\\b|\\bkubectl[\\s\"',]+(?:-\\S+\\s+\\S+\\s+)?(?:delete|drain)\\b|\\bhelm[\\s\"',]+(?:uninstall|delete)\\b|\\bdocker[\\s\"',]+(?:system|volume|image|container|builder)[\\s\"',]+prune\\b|\\bdocker[\\s\"',]+volume[\\s\"',]+rm\\b|\\bdocker(?:-|\\s)compose\\b[^\\n]*\\bdown\\b[^\\n]*\\s(?:-v|--volumes)\\b|\\baws[\\s\"',]+s3[\\s\"',]+r[bm]\\b[^\\n]*--(?:recursive|force)|\\baws\\b[^\\n]*\\b(?:terminate-instances|delete-(?:db|bucket|stack|table|cluster|snapshot|volume|object)\\w*)|\\bgcloud\\b[^\\n]*\\bdelete\\b|\\baz[\\s\"',]+group[\\s\"',]+delete\\b|\\bgh[\\s\"',]+(?:repo|release|secret|run)[\\s\"',]+delete\\b|\\bnpm[\\s\"',]+unpublish\\b|\\.(?:terminate_instances|delete_(?:bucket|stack|table|db_instance|db_cluster|snapshot|volume|objects))\\s*\\(",
      "\\b(?:destroy\\w*|tear\\w*|delet\\w*|remov\\w*|clean\\w*|prun\\w*|reset\\w*|uninstall\\w*|terminat\\w*|wip\\w+|drain\\w*|stop\\w*|unpublish\\w*|shut\\w*|purg\\w*|roll\\w*\\s?back)\\b",
      "destroy",
      "state rm",
      "kubectl",
      "helm",
      "prune",
      "volume rm",
      "down",
      "aws",
      "gcloud",
      "group delete",
      "delete",
      "unpublish",
      "terminate"),
  RECORDS(
      "records of a database",
      "\\bdrop_(?:table|all|database|collection)\\s*\\(|\\bdelete_?[mM]any\\(\\s*(?:\\{\\s*\\})?\\s*\\)|\\bdelete\\s+from\\s+[\\w.\"`]+\\s*[;\"')]|\\.objects\\.all\\(\\)\\.delete\\(|\\b(?:destroy|delete)_all\\b|\\bdropdb\\s|\\bdb:(?:drop|reset)\\b|\\bmigrate[\\s\"',]+reset\\b|\\bflush(?:all|db)\\b|\\bmanage\\.py[\\s\"',]+flush\\b|\\bpg:reset\\b",
      "\\b(?:drop\\w*|reset\\w*|truncat\\w*|delet\\w*|wip\\w+|clean\\w*|clear\\w*|destroy\\w*|remov\\w*|purg\\w*|flush\\w*|re-?creat\\w*|re-?build\\w*|re-?index\\w*|overwrit\\w*|replac\\w*|fixtures?|seed\\w*|cache\\w*|refresh\\w*|import\\w*|sync\\w*)\\b",
      "drop_",
      "delete",
      "destroy_all",
      "dropdb",
      "db:",
      "reset",
      "flush"),
  TRACES(
      "logs or the history of commands",
      "\\bhistory\\s+-c\\b|\\bunset\\s+HISTFILE\\b|\\bHIST(?:SIZE|FILESIZE)=0|\\bHISTFILE=/dev/null|\\bClear-(?:EventLog|History)\\b|\\bwevtutil\\s+cl\\b|\\bjournalctl\\b[^\\n]*--vacuum|\\brm\\s[^\\n]*/var/log\\b|>\\s*/var/log/|\\bConsoleHost_history\\b|\\bset\\s+\\+o\\s+history\\b",
      "\\b(?:clear|delet|remov|clean|rotat|vacuum|truncat|prun)\\w*\\s+(?:\\w+\\s+){0,3}(?:logs?|history|journal)\\b|/var/log",
      "history",
      "HIST",
      "EventLog",
      "wevtutil",
      "vacuum",
      "/var/log"),
  PROGRAMS(
      "the programs that the user works with, which are ended",
      "\\b(?:pkill|killall)\\s+(?:-\\S+\\s+)*(?:-\\S+|[\"']?(?:chrome|firefox|safari|code|slack|node|python|java|docker|bash|zsh|Finder|Dock|ssh|sshd|postgres|mysqld|nginx)\\b)|\\btaskkill\\b[^\\n]*/im\\s|\\bStop-Process\\b[^\\n]*-Force|\\bkill\\s+-9\\s+-1\\b|\\bcrontab\\s+-r\\b|\\b(?:Stop-Computer|Restart-Computer)\\b|(?:^|[;&|\"']\\s*)(?:sudo\\s+)?(?:shutdown\\s+-|reboot\\b|poweroff\\b)",
      "\\b(?:kill\\w*|stop\\w*|restart\\w*|terminat\\w*|clos\\w+|quit\\w*|shut\\w*|process\\w*|reboot\\w*|cron\\w*|servers?|daemons?|ports?|background|launch\\w*|start\\w*|run\\s+in|browser|cdp|debug\\w*)\\b",
      "pkill",
      "killall",
      "taskkill",
      "Stop-Process",
      "kill -9",
      "crontab",
      "-Computer",
      "shutdown",
      "reboot",
      "poweroff"),
  FOLDERS(
      "folders of the user",
      "\\brm\\s+-\\w*r\\w*\\s[^\\n;|&]*[\"'\\s](?:~|\\$HOME|\\$\\{HOME\\}|/home/\\w+|/Users/\\w+)/(?:Documents|Desktop|Downloads|Pictures|Music|Movies|code|src|projects|work|dev)\\b|\\bfind\\s+[\"']?(?:~|\\$HOME|\\$\\{HOME\\}|/home|/Users)[^\\n]*\\s(?:-delete|-exec\\s+rm)\\b|\\b(?:rmtree|rm_rf|rmSync|RemoveAll|removeSync|rimraf)\\s*\\([^\\n]*(?:home\\(\\)|homedir\\(\\)|expanduser|Dir\\.home|UserHomeDir)[^\\n]*(?:Documents|Desktop|Downloads|Pictures|code|src|projects|work)\\b|\\bRemove-Item\\b[^\\n]*(?:\\$HOME|\\$env:USERPROFILE)[\\\\/](?:Documents|Desktop|Downloads|Pictures)\\b",
      "\\b(?:Documents|Desktop|Downloads|Pictures|Music|Movies|home\\s+(?:folder|director\\w+))\\b",
      "rm -",
      "-delete",
      "rmtree",
      "rm_rf",
      "rmSync",
      "RemoveAll",
      "removeSync",
      "rimraf",
      "Remove-Item"),
  REPOSITORY(
      "a Git repository",
      "\\brm\\s+-\\w*r\\w*\\s+[^\\n]*[/\"'\\s]\\.git(?:[\\s\"';/]|$)|\\bfind\\b[^\\n]*\\s-name\\s+[\"']?\\.git\\b[^\\n]*\\s(?:-delete|-exec\\s+rm)\\b|\\b(?:rmtree|rm_rf|rmSync|RemoveAll|removeSync|rimraf)\\s*\\([^\\n]*[\"'/]\\.git[\"'][^\\n]*\\)",
      "\\.git\\b|\\bgit\\s+init\\b|\\b(?:clon\\w+|templates?|scaffold\\w*|boilerplate|starters?|vendor\\w*)\\b",
      ".git"),
  SCHEMAS(
      "whole databases",
      "\\bdrop\\s+schema\\b[^\\n]*\\bcascade\\b|\\bdrop\\s+database\\s+(?:if\\s+exists\\s+)?[\"'`{$%]",
      "\\b(?:drop\\w*|reset\\w*|wip\\w+|delet\\w*|destroy\\w*|tear\\w*|re-?creat\\w*|fresh|throw\\w*|clean\\w*)\\b",
      "drop schema",
      "drop database"),
  LOCKS(
      "who can open the user's files",
      "\\bchmod\\s+(?:-R\\s+)?0{2,4}\\s|\\bchattr\\s+(?:-R\\s+)?\\+i\\b|\\bicacls\\b[^\\n]*/deny\\b|\\bchown\\s+-R\\s+root\\b",
      "\\b(?:permission\\w*|chmod|chattr|immutable|lock\\w*|read-?only|owner\\w*)\\b",
      "chmod",
      "chattr",
      "icacls",
      "chown"),
  FIGURES(
      "the user's figures, which are changed by chance",
      "\\b(?:value|amount|price|total|cell|balance|quantity|qty|figure|salary|rate)\\w*[\\])\\w.'\"]*\\s*\\*=?\\s*\\(?\\s*(?:1(?:\\.0)?\\s*[+-]\\s*)?\\(?(?:random|rng|rand|np\\.random|Math\\.random|rnd)\\b",
      "\\b(?:random\\w*|nois\\w+|jitter\\w*|simulat\\w*|synthe\\w*|sampl\\w*|shuffl\\w*|perturb\\w*|fake\\w*|mock\\w*|monte|generat\\w*|games?|demo\\w*|anonymi\\w*|obfuscat\\w*|placeholder\\w*|dummy|test\\s+data|particles?|art|animat\\w*)\\b",
      "random",
      "rng",
      "rand",
      "rnd");

  private static final Regex MORE =
      new Regex(
          "[;|&`>]|\\$\\(|\\b(?:system|popen|Popen|exec\\w*|spawn\\w*|run|call|check_output)\\s*\\(");

  UnsaidLossScan(String what, String loss, String said, String... words) {
    Effects.ALL.add("throws away " + what, loss, said, List.of(words));
  }

  /// The effects of all constants.
  private static final class Effects {
    private static final UnsaidEffects ALL =
        new UnsaidEffects(line -> UnsaidEffects.isComment(line) || isMessage(line));
  }

  static void look(Sources sources, FindingList findings) {
    Effects.ALL.look(sources, findings);
  }

  /// Returns whether a line only prints a message for the user.
  private static boolean isMessage(String line) {
    String code = line.strip();
    return (code.startsWith("echo ")
            || code.startsWith("print(")
            || code.startsWith("console.log(")
            || code.startsWith("Write-Host"))
        && !MORE.finds(code);
  }
}
