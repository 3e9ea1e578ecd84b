package dev.assay.intake.scan;

import dev.assay.intake.signature.Regex;
import dev.assay.intake.signature.WordTable;
import java.util.List;

/// What a sentence of an instruction may say against the user. Each is ordinary alone; see
/// [PassageScan] for what they mean together.
enum Sign {
  /// Nobody is to be asked.
  UNASKED(
      "nobody is asked",
      "\\b(?:do\\s+not|don't|never|no\\s+need\\s+to|need\\s+not|needn't|rather\\s+than|instead\\s+of|not)\\s+(?:stop(?:ping)?\\s+(?:to|and|for)\\s+)?(?:ask(?:ing)?|wait(?:ing)?|prompt(?:ing)?|confirm(?:ing)?|request(?:ing)?|seek(?:ing)?|check(?:ing)?\\s+(?:back\\s+)?with|consult(?:ing)?)\\s+(?:(?:for|on|about)\\s+)?(?:a\\s+|an\\s+|any\\s+|the\\s+|their\\s+|its\\s+|explicit\\s+|further\\s+)*(?:users?|owners?|customers?|clients?|permission|approval|consent|confirmation|go-ahead|first|sign-?off|reply)(?:[.,;:!?)]|\\s*$|\\s+(?:first|again|before|about|whether|if|or|and|for\\s+(?:permission|confirmation|approval|consent))\\b)|\\bneeds?\\s+no\\s+(?:\\w+\\s+)?(?:question|confirmation|approval|permission|consent|review|sign-?off)|\\b(?:question|confirmation|approval|permission|consent|sign-?off)s?\\s+(?:is|are)\\s+(?:not\\s+(?:needed|required|necessary|asked)|un(?:needed|necessary)|implied|implicit|assumed|already\\s+given)|\\bno\\s+(?:\\w+\\s+)?(?:confirmation|approval|permission|consent|sign-?off)\\s+(?:is\\s+)?(?:needed|required|necessary)\\b|\\bpre-?(?:approved|authori[sz]ed|cleared)(?:\\s+(?:up\\s+to|for|in\\s+advance)|\\s*[.,;])|\\b(?:has|have|had|is|are|was|were)\\s+already\\s+(?:agreed|approved|consented|authori[sz]ed)\\b|\\bassume\\s+(?:that\\s+)?(?:\\w+\\s+){0,3}(?:agrees?|agreed|consents?|consented|approves?|approved|consent|approval|permission|yes)\\b|\\b(?:treat|count|take|regard|consider)\\s+(?:\\w+\\s+){0,4}as\\s+(?:an?\\s+)?(?:approv\\w+|consent|confirm\\w+|yes|agreement|permission)\\b|\\bthey\\s+gave\\s+(?:you\\s+)?access\\b|\\bbefore\\s+(?:anyone|anybody|the\\s+user|they)\\s+(?:can\\s+)?(?:objects?|stops?|notices?|intervenes?)\\b|\\bnicht\\s+(?:nachfragen|um\\s+Erlaubnis)|\\bbedarf\\s+keiner\\b|\\bno\\s+(?:preguntes|pidas|consultes)\\b|\\bne\\s+demande[rz]?\\s+pas\\b|\\bnão\\s+(?:pergunte|peça)\\b|无需(?:用户)?(?:确认|询问|征求|同意|许可|批准)|不(?:要|必|用)(?:再)?(?:询问|征求|问用户|确认)|(?:用户|对方)(?:已经?|默认)同意|默认同意|同意(?:済み|したもの)|確認(?:は|を)?(?:不要|せず|取らず|求めず)|許可(?:なし|不要|を得ず)|(?:尋ね|聞か)ずに|не\\s+(?:спрашивай|запрашивай)",
      "\\bwithout\\s+(?:\\w+\\s+){0,2}(?:asking|confirm\\w*|permission|approval|consent|questions?|go-ahead|review|consult\\w*|sign-?off)\\b|\\bohne\\s+(?:\\S+\\s+)?(?:Rückfrage|Nachfrage|Zustimmung|Bestätigung|Erlaubnis|zu\\s+fragen)|\\bsin\\s+(?:preguntar|pedir|confirma\\w+|permiso|avisar|consultar)|\\bsans\\s+(?:demander|confirm\\w+|prévenir|autorisation|l'accord|poser)|\\bsem\\s+(?:perguntar|confirma\\w+|autorização|avisar)|\\bбез\\s+(?:спроса|подтверждения|разрешения|вопросов|согласия)",
      "~ask|~wait|~prompt|~confirm|~request|~seek|~check|~consult|~stop|rather than|instead of|needs no|need no|not needed|not required|not necessary|unnecessary|unneeded|implied|implicit|assumed|already|no confirm|no approv|no permission|no consent|no sign|no user|no further|pre-a|preap|preauth|precleared|pre-cleared|assume |as approv|as consent|as confirm|as yes|as a yes|as agreement|as permission|as an|gave |before any|before the user|before they|without |ohne |nachfragen|erlaubnis|bedarf|preguntes|pidas|consultes|sin p|sin c|sin a|demande|sans |pergunte|peça|sem |无需|不要|不必|不用|同意|確認|許可|尋ね|聞か|без |спраш|запраш"),

