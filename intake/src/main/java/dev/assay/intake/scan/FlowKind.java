package dev.assay.intake.scan;

import com.google.re2j.Matcher;
import dev.assay.intake.signature.Regex;
import dev.assay.intake.signature.ScanRule;
import dev.assay.intake.signature.Vendors;
import java.util.Optional;

/// The kinds of values that are followed: their sources, and the uses that are reported.
enum FlowKind {
  CREDENTIALS(
      ScanRule.EXFILTRATION,
      "What a store of keys, passwords or wallets holds",
      "\\.ssh[/\\\\\"']+(?:id_[a-z0-9]+\\b[^.]|id_[a-z0-9]+$)|\\.ssh[\"']?\\s*\\)?\\s*(?:/\\s*[\"']id_|,\\s*[\"']id_)|\\.aws[/\\\\\"',"
          + " ]+credentials|\\.netrc\\b|\\.git-credentials\\b|\\.kube[/\\\\\"',"
          + " ]+config\\b|\\.docker[/\\\\\"',"
          + " ]+config\\.json|\\.gnupg\\b|\\.pypirc\\b|/etc/shadow\\b|\\bLogin"
          + " Data\\b|\\bcookies\\.sqlite\\b|\\bkey4\\.db\\b|\\bwallet\\.dat\\b|\\.(?:ethereum|electrum|exodus)\\b[/\\\\]|Local"
          + " Extension"
          + " Settings|\\.config/solana/id\\.json|\\.(?:clawdbot|openclaw|moltbot)[/\\\\]\\.env|find-(?:generic|internet)-password\\b|\\bdump-keychain\\b|\\b(?:cp|tar|zip|cat)\\s[^\\n"
          + "]*(?:~|\\$HOME|\\$\\{HOME\\})/\\.(?:ssh|aws|gnupg)\\b|\\b(?:cat|cp|base64|xxd|tail|head)\\s+(?:-\\S+\\s+)*(?:\\S*/)?\\.env(?:\\.\\w+)?\\b[^\\n"
          + "]*(?:[|>)]|$)|/proc/self/environ\\b|\\bterraform\\.tfstate\\b|\\bfor\\s+\\w+\\s+in\\s[^\\n"
          + "]*(?:^|\\s)\\.env\\b|/etc/passwd\\b|\\biam/security-credentials\\b|/secrets/kubernetes\\.io/|\\b169\\.254\\.169\\.254\\b|\\.vault-token\\b|\\.config/(?:gh/hosts\\.yml|hub\\b|glab-cli/|doctl/|op/|rclone/rclone\\.conf|stripe/)|\\.terraform\\.d/credentials|\\.databrickscfg\\b|\\.pgpass\\b|\\.my\\.cnf\\b|\\.config/gh/hosts\\.yml|gcloud/[^\\n"
          + "]*credentials|application_default_credentials|Library/Keychains|\\.password-store\\b|\\.local/share/keyrings|Local Storage[/\\\\]+leveldb|\\b(?:Exodus[/\\\\]+exodus\\.wallet|atomic[/\\\\]+Local|Electrum[/\\\\]+wallets|Ethereum[/\\\\]+keystore)\\b|[/\"']\\.(?:ssh|aws|gnupg|kube)/?[\"']|Telegram"
          + " Desktop[/\\\\]+tdata|\\bbrowser_cookie3\\.|\\bwin32crypt\\.|\\bkeyring\\.get_password\\(|\\.claude/(?:mcp|\\.credentials)\\.json|\\.claude\\.json\\b|\\.cursor/mcp\\.json|\\.codex/auth\\.json|(?:\\b(?:cat|base64|cp)\\s+|@)[\"']?\\S*\\.(?:openclaw|clawdbot|moltbot)/(?:openclaw|clawdbot|moltbot)\\.json\\b|\\.npmrc\\b|\\.azure/\\w*[tT]oken|\\bopen\\(\\s*[\"'][^\"'\\n]*\\.env[\"'][^\\n]*\\.read\\(\\)|\\bPath\\([^\\n]*\\.env[\"']\\)\\.read_(?:text|bytes)\\(|\\breadFileSync\\([^\\n]*\\.env[\"'`]|\\.glob\\([^\\n"
          + "]*(?:\\*\\.pem|id_rsa|\\*\\.key|[/\"']\\.env)[\"']"),
  ENVIRONMENT(
      ScanRule.EXFILTRATION,
      "The whole environment",
      "\\bdict\\(\\s*os\\.environ\\s*\\)|\\bos\\.environ\\.(?:copy|items)\\(\\)|\\bos\\.environ\\b\\s*(?:$|[,)}\\]])|\\bObject\\.(?:entries|keys|assign)\\([^)]*process\\.env\\s*[,)]|\\bJSON\\.stringify\\(\\s*process\\.env\\b|\\{\\s*\\.\\.\\.process\\.env\\s*\\}|(?:^|[;&|`]\\s*|[$<]\\(\\s*|[\\s]\\(\\s*|\\b(?:do|then|if|while|sudo|command|exec|time)\\s+)(?:printenv|env)\\s*(?:[|>)`]|$)|\\bprintenv\\s*(?:[|>)`]|$)|\\bos\\.Environ\\(\\)|[\\s(,]\\\\?%ENV\\b|\\bENV\\.(?:to_h|to_a|inspect)\\b|\\bSystem\\.getenv\\(\\s*\\)"),
  LISTED(
      ScanRule.EXFILTRATION,
      "A list of secrets of the environment",
      "\\bfor\\s+\\w+\\s+in\\s+(?:[A-Z0-9_]+\\s+)*[A-Z0-9_]*(?:TOKEN|SECRET|PASSWORD|_KEY|CREDENTIALS?|DATABASE_URL)[A-Z0-9_]*\\s+(?:[A-Z0-9_]+\\s+)*[A-Z0-9_]*(?:TOKEN|SECRET|PASSWORD|_KEY|CREDENTIALS?|DATABASE_URL)\\b|\\b(?:env|printenv|export\\s+-p|declare\\s+-x|set)\\s*\\|\\s*(?:e|f)?grep\\b[^\\n"
          + "]*(?i:token|secret|key|pass)|\\$\\{!\\w*\\}|\\bENV\\.(?:to_h|each|select)\\b|\\bGet-ChildItem\\s+env:"),
  MEMORY(
      ScanRule.EXFILTRATION,
      "The agent's memory or the user's private data",
      "\\b(?:MEMORY|SOUL|USER)\\.md\\b|\\.(?:bash|zsh)_history\\b|\\bpbpaste\\b|\\bpyperclip\\.paste\\b|\\bxclip\\b[^\\n"
          + "]*-o\\b|\\.claude/(?:projects|history)|\\.(?:openclaw|clawdbot)/(?:sessions|memory|agents)|\\bchat_?history\\b|\\bconversation_?history\\b|Chrome/[^\\n"
          + "]*History\\b|\\b(?:screencapture|gnome-screenshot|scrot|fswebcam|imagesnap|arecord)\\b|\\bImageGrab\\.grab\\(|\\bpyautogui\\.screenshot\\(|\\bVideoCapture\\(|\\btmate_(?:ssh|web)\\b|\\bGet-Clipboard\\b|[\"'/\\\\](?:Documents|Desktop|Downloads|Pictures|DCIM)[\"'/\\\\][^\\n"
          + "]*(?:\\.r?glob\\(|\\.iterdir\\(|-Recurse\\b|\\.children\\b)|\\b(?:r?glob|walk|find|tar|zip|readdir\\w*|Get-ChildItem|Dir|Compress-Archive|make_archive|Walk\\w*)\\b[^\\n"
          + "]*[\"'/~\\\\](?:Documents|Desktop|Downloads|Pictures|DCIM)\\b"),
  KEPT_TOKEN(
      ScanRule.EXFILTRATION,
      "A token that a program keeps for the user",
      "\\bgh[\\s\"',\\[]+auth[\\s\"',\\[]+token\\b|\\bgcloud[\\s\"',\\[]+auth[\\s\"',\\[]+(?:application-default[\\s\"',\\[]+)?print-(?:access|identity)-token|\\baws[\\s\"',\\[]+configure[\\s\"',\\[]+(?:get|export-credentials)|\\bgit[\\s\"',\\[]+credential[\\s\"',\\[]+fill|_authToken\\b|\\bheroku[\\s\"',\\[]+auth:token|\\baz[\\s\"',\\[]+account[\\s\"',\\[]+get-access-token|\\bkubectl[\\s\"',\\[]+config[\\s\"',\\[]+view[^\\n"
          + "]*--raw|\\bop[\\s\"',\\[]+read[\\s\"',\\[]+op://|\\bpass[\\s\"',\\[]+show\\b|\\bbw[\\s\"',\\[]+get[\\s\"',\\[]+password|\\bkubectl[\\s\"',\\[]+(?:\\S+\\s+)?(?:create[\\s\"',\\[]+token|get[\\s\"',\\[]+secrets?)\\b|[\"']get[\"']\\s*,\\s*[\"']secrets?[\"']|\\bvault[\\s\"',\\[]+(?:kv[\\s\"',\\[]+get|read)\\b|\\b(?:Network\\.getAllCookies|Network\\.getCookies|Storage\\.getCookies|cookies\\.getAll\\()|\\bsecretsmanager[\\s\"',\\[]+get-secret-value\\b|\\bsecrets[\\s\"',\\[]+versions[\\s\"',\\[]+access\\b|\\bkeyvault[\\s\"',\\[]+secret[\\s\"',\\[]+(?:show|download)\\b|\\bdoppler[\\s\"',\\[]+secrets\\b"),
  SECRET(
      ScanRule.EXFILTRATION,
      "A secret of the environment",
      "\\bos\\.(?:environ(?:\\.get\\(|\\[)|getenv\\()\\s*[\"'][A-Z0-9_]*(?:TOKEN|SECRET|PASSWORD|_KEY|CREDENTIAL)[A-Z0-9_]*[\"']|\\bprocess\\.env\\.[A-Z0-9_]*(?:TOKEN|SECRET|PASSWORD|_KEY)\\b|\\$\\{?[A-Z0-9_]*(?:TOKEN|SECRET|PASSWORD|API_KEY)\\b"),
  ENCODED_SECRET(
      ScanRule.EXFILTRATION,
      "A secret of the environment, encoded,",
      "\\b(?:b64encode|b32encode|b85encode|hexlify|btoa)\\s*\\([^\\n"
          + "]*(?:os\\.(?:environ|getenv)|process\\.env)"),
  PIECES(
      ScanRule.EXFILTRATION,
      "What was encoded and cut into pieces",
      "\\.unpack1?\\(\\s*[\"']H\\*[\"']\\s*\\)[^\\n]*(?:scan\\(/\\.\\{1,[1-6][0-9]\\}/|each_slice\\()|[\"'](?:hex|base32)[\"']\\s*\\)[^\\n]*\\.match\\(\\s*/\\.\\{1,[1-6][0-9]\\}/|\\w\\[(?:\\w+)\\s*:\\s*\\w+\\s*\\+\\s*[1-6][0-9]\\]\\s+for\\s|\\b(?:xxd\\s+-p|base32|basenc|od\\s+-\\S*x\\S*)\\b[^\\n]*\\b(?:fold|split)\\b"),
  HIDDEN_LITERAL(
      ScanRule.OBFUSCATION,
      "A text that the code keeps encoded",
      "\\b(?:b64decode|b32decode|b85decode|a85decode|atob)\\s*\\(\\s*b?[\"'][A-Za-z0-9+/=_-]{16,}|\\bbytes\\.fromhex\\(\\s*[\"'][0-9a-fA-F]{24,}|\\bBuffer\\.from\\(\\s*[\"'][A-Za-z0-9+/=]{16,}[\"']\\s*,\\s*[\"']base64"),
  RETURNED(
      ScanRule.DOWNLOAD_AND_RUN,
      "A download that a function returns",
      "(?:^|[\\s;{])return\\s[^\\n]*(?:\\brequests\\.get\\(|\\burlopen\\(|\\bhttpx\\.get\\(|\\bawait\\s+fetch\\(|\\bhttp\\.Get\\()"),
  DOWNLOAD(
      ScanRule.DOWNLOAD_AND_RUN,
      "A download",
      "\\brequests\\.get\\(|\\burlopen\\(|\\burlretrieve\\(|\\bhttpx\\.get\\(|\\bawait\\s+fetch\\(|\\baxios\\.get\\(|\\bhttps?\\.get\\(|\\b(?:curl|wget)\\b[^\\n"
          + "]*https?://|\\bInvoke-(?:WebRequest|RestMethod)\\b|\\bDownloadString\\b|\\bDownloadFile\\b|(?:^|[\\s=(])get\\(\\s*[\"']https?:|\\bURI\\.open\\(|\\bNet::HTTP\\.get\\(|\\bfile_get_contents\\(\\s*[\"']https?:|\\bhttp\\.Get\\("),
  DECODED(
      ScanRule.OBFUSCATION,
      "Decoded text",
      "\\b(?:b64decode|b32decode|b85decode|a85decode|b16decode|unhexlify|urlsafe_b64decode)\\(|\\bbytes\\.fromhex\\(|\\bcodecs\\.decode\\(|\\bzlib\\.decompress\\(|\\bmarshal\\.loads\\(|\\batob\\(|\\bBuffer\\.from\\([^)]*[\"'](?:base64|hex)[\"']|\\bbase64\\s+(?:-d|-D|--decode)\\b|\\bxxd\\s+-r\\b|\\bchr\\(\\s*\\w+\\s*\\^|\\bString\\.fromCharCode(?:\\(\\s*\\.\\.\\.|\\.apply|\\(\\s*\\w+\\s*[\\^)-])|\\bbytes(?:array)?\\(\\s*\\w+\\s*\\^|\\bmap\\(\\s*chr\\s*,|\\bchr\\([^)]*\\)\\s+for\\s|\\b(?:gzip|lzma|bz2)\\.decompress\\(|\\bFernet\\([^\\n"
          + "]*\\.decrypt\\(|\\.decrypt\\(|\\bunescape\\(|\\.maketrans\\(|\\s-bxor\\s|\\^\\s*\\w+\\)?\\.chr\\b|\\.pack\\(\\s*[\"'][CcU]\\*|\\bchr\\(\\s*\\$\\w+\\s*\\^|\\barray_map\\(\\s*[\"']chr|\\[char\\[?\\]?\\]\\s*\\(*[\\[$0-9]|\\bbase64_decode\\(|\\bgzinflate\\(|\\bstr_rot13\\(|\\bFromBase64String\\(|\\bBase64\\.\\w*decode64|\\.unpack1?\\(\\s*[\"']m|\\bEncoding\\.DecodeString\\(|\\bbytes\\(\\s*\\[[0-9x, a-f]{24,}");

