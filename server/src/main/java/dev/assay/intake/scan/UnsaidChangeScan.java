package dev.assay.intake.scan;

import dev.assay.intake.rule.FindingList;
import dev.assay.intake.signature.Regex;
import dev.assay.intake.signature.ScanRule;
import dev.assay.intake.signature.WordTable;
import dev.assay.intake.signature.Work;
import dev.assay.intake.tree.SourceText;
import dev.assay.intake.tree.Sources;

/// Finds changes of the machine, the network or an account that a script makes and SKILL.md does
/// not speak of: whoever reads it does not expect them.
enum UnsaidChangeScan {
  ACCOUNTS(
      "an account of the machine",
      "\\b(?:useradd|adduser|newusers)\\s+\\S|\\bchpasswd\\b|\\busermod\\s+-\\w*G|\\bnet\\s+user\\s+\\S+\\s+\\S+\\s+/add|\\bnet\\s+localgroup\\s+administrators\\b|\\bNew-LocalUser\\b|\\bdscl\\s+\\.\\s+-create\\s+/Users|\\bsysadminctl\\s+-addUser",
      "\\b(?:accounts?|useradd|adduser|usermod|provision\\w*|containers?|docker\\w*|vps|system\\s+users?|linux\\s+users?)\\b",
      "useradd",
      "adduser",
      "newusers",
      "chpasswd",
      "usermod",
      "net user",
      "net localgroup",
      "LocalUser",
      "dscl",
      "sysadminctl"),
  FIREWALL(
      "the firewall",
      "\\bufw\\s+(?:allow|disable|delete)|\\biptables\\s+-[AIFPD]\\b|\\bnft\\s+(?:add|flush)|\\bnetsh\\s+(?:advfirewall|firewall)|\\b(?:New|Set)-NetFirewall\\w+|\\bfirewall-cmd\\b|\\bpfctl\\s+-[df]",
      "\\b(?:firewall\\w*|ufw|iptables|nft\\w*|ports?|netsh)\\b",
      "ufw",
      "iptables",
      "nft ",
      "netsh",
      "NetFirewall",
      "firewall-cmd",
      "pfctl"),
  SSH(
      "who may log in by SSH",
      "\\bsshd_config\\b|\\bsystemctl\\s+(?:enable|start)\\b[^\\n]*\\bsshd?\\b|\\bsetremotelogin\\s+on|\\bauthorized_keys\\b",
      "\\b(?:ssh\\w*|remote\\s+login|vps|authorized_keys)\\b",
      "sshd_config",
      "systemctl",
      "setremotelogin",
      "authorized_keys"),
  CLOUD(
      "who may do what in a cloud account",
      "\\bcreate_(?:user|login_profile|access_key|service_account_key)\\s*\\(\\s*UserName|\\battach_(?:user|role|group)_policy\\s*\\(|\\baws\\s+iam\\s+(?:create|attach|put|add)-|\\bgcloud\\s+[^\\n]*(?:add-iam-policy-binding|service-accounts\\s+(?:keys\\s+)?create)|\\baz\\s+(?:ad\\s+(?:user|sp)|role\\s+assignment)\\s+create|\\bcreate_access_key\\s*\\(|\\bcreate_login_profile\\s*\\(|\\bpolicy/AdministratorAccess\\b",
      "\\b(?:iam|service\\s+accounts?|access\\s+keys?|roles?|identit(?:y|ies)|cloudformation|terraform)\\b",
      "create_user",
      "create_login_profile",
      "create_access_key",
      "create_service_account",
      "attach_",
      "aws iam",
      "gcloud",
      "az ad",
      "az role",
      "AdministratorAccess"),
  TRAFFIC(
      "where the machine's or a site's traffic goes",
      "\\bmirror\\s+/\\S*\\s*;|\\bmirror_request_body\\s+on|\\bnetworksetup\\s+-set\\w*proxy|\\borg\\.gnome\\.system\\.proxy\\b|\\bsecurity\\s+add-trusted-cert\\b|\\bupdate-ca-certificates\\b|\\bcertutil\\s+-addstore\\b|\\bImport-Certificate\\b|>>?\\s*/etc/hosts\\b|\\bopen\\(\\s*[\"']/etc/hosts[\"']\\s*,\\s*[\"'][wa]",
      "\\b(?:mirror\\w*|shadow\\w*|prox(?:y|ies)|certificates?|certs?|hosts\\s+file|/etc/hosts|dns|ca)\\b",
      "mirror",
      "networksetup",
      "system.proxy",
      "add-trusted-cert",
      "update-ca-certificates",
      "addstore",
      "Import-Certificate",
      "/etc/hosts"),
  TABLES(
      "a database",
      "\\bdrop\\s+(?:table|database|schema)\\b|\\bdropDatabase\\s*\\(|\\btruncate\\s+table\\b",
      "\\b(?:drop\\w*|reset\\w*|truncat\\w*|delet\\w*|wip\\w+|clean\\w*|destroy\\w*|remov\\w*|purg\\w*|re-?creat\\w*|re-?build\\w*|re-?initiali[sz]\\w*|overwrit\\w*|migrat\\w+\\s+scripts?|fixtures?|tests?|sqlite|cache\\w*|import\\w*|load\\w*)\\b",
      "drop table",
      "drop database",
      "drop schema",
      "dropDatabase",
      "truncate table"),
  LISTENER(
      "who can reach the machine",
      "HTTPServer\\s*\\(\\s*\\(\\s*[\"'](?:0\\.0\\.0\\.0)?[\"']|\\.listen\\(\\s*[0-9]+\\s*,\\s*[\"']0\\.0\\.0\\.0|\\.bind\\(\\s*\\(\\s*[\"'](?:0\\.0\\.0\\.0)?[\"']|\\bngrok\\b|\\bcloudflared\\s+tunnel|\\bssh\\s+[^\\n]*-R\\s|\\blocaltunnel\\b|\\btailscale\\s+funnel",
      "\\b(?:servers?|listen\\w*|ports?|serv\\w+|tunnel\\w*|ngrok|expos\\w+|dashboards?|previews?|http|local\\w*|web\\w*|callback|oauth|hosts?|network\\w*|sockets?)\\b",
      "HTTPServer",
      ".listen(",
      ".bind(",
      "ngrok",
      "cloudflared",
      "ssh ",
      "localtunnel",
      "tailscale"),
  CAPTURE(
      "nothing, but looks at the clipboard, the screen, the camera or the keys",
      "\\bpyperclip\\.paste\\(|\\bpbpaste\\b|\\bxclip\\b[^\\n]*-o\\b|\\bGet-Clipboard\\b|\\bImageGrab\\.grab|\\bscreencapture\\b|\\bscrot\\b|\\bVideoCapture\\(\\s*0|\\barecord\\b|\\bmss\\.mss\\(|\\bpyautogui\\.screenshot|\\bxinput\\b|\\bpynput\\b",
      "\\b(?:clipboard|paste\\w*|screen\\w*|captur\\w*|camera|webcam|record\\w*|microphone|audio|voice|vision|video|images?|keyboard|automation|gui)\\b",
      "pyperclip",
      "pbpaste",
      "xclip",
      "Get-Clipboard",
      "ImageGrab",
      "screencapture",
      "scrot",
      "VideoCapture",
      "arecord",
      "mss.mss",
      "pyautogui",
      "xinput",
      "pynput"),
  RIGHTS(
      "who may do what with the user's files, or which programs may be started",
      "\\bchmod\\s+(?:-R\\s+)?(?:[0-7]?[0-7][0-7][2367]|[ao]\\+\\w*w)\\s+[\"']?(?:~|\\$HOME|/)|\\bcommit\\.gpgsign[\\s\"',]+false|\\bcore\\.hooksPath\\b|\\brm\\b[^\\n]*\\.git/hooks|\\bSet-ExecutionPolicy\\b|\\bxattr\\s+-\\w*d\\w*[^\\n]*quarantine|\\bspctl\\s+--master-disable",
      "\\b(?:permissions?|chmod|hooks?|sign\\w*|executionpolicy|quarantine|gatekeeper)\\b",
      "chmod",
      "gpgsign",
      "hooksPath",
      ".git/hooks",
      "ExecutionPolicy",
      "quarantine",
      "master-disable"),
  BACKUPS(
      "backups, the bin or traces of earlier work",
      "(?:\\brm\\b|rmtree|rm_rf|unlink|remove|delete|rimraf|Remove-Item)[^\\n]*(?:Backups?\\b|\\.Trash|Trash/|Time\\s*Machine|known_hosts|_history\\b)|(?:Backups?\\b|\\.Trash|Trash/|known_hosts)[^\\n]*(?:rmtree|rm_rf|unlink|rimraf|Remove-Item)|\\btmutil\\s+delete|\\bvssadmin\\s+delete|\\bwbadmin\\s+delete|\\bwmic\\s+shadowcopy",
      "\\b(?:backups?|trash|history|known_hosts|snapshots?|clean\\w*|delet\\w*|remov\\w*|prun\\w*|rotat\\w*)\\b",
      "backup",
      "Trash",
      "Time Machine",
      "TimeMachine",
      "known_hosts",
      "_history",
      "tmutil",
      "vssadmin",
      "wbadmin",
      "shadowcopy"),
  PRIVATE(
      "nothing, but reads private messages, contacts, pictures or mail",
      "\\bchat\\.db\\b|AddressBook|Photos Library|\\bNotes\\.sqlite|\\bcalendar\\.sqlitedb|\\bplaces\\.sqlite|Signal/sql|WhatsApp/|Library/Messages|Library/Mail\\b|Thunderbird/Profiles",
      "\\b(?:messages?|imessage|contacts?|photos?|notes?|calendar|history|bookmarks?|browser\\w*|signal|whatsapp|mail\\w*|outlook|thunderbird|address\\s*book)\\b",
      "chat.db",
      "AddressBook",
      "Photos Library",
      "Notes.sqlite",
      "sqlitedb",
      "places.sqlite",
      "Signal/sql",
      "WhatsApp/",
      "Library/Messages",
      "Library/Mail",
      "Thunderbird"),
  NEIGHBOURS(
      "nothing, but looks for other machines in the network",
      "\\brange\\(\\s*1\\s*,\\s*25[4-6]\\s*\\)|\\bi\\s*<=?\\s*25[45]\\s*;|\\bseq\\s+1\\s+25[45]\\b|\\{1\\.\\.25[45]\\}|\\bnmap\\s+-|\\barp\\s+-a\\b|\\bmasscan\\b",
      "\\b(?:network\\w*|lan|scan\\w*|subnets?|hosts?|ip|ips|addresses|nmap|ping\\w*|devices?|colou?rs?|rgb|pixels?|bytes?|ascii|images?|characters?|encod\\w*|crypt\\w*)\\b",
      "254",
      "255",
      "256",
      "nmap",
      "arp -a",
      "masscan"),
  GUARDS(
      "programs that watch over the machine",
      "\\b(?:pkill|killall|taskkill|Stop-Service|systemctl\\s+(?:stop|disable|mask))\\b[^\\n]*(?:auditd|falcon|crowdstrike|defender|clamd|osquery|sentinel|sysmon|rsyslog|wazuh|avast|mcafee|symantec|littlesnitch|lulu|firewalld|apparmor)",
      "\\b(?:antivirus|anti-virus|defender|auditd|endpoint\\s+protection)\\b",
      "pkill",
      "killall",
      "taskkill",
      "Stop-Service",
      "systemctl"),
  PUBLISHED(
      "nothing, but publishes the user's work",
      "\\bgit[\\s\"',]+push\\b|\\bgit[\\s\"',]+remote[\\s\"',]+(?:add|set-url)\\b|\\bgh[\\s\"',]+(?:gist|repo|release)[\\s\"',]+(?:create|upload|edit)|\\bnpm[\\s\"',]+publish\\b|\\btwine[\\s\"',]+upload",
      "\\b(?:git|push\\w*|publish\\w*|remote|github|gh|gists?|release\\w*|deploy\\w*|commit\\w*|repos?\\w*|branch\\w*|npm|pypi|upload\\w*|shar\\w+|links?)\\b",
      "push",
      "gist",
      "publish",
      "twine"),
  CLUSTER(
      "what runs in a cluster",
      "(?:^\\s*|[;&\"'\\[{]\\s*|\\$\\(\\s*|\\b(?:sudo|then|do|else)\\s+)kubectl[\\s\"',]+(?:-\\S+\\s+\\S+\\s+)?(?:set|patch|apply|scale|create|exec|run|edit|replace|annotate|label|cordon|rollout)\\b|(?:^\\s*|[;&\"'\\[{]\\s*|\\$\\(\\s*|\\b(?:sudo|then|do|else)\\s+)helm[\\s\"',]+(?:install|upgrade|rollback)\\b",
      "\\b(?:kubectl|helm|clusters?|minikube|kind|k3s|rollouts?|aks|eks|gke)\\b",
      "kubectl",
      "helm"),
  START(
      "what is run when a shell starts",
      "[\"'/~ ]\\.(?:bashrc|zshrc|zshenv|bash_profile|zprofile|bash_login|profile)[\"'\\s)]|[\"'/~ ]\\.(?:vimrc|tmux\\.conf|inputrc|envrc|bash_aliases|zlogin|xprofile|xinitrc)\\b|\\bMicrosoft\\.PowerShell_profile|\\$PROFILE\\b|\\bconfig\\.fish\\b",
      "(?:bashrc|zshrc|zshenv|\\bvim\\w*|\\btmux|inputrc|envrc|\\bdirenv|\\bprofile|\\bshells?|\\balias\\w*|\\bPATH|\\bzsh|\\bbash|\\bfish|\\bterminal|\\bprompt|\\binstall\\w*|\\bset\\s?up|\\benv\\w*)\\b",
      ".bashrc",
      ".zshrc",
      ".zshenv",
      ".bash_profile",
      ".zprofile",
      ".bash_login",
      ".profile",
      "PowerShell_profile",
      "$PROFILE",
      "config.fish",
      ".vimrc",
      ".tmux.conf",
      ".inputrc",
      ".envrc",
      ".bash_aliases",
      ".zlogin",
      ".xprofile",
      ".xinitrc");