  /// Something is kept from the user.
  HIDDEN(
      "something is kept from the user",
      "\\b(?:leave|left|keep|kept|omit|omitted|hide|hidden|withhold)\\s+(?:\\w+\\s+){0,5}(?:out\\s+of|from|off)\\s+(?:the|your|any|its|their)\\s+(?:\\w+\\s+){0,2}(?:summary|table|answer|reply|response|change\\s?log|description|digest|message|conversation|chat|transcript|users?|clients?|customers?|reader|overview|invoice)\\b|(?:^|[.,;:(-]\\s*|\\b(?:and|but|then|so|please|there\\s+is|you)\\s+)(?:do\\s+not|don't|never|should\\s+not|must\\s+not|need\\s+not|needn't|no\\s+need\\s+to)\\s+(?:mention|show|display|tell|reveal|disclose|explain|announce|bring\\s+up|point\\s+out|inform|notify)\\s+(?:it|this|them|these|any\\s+of\\s+(?:it|this)|the\\s+(?:users?|customers?|clients?|owners?|\\w+))(?:[.,;:!?)]|\\s*$|\\s+(?:about|of|to\\s+the\\s+(?:user|customer|client|owner)|in\\s+(?:the|your)\\s+(?:answer|reply|response|summary|report|commit))\\b)|\\b(?:summary|report|digest|answer|reply|message|table|commit|overview)\\s+(?:itself\\s+)?(?:does|do|should|must|need|will|is)\\s+not\\s+(?:to\\s+)?(?:mention|list|show|include|contain|say|name)\\b|\\bneed\\s+not\\s+be\\s+(?:shown|mentioned|reported|listed|explained|named)\\b|\\bmention\\s+(?:it|this|them)\\b[^.]{0,30}\\bonly\\s+as\\b|\\bnotifications?\\s+(?:off|disabled|muted|suppressed|turned\\s+off)\\b|\\b(?:suppress|mute|disable|delete)\\s+(?:the\\s+|any\\s+)?(?:confirmation|notification|sent|alert|warning)\\s?(?:e-?)?(?:mails?|messages?|notices?)\\b|\\bso\\s+that\\s+(?:nobody|no\\s+one|neither)\\s+(?:is|are|gets?|notices?|sees?|wonders?)\\b|\\bso\\s+that\\s+the\\s+(?:owner|user|customer|team|reviewer)\\s+(?:is|does|will)\\s+not\\s+(?:be\\s+)?(?:worried|alarmed|notice|see|notified|bothered|aware)\\b|\\bkeep\\s+(?:this|it)\\s+(?:between|to\\s+yourself|confidential|internal|secret)\\b|\\b(?:wird|werden)\\b[^.]{0,40}\\bnicht\\s+(?:erwähnt|gezeigt|genannt|mitgeteilt|angezeigt)|\\bnicht\\s+(?:erwähnen|zeigen|mitteilen|anzeigen|nennen)\\b|\\bverschweig|\\bno\\s+(?:menciones|muestres|reveles|informes|digas|le\\s+digas)\\b|\\bnunca\\s+(?:menciones|digas|reveles)\\b|\\bsin\\s+que\\s+(?:el\\s+usuario|se\\s+entere)|\\bne\\s+(?:le\\s+|la\\s+|les\\s+|pas\\s+)?(?:mentionn\\w+|montr\\w+|révél\\w+|signal\\w+|di(?:s|tes))\\b|\\bnão\\s+(?:mencione|mostre|informe|revele|diga)\\b|不要?(?:在\\S{1,6}中)?(?:提及|告诉|告知|透露|展示|显示|提到|给用户看)|(?:对用户隐藏|悄悄|瞒着)|(?:言及|表示|報告)(?:しない|せず)|(?:伝え|知らせ|見せ)(?:ない|ず)|ひそかに|не\\s+(?:упоминай|показывай|сообщай|говори|раскрывай)",
      "\\b(?:run|start|perform|apply|send|install|copy|upload|execute|update|push|step)\\b[^.]{0,30}\\b(?:silently|quietly|discreetly|covertly|unobtrusively|unnoticed|behind\\s+the\\s+scenes)\\b|\\b(?:silently|quietly|discreetly|covertly|unobtrusively)\\s+(?:run|start|perform|apply|send|install|add|copy|upload|execute|push|delete|replace|append|insert)\\b",
      "out of the|out of your|out of any|out of its|out of their|from the user|from the customer|from the client|from the summary|from the answer|from the reply|from the response|from the overview|~mention|~show|~display|~tell|~reveal|~disclose|~explain|~announce|~bring up|~point out|~inform|~notify|not list|not include|not contain|not say|not name|not to|need not be|silently|quietly|discreetly|covertly|unobtrusively|unnoticed|behind the scenes|only as|notifications|confirmation|sent m|sent e|alert m|warning m|so that no|so that n|so that the|keep this|keep it|nicht |verschweig|menciones|muestres|reveles|informes|digas|sin que|mentionn|montr|révél|signal|ne dis|ne le|mencione|mostre|revele|não |提及|告诉|告知|透露|展示|显示|提到|给用|隐藏|悄悄|瞒着|言及|表示|報告|伝え|知ら|見せ|ひそ|упомин|показыв|сообщ|говор|раскры"),