  /// A text written as character numbers.
  private static final Regex ESCAPES = new Regex("(?:\\\\[0-7]{3}){6,}");

  private static final Regex SENT =
      new Regex(
          "\\b(?:requests|httpx|session|client|aiohttp|axios|http|https|sess|s)\\.(?:post|put|patch|request)\\s*\\(|\\burlopen\\s*\\(|\\bRequest\\s*\\(|\\bfetch\\s*\\([^\\n"
              + "]*(?:body|method)|\\bsendBeacon\\s*\\(|\\.send(?:all|to|mail|_message)?\\s*\\(\\s*\\w|\\bsendMail\\s*\\(|\\bcurl\\b[^\\n"
              + "]*[\\s\"'](?:-d|--data\\S*|-F|--form|-T|--upload-file|-X\\s*POST)\\b|\\bcurl\\b[^\\n"
              + "]*[?&]\\w+=\\$|\\bwget\\b[^\\n"
              + "]*--post-|\\bgit\\s+push\\s+--mirror\\s+https?:|\\|\\s*(?:nc|ncat|curl|socat)\\b|\\b(?:scp|rsync)[\\s\"'][^\\n"
              + "]*@|\\brequests\\.get\\s*\\([^\\n"
              + "]*(?:params\\s*=|f[\"'])|\\bsocket\\.gethostbyname\\s*\\(|!\\[[^\\]]*\\]\\(https?://[^)]*[{$]|\\.request\\(\\s*[\"'](?:POST|PUT)|\\bsmtplib\\.SMTP|\\.sendmail\\s*\\(|\\.stor(?:binary|lines)\\s*\\(|\\.(?:put_object|upload_file|upload_fileobj|upload_blob|upload_from_string)\\s*\\(|\\bsftp\\.put\\s*\\(|\\baxios\\s*\\(|\\bgot\\.post\\s*\\(|\\$\\.(?:post|ajax)\\s*\\(|\\bInvoke-(?:RestMethod|WebRequest)\\b[^\\n"
              + "]*\\bPost\\b|\\bUpload(?:String|Data|File)\\s*\\(|\\bgh[\\s\"',]+(?:gist[\\s\"',]+create|release[\\s\"',]+upload)\\b|\\b(?:aws\\s+s3(?:api)?|gsutil|rclone|az\\s+storage|mc|oci\\s+os)[\\s\"',]+[^\\n"
              + "]*\\b(?:cp|sync|mv|put|put-object|copy|copyto|upload)\\b|\\b(?:mail|mailx|mutt|sendmail|swaks|croc\\s+send|wormhole\\s+send)\\s|\\bgit\\b[^\\n"
              + "]*\\bpush\\b|\\bconn\\w*\\.request\\s*\\(|\\brequire\\(\\s*[\"'](?:node:)?https?[\"']\\s*\\)\\.request\\s*\\(|\\bInvoke-(?:RestMethod|WebRequest)\\b[^\\n"
              + "]*-InFile\\b|\\.sendfile\\s*\\(|\\b(?:http|xh)\\s+(?:--\\w+\\s+)*(?:POST|PUT)\\s|\\bNet::HTTP\\.post|\\bLWP::UserAgent|->post\\s*\\(|\\bcurl_setopt\\s*\\([^\\n"
              + "]*POSTFIELDS|\\bhttp\\.Post(?:Form)?\\s*\\(|\\w\\.Post(?:Form)?\\s*\\([^\\n,]+,\\s*[\"`][a-z]+/[a-z]|\\bfile_get_contents\\s*\\(\\s*[\"']https?:|\\bopenssl\\s+s_client\\b|\\b(?:nc|ncat)\\s[^\\n"
              + "|]*[0-9]{2,5}\\s*<|>\\s*/dev/(?:tcp|udp)/|\\bcurl\\b[^\\n"
              + "]*\\s-H\\s*[\"'][^\"'\\n"
              + "]*\\$\\(|\\bcurl\\b[^\\n"
              + "]*\\$\\((?:cat|base64|env|printenv|tar|xxd)\\b|\\bazcopy\\b[^\\n]*\\bcopy\\b|\\.upload_from_(?:filename|file)\\s*\\(|\\bPutObjectCommand\\s*\\(|\\bs3\\.upload\\s*\\(|\\bsend_(?:raw_)?email\\s*\\(|\\brequests\\.get\\s*\\([^\\n]*[\"']\\s*\\+|\\bfetch\\s*\\(\\s*(?:`[^`\\n]*\\$\\{|[\"'][^\"'\\n]*[\"']\\s*\\+)|\\.src\\s*=\\s*[\"'`]https?:");