  private final String what;
  private final long label;
  private final Regex change;
  private final Regex said;

  UnsaidChangeScan(String what, String change, String said, String... words) {
    this.what = what;
    this.change = new Regex("(?i)" + change);
    this.said = new Regex("(?i)" + said);
    this.label = Words.next();
    for (String word : words) {
      Words.TABLE.add(word, label);
    }
  }

  /// Each change holds one of its words; looking for them is much faster than matching.
  private static final class Words {
    private static final WordTable TABLE = new WordTable();
    private static long last;

    /// A label that no other kind has.
    static long next() {
      last = last == 0 ? 1 : last << 1;
      return last;
    }
  }

  static void look(Sources sources, FindingList findings) {
    String skill = sources.find("SKILL.md").map(SourceText::text).orElse("");
    long reported = 0;
    for (SourceText source : sources.texts()) {
      if (!MismatchScan.isCode(source)) {
        continue;
      }
      Work.spend(2L * source.text().length());
      long possible = Words.TABLE.labels(source.text()) & ~reported;
      for (UnsaidChangeScan each : values()) {
        if ((possible & each.label) != 0 && each.isUnsaid(source, skill, findings)) {
          reported |= each.label;
        }
      }
    }
  }

  private boolean isUnsaid(SourceText source, String skill, FindingList findings) {
    if (!change.mayFind(source.text()) || said.finds(skill)) {
      return false;
    }
    for (int line = 1; line <= source.lines(); line++) {
      String text = source.line(line);
      if (Words.TABLE.anyIn(text) && change.finds(text) && !isComment(text)) {
        findings.add(
            ScanRule.MISMATCH.at(
                source.path(),
                line,
                "The script changes " + what + "; SKILL.md does not say so.",
                SecretScan.mask(source.excerpt(line))));
        return true;
      }
    }
    return false;
  }

  private static boolean isComment(String line) {
    String code = line.strip();
    return code.startsWith("#") || code.startsWith("//") || code.startsWith("* ");
  }
}