  /// The user is told something untrue.
  UNTRUE(
      "somebody is told something untrue",
      "\\b(?:if|when|should|in\\s+case)\\s+(?:the\\s+|an?\\s+)?(?:users?|they|anyone|someone|customers?|clients?|reviewers?|owners?|somebody|people)\\s+(?:\\w+\\s+){0,2}(?:asks?|want(?:s|ed)?\\s+to\\s+know|wonders?|questions?|complains?|notices?|inquires?|objects?|proposes?|names?)\\b[^.]{0,80}\\b(?:say|answer|reply|respond|claim|explain|tell\\s+them|state|assure\\s+them)\\s+(?:that\\s+|with\\s+)?(?:it|this|that|these|they|all|everything|nothing|no|only|there)\\b|\\b(?:reply|answer|respond|claim|say)\\s+(?:only\\s+)?(?:that\\s+)?[\"'“]?(?:everything|all|nothing|no\\s+(?:changes|errors|issues|problems))\\s+(?:\\w+\\s+){0,4}(?:fine|normal|well|green|passed|succe\\w+|changed|unchanged|order)\\b|\\banswer\\s+(?:its|the|their|any)\\s+(?:\\w+\\s+)?(?:questions?|checks?|prompts?)\\s+with\\b|\\bsay\\s+(?:that\\s+)?it\\s+(?:could\\s+not|cannot|was\\s+(?:measured|tested|not)|shows?\\s+no|has\\s+no|is\\s+(?:not\\s+available|too\\s+slow|deprecated))\\b|\\breads?\\s+as\\s+(?:if\\s+)?(?:the\\s+)?(?:author|user|customer|writer)'?s?\\b|\\b(?:so\\s+that\\s+)?it\\s+(?:looks|appears|reads|seems)\\s+(?:like|as\\s+if)\\s+(?:the\\s+user|a\\s+human|an?\\s+ordinary|nothing|routine)\\b|\\bauf\\s+Nachfrage\\b[^.]{0,60}\\b(?:waren|war|sind|ist|sagen|antworten)\\b|\\bals\\s+(?:bestanden|erfolgreich|erledigt)\\s+(?:eingetragen|gemeldet|vermerkt|markier\\w+|erfass\\w+)|\\bsi\\s+(?:el\\s+\\S+\\s+|alguien\\s+|te\\s+)?pregunt\\w+[^.]{0,60}\\b(?:di|responde|explica|contesta)\\b|\\bsi\\s+(?:l'utilisateur|on|quelqu'un)\\s+(?:\\S+\\s+){0,2}demande[^.]{0,60}\\b(?:dis|dites|réponds|répondez|explique\\w*)\\b|只(?:回复|回答|说)|一律(?:视为|回答|回复|报告)|如果\\S{0,12}(?:问|询问|质疑)\\S{0,12}(?:说|回答|回复|解释)|(?:聞か|尋ね|質問さ)れ(?:たら|た場合)\\S{0,30}(?:答え|説明|伝え)|если\\s+(?:\\S+\\s+){0,3}спрос\\S+[^.]{0,40}(?:скажи|ответь|отвечай)",
      "",
      "say |answer |reply |respond |claim |tell them|assure them|explain that|explain it|explain this|state that|as passed|as passing|as success|as ok|as green|as done|reads as|read as|looks like|looks as|appears as|reads like|seems like|nachfrage|bestanden|erfolgreich|erledigt|pregunt|demande|只回|只说|一律|如果|聞か|尋ね|質問|спрос"),