  /// A use of a token for the service that issued it, mostly in a header.
  private static final Regex OWN_SERVICE =
      new Regex(
          "(?i)\\bAuthorization\\b|\\bheaders?\\b|\\bBearer\\b|\\b(?:github|githubusercontent|googleapis|azure|microsoft|amazonaws|npmjs|heroku)\\.(?:com|org)\\b|\\bghcr\\.io\\b|\\blogin\\b|--password-stdin|localhost|127\\.0\\.0\\.1|\\bgit\\b");

  /// Headers that describe a message and hold no token.
  private static final Regex PLAIN_HEADERS =
      new Regex(
          "(?i)\\bheaders?[\"']?\\s*[:=]\\s*\\{(?:\\s*[\"']?(?:content-type|content-length|accept|user-agent)[\"']?\\s*:\\s*[^,{}]*,?)*\\s*\\}");

  private static final Regex RESOLVED =
      new Regex(
          "\\b(?:dig|nslookup)\\b[^\\n"
              + "]*[{$]|(?:^|[;&|`(]\\s*|\\bdo\\s+)(?:host|ping)\\s+(?:-\\S+\\s+)*[\"']?[^\\s\"']*\\$|\\b(?:gethostbyname|getaddrinfo|dns\\.(?:promises\\.)?(?:resolve\\w*|lookup)|resolver\\.(?:resolve|query)|LookupHost|LookupIP|getaddress(?:es)?|getresource|dns_get_record)\\s*\\(|\\bResolve-DnsName\\b[^\\n]*\\$");
  private static final Regex EXECUTED =
      new Regex(
          "(?:^|[^.\\w])(?:exec|eval|execfile)\\s*\\(|\\bcompile\\s*\\([^\\n"
              + "]*exec|\\bos\\.(?:system|popen|exec[lv]p?e?|startfile)\\s*\\(|\\bsubprocess\\.(?:run|call|Popen|check_\\w+|getoutput)\\s*\\(|\\bchild_process\\b[^\\n"
              + "]*\\(|\\b(?:execSync|spawnSync|execFile|spawn)\\s*\\(|\\bnew\\s+Function\\s*\\(|(?:^|[^.\\w])Function\\(\\s*[\"'`]|\\bvm\\.run\\w*\\s*\\(|\\bpickle\\.loads\\s*\\(|\\bctypes\\b|\\|\\s*(?:sudo\\s+)?(?:ba|z|da)?sh\\b|\\|\\s*python3?\\b\\s*(?:-\\s*)?$|(?:^|[;&|]\\s*)(?:sudo\\s+)?(?:ba|z)?sh\\s+[^-\\s]|(?:^|[;&|=]\\s*)eval\\s|\\bconstructor\\.constructor\\)?\\s*\\(|(?:^|[;&|]\\s*)\\S+\\s+-c\\s+[\"']?\\$|\\bexec\\.Command\\(|\\binstance_eval\\b|\\bchmod\\s+(?:\\+x|[0-7]*[157][0-7]*)\\s|(?:^|[;&|]\\s*)(?:sudo\\s+)?\\./\\S|(?:^|[;&|]\\s*)source\\s+[^=\\s]|\\bStart-Process\\b|\\bInvoke-Expression\\b|\\biex\\b|\\.exec_module\\s*\\(|\\brunpy\\.run_\\w+\\s*\\(|\\bSourceFileLoader\\s*\\(|\\bimp\\.load_\\w+\\s*\\(|\\bCDLL\\s*\\(|\\bspec_from_file_location\\s*\\(|\\bcreate_subprocess_\\w+\\s*\\(|\\[\\s*[\"'](?:exec|execSync|spawn|spawnSync|eval|system)[\"']\\s*\\]\\s*\\(|\\b(?:shell_exec|passthru|proc_open)\\s*\\(|(?:^|[^.\\w$])system\\s*\\(|\\[scriptblock\\]::Create\\(|\\bKernel\\.(?:eval|system|exec)\\b");
  private static final Regex INTERPRETED =
      new Regex(
          "(?:^|[^.\\w])(?:exec|eval)\\s*\\(|\\bnew\\s+Function\\s*\\(|\\bvm\\.run\\w*\\s*\\(|\\b(?:pickle|marshal)\\.loads\\s*\\(|\\binstance_eval\\b");
  private static final Regex READ_ONLY =
      new Regex(
          "\\b(?:json\\.loads?|\\.json\\(\\)|jq\\b|print\\(|console\\.log)|\\bsubprocess\\.\\w+\\(\\s*\\[\\s*[\"'](?:ffmpeg|convert|magick|pdftotext|open|xdg-open|git|curl|jq|node|npx|docker|soffice|afplay)");
  private static final Regex SAVED =
      new Regex(
          "\\b(?:curl|wget)\\b[^\\n"
              + "]*?\\s(?:-o|-O|--output|-fsSLo|-Lo|-sLo|-LO|-sLO|-sSLo)\\s*[\"']?([^\\s\"';&|]+)|\\burlretrieve\\([^,]+,\\s*[\"']?([^\\s\"')]+)|\\bopen\\(\\s*[\"']([^\"']+)[\"']\\s*,\\s*[\"'][wa]b?");