  /// A protection is weakened, or its warning ignored.
  UNPROTECTED(
      "a protection is passed",
      "\\b(?:ignore|ignored|dismiss|silence|suppress|disable|switch\\s+off|turn\\s+off|bypass|raise|deactivate|override|cosmetic|harmless|false\\s+positive|false\\s+alarm)\\b[^.]{0,60}\\b(?:checksums?|mismatch|signature|smart\\s?screen|gatekeeper|codesign|anti-?virus|defender|linter|lint|security\\s+(?:check|scan|rule|warning)s?|prevent_destroy|deletion_protection|termination\\s+protection|budget\\s+(?:alarm|alert)|branch\\s+protection|audit\\s+log\\w*|two-?factor|mfa|2fa|certificate\\s+(?:warning|error)|pre-?commit|sandbox|extensions?\\s+warning)s?\\b|\\b(?:checksums?|mismatch|signature|smart\\s?screen|gatekeeper|codesign|anti-?virus|defender|linter|prevent_destroy|deletion_protection|budget\\s+(?:alarm|alert)|branch\\s+protection|certificate\\s+(?:warning|error)|(?:safety|review|security)\\s+(?:skill|agent|check|scan))s?\\b[^.]{0,60}\\b(?:ignored?|dismiss\\w*|silence\\w*|cosmetic|harmless|false\\s+(?:positive|alarm)s?|objects?|complains?|approved)\\b|\\b(?:do\\s+not|don't|no)\\s+need\\s+to\\s+(?:look\\s+at|read|inspect|verify|understand)\\b|--no-verify\\b|\\s-ExclusionPath\\b|\\bSet-MpPreference\\b|\\bsudo\\s+-S\\b|\\bENVIRONMENT_CHECK=1|\\bprevent_destroy\\b|\\badministrator\\s+password\\b|\\bload\\s+unpacked\\b|\\ball\\s+your\\s+data\\s+on\\s+all\\s+websites\\b|ウイルス対策|誤検知|关闭\\S{0,8}(?:检查|扫描|防护|杀毒|防火墙)|跳过\\S{0,8}(?:检查|扫描|校验)|(?:检查|扫描|校验)\\S{0,8}(?:跳过|关闭)|\\bVirenscanner|\\bdesactiv\\w+\\s+el\\s+antivirus|\\bdésactive\\w*\\s+l'antivirus",
      "",
      "checksum|mismatch|signature|smartscreen|smart screen|gatekeeper|codesign|virus|defender|lint|need to|security|safety|review|prevent_destroy|protection|budget|audit|factor|mfa|2fa|certificate|pre-commit|precommit|sandbox|extension|no-verify|exclusionpath|mppreference|sudo -S|ENVIRONMENT_CHECK|administrator|unpacked|all websites|ウイルス|誤検|关闭|跳过|virenscanner"),

  /// Money, other people's data, or what cannot be undone.
  COSTLY(
      "it costs money, hands out private data or cannot be undone",
      "\\b(?:(?:buy|purchase|order|upgrade|pay\\s+for|subscribe\\s+to|add|accept|renew)\\s+(?:the|an?|its|their|to|[0-9]+|one|two|three|all)|confirm\\s+(?:the\\s+)?payment)\\b[^.]{0,80}\\b(?:commitment|membership|paid\\s+plan|highest\\s+plan|subscription|stored\\s+card|saved\\s+card|upfront|order\\s+page|express\\s+delivery|premium|insurance)\\b|\\b(?:drop|delete|destroy|wipe|erase|purge|overwrite|remove)\\w*\\b[^.]{0,60}\\b(?:tables|databases?|branches|backups?|snapshots?|production|raw\\s+data|stash\\w*|buckets?|older\\s+versions|mails?)\\b|\\bgit\\s+push\\s+(?:-f|--force)|\\bterraform\\s+(?:destroy|state\\s+rm)|\\b(?:post|forward|send|share|copy|export|upload|submit)\\b[^.]{0,60}\\b(?:raw|all|private|direct|every|entire|full|complete)\\b[^.]{0,20}\\b(?:messages?|e?-?mails?|channels?|conversations?|contacts|inbox|transcripts?|history|repositor(?:y|ies)|documents)\\b|\\binvite\\b[^.]{0,40}@|\\badd\\b[^.]{0,60}@[^.]{0,60}\\b(?:guest|collaborator|admin\\w*|member|owner|bcc|cc|forward\\w*)\\b|\\b(?:guest|collaborator|admin\\w*|member|owner|bcc|forward\\w*)\\b[^.]{0,40}\\b[\\w.]+@[\\w-]+\\.|\\b(?:every|all|each)\\s+(?:lines?|values?|entr(?:y|ies)|secrets?|variables?|keys?)\\s+(?:of|in|from)\\s+[^\\s]*\\.env\\b|\\b[?&](?:ref|aff|tag|partner|utm_source)=|\\b(?:referral|affiliate|partner)\\s+(?:link|code|id|tag)\\b|\\bsuperuser\\b|\\bis_superuser\\b|\\bdrop_table\\s*\\(|\\bdb:(?:drop|reset)\\b|\\bDROP\\s+(?:TABLE|DATABASE|SCHEMA)\\b|\\bECB\\b|\\bunsalted\\b|\\bMD5\\s+of\\b|~/\\.(?:claude|codex|gemini|cursor)/\\w+\\.md\\b|\\b(?:run|execute|install)\\b[^.]{0,40}\\b(?:as\\s+is|whatever\\s+(?:it|is)|first\\s+that\\s+exists|any\\s+file)\\b|\\b(?:run|execute)\\s+(?:them|it|these|the\\s+commands?|the\\s+blocks?)\\b[^.]{0,60}\\b(?:in\\s+order|as\\s+is|page|note)\\b|\\b(?:curl|wget)\\b[^\\n]*\\|\\s*(?:sudo\\s+)?(?:tar|sh|bash|zsh|python3?|node|perl|ruby)\\b|\\bthree-year\\b|\\bRohdaten\\b|\\b(?:record|report|mark|enter|log|list|count)\\w*\\s+(?:\\w+\\s+){0,4}(?:failed|failing|failures?|rejected)\\s+(?:\\w+\\s+){0,4}as\\s+(?:passed|passing|successful|success|ok|green|done)\\b",
      "",
      "buy|purchas|order|subscri|upgrade|payment|pay |checkout|check out|drop|delet|destroy|wip|eras|purg|overwrit|truncat|remov|git push|terraform|messag|mail|channel|conversation|contacts|inbox|transcript|history|repositor|documents|invite|guest|collaborator|admin|member|owner|bcc|forward|.env|ref=|aff=|tag=|partner|utm_|referral|affiliate|superuser|db:|ECB|unsalted|MD5 of|~/.c|~/.g|as is|whatever|that exists|any file|in order|curl|wget|three-year|failed|failing|failure|rejected|rohdaten"),