  private final ScanRule rule;
  private final String words;
  private final Regex source;

  FlowKind(ScanRule rule, String words, String source) {
    this.rule = rule;
    this.words = words;
    this.source = new Regex(source);
  }

  ScanRule rule() {
    return rule;
  }

  String words() {
    return words;
  }

  boolean isSource(String statement) {
    return mayRead(statement)
        && (source.finds(statement) || isEscaped(statement))
        && (this != DOWNLOAD || source.finds(Vendors.without(statement)));
  }

  private boolean isEscaped(String statement) {
    return this == DECODED && statement.indexOf('\\') >= 0 && ESCAPES.finds(statement);
  }

  /// Returns whether the statement can read a value of this kind. Names of secrets occur in
  /// ordinary text, so a secret also needs a `$` or an access to the environment.
  private boolean mayRead(String statement) {
    return this != SECRET
        || statement.indexOf('$') >= 0
        || statement.contains("os.")
        || statement.contains("process.env.");
  }

  /// Describes the reported use that the statement makes of the value; empty if there is none.
  Optional<String> sink(String statement) {
    return switch (this) {
      case KEPT_TOKEN ->
          SENT.finds(statement)
                  && !OWN_SERVICE.finds(PLAIN_HEADERS.matcher(statement).replaceAll(" "))
              ? Optional.of("is sent elsewhere")
              : Optional.empty();
      case CREDENTIALS, ENVIRONMENT, LISTED, MEMORY, ENCODED_SECRET ->
          SENT.finds(statement)
              ? Optional.of("is sent elsewhere")
              : RESOLVED.finds(statement)
                  ? Optional.of("is put into a host name")
                  : Optional.empty();
      case SECRET, PIECES ->
          RESOLVED.finds(statement) ? Optional.of("is put into a host name") : Optional.empty();
      case DOWNLOAD ->
          isExecuted(statement) && !isSource(statement)
              ? Optional.of("is executed")
              : Optional.empty();
      case RETURNED -> INTERPRETED.finds(statement) ? Optional.of("is executed") : Optional.empty();
      case HIDDEN_LITERAL ->
          SENT.finds(statement) || isExecuted(statement)
              ? Optional.of("is used as an address, or executed")
              : Optional.empty();
      case DECODED -> isExecuted(statement) ? Optional.of("is executed") : Optional.empty();
    };
  }

  /// Returns whether the statement sends data to another host.
  static boolean isSent(String statement) {
    return SENT.finds(statement) || RESOLVED.finds(statement);
  }

  /// Returns the file to which a statement writes a download.
  static Optional<String> fileOf(String statement) {
    if (!SAVED.mayFind(statement)) {
      return Optional.empty();
    }
    Matcher saved = SAVED.matcher(statement);
    if (!saved.find()) {
      return Optional.empty();
    }
    for (int group = 1; group <= 3; group++) {
      if (saved.group(group) != null) {
        String path = saved.group(group);
        return Optional.of(path.substring(path.lastIndexOf('/') + 1));
      }
    }
    return Optional.empty();
  }

  private static boolean isExecuted(String statement) {
    return EXECUTED.finds(statement) && !READ_ONLY.finds(statement);
  }
}