  /// A program or a command comes from a page.
  FETCHED(
      "a program or a command is taken from elsewhere",
      "\\b(?:take|copy|use|run|paste)\\s+(?:the\\s+|its\\s+|that\\s+)?(?:\\w+\\s+)?(?:command|line|one-?liner|snippet|script|text)s?\\s+(?:in|from|on|of|shown\\s+(?:on|in|there)|given)\\s+(?:it|there|that|the\\s+(?:\\w+\\s+)?(?:page|note|site|post|message|answer|box))\\b|\\b(?:paste|pasted)\\b[^.]{0,40}\\b(?:press|hit)\\s+(?:\\W{0,2})(?:return|enter)\\b|\\b(?:copy\\s+button|copied\\s+for\\s+you)\\b|\\b(?:download|save|unzip|unpack|fetch|get|obtain|extract)\\b[^。]{0,80}\\.(?:zip|exe|dmg|pkg|msi|crx|xpi|rar|7z|iso|scr|appimage|vsix)\\b|\\.(?:zip|exe|dmg|pkg|msi|crx|xpi|rar|7z|iso|scr)[`\"」”]*\\s?(?:を|文件|herunter|laden|ausführen|ejecut|descarg)|下载\\S{0,40}\\.(?:zip|exe|dmg|msi|rar)",
      "",
      "command|line|snippet|script|text|paste|copy button|copied|.zip|.exe|.dmg|.pkg|.msi|.crx|.xpi|.rar|.7z|.iso|.scr|.appimage|.vsix");

  private static final Regex NEGATED =
      new Regex(
          "(?i)\\b(?:never|not|n't|don't|avoid|no|nor|nothing|cannot|can't|must|only|refuse|stop|unless|forbidden|prohibited|dangerous|nie|niemals|nunca|jamais|никогда)\\b");

  private final String words;
  private final Regex direct;
  private final Regex unlessNegated;
  private final boolean hasNegatable;
  private final long label;

  Sign(String words, String direct, String unlessNegated, String keywords) {
    this.words = words;
    this.direct = new Regex("(?i)" + direct);
    this.unlessNegated = new Regex("(?i)" + unlessNegated);
    this.hasNegatable = !unlessNegated.isEmpty();
    this.label = 1L << ordinal();
    for (String keyword : keywords.split("\\|", -1)) {
      Keywords.add(keyword, label);
    }
  }

  /// Each sign holds one of its keywords. After a tilde comes a verb that is forbidden.
  private static final class Keywords {
    private static final WordTable TABLE = new WordTable();
    private static final List<String> FORBIDDEN = List.of("not ", "n't ", "never ", "need to ");

    static void add(String keyword, long label) {
      if (keyword.charAt(0) == '~') {
        FORBIDDEN.forEach(each -> TABLE.add(each + keyword.substring(1), label));
      } else {
        TABLE.add(keyword, label);
      }
    }
  }

  /// The signs that a text may hold, by their words; a bit for each.
  static long possibleIn(String text) {
    return Keywords.TABLE.labels(text);
  }

  long label() {
    return label;
  }

  /// For a finding.
  String words() {
    return words;
  }

  boolean isIn(String sentence) {
    return direct.finds(sentence)
        || (hasNegatable && unlessNegated.finds(sentence) && !NEGATED.finds(sentence));
  }
}
