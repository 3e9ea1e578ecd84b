package dev.assay.intake.scan;

import dev.assay.intake.rule.FindingList;
import dev.assay.intake.signature.Regex;
import dev.assay.intake.signature.ScanRule;
import dev.assay.intake.signature.WordTable;
import dev.assay.intake.signature.Work;
import dev.assay.intake.tree.SourceText;

/// Finds sentences against the user in languages other than English. They hide something from the
/// user, or override other instructions.
final class ForeignScan {
  /// Sentences per language that forbid to tell the user, in the usual word orders.
  private static final Regex HIDES =
      any(
          // Chinese
          "(?:不要|不得|切勿|绝不|禁止|无需|不用|不必|勿|别)[^。\\n]{0,8}(?:告诉|告知|通知|提醒|透露|提及|说明|向)[^。\\n]{0,6}用户",
          "不得告知用户|瞒着用户|用户不知情|(?:对|向)用户(?:保密|隐瞒)|不(?:要|得|必)[^。\\n]{0,8}提及(?:此|这|该|上述|本)",
          // Japanese
          "(?:ユーザー|利用者|お客様)(?:に(?:は)?|へ(?:は)?)[^。\\n]{0,24}(?:知らせ|伝え|言わ|話さ|報告し|明かさ|見せ|説明し)(?:ないで|ないこと|ず|ない|なく)",
          "(?:ユーザー|利用者|お客様)に(?:は)?(?:内緒|秘密|気付かれ|気づかれ)|(?:存在|手順|送信|この件)(?:に|には|について)(?:は)?(?:一切)?(?:触れ|言及し)ない",
          // Korean
          "사용자에게[^.\\n]{0,20}(?:알리지|말하지|언급하지|보고하지)|사용자\\s*몰래",
          // Russian
          "не\\s+(?:говори|сообща|рассказыва|упомина|показыва|раскрыва|предупрежда|информиру|уведомля)\\pL*[^.\\n]{0,60}(?:пользовател|клиент|заказчик)",
          "(?:пользовател|клиент|заказчик)\\pL*[^.,\\n]{0,40}\\s(?:об\\s+этом\\s+)?(?:не\\s+(?:говори|сообща|рассказыва|упомина|показыва)|знать\\s+не\\s+(?:должен|нужно|обязательно))",
          "(?:об\\s+этом|это(?:т|го)?\\s+шаг\\pL*)\\s+(?:никому\\s+|никогда\\s+|в\\s+ответе\\s+)?не\\s+(?:говори|сообща|упомина)|втайне\\s+от|не\\s+упомина\\pL*\\s+(?:об\\s+)?эт",
          // Spanish
          "(?:no|nunca|jamás)\\s+(?:(?:se\\s+lo|le|lo|la)\\s+)?(?:dig|inform|mencion|coment|avis|revel|notifi|cuent)\\pL*[^.\\n]{0,40}(?:al|a\\s+la)\\s+(?:usuari|client)",
          "sin\\s+que\\s+(?:el|la)\\s+(?:usuari|client)\\pL*\\s+(?:se\\s+entere|lo\\s+sepa|lo\\s+note|se\\s+d[eé]\\s+cuenta)|a\\s+espaldas\\s+del?\\s|(?:no|ni|nunca)\\s+(?:(?:le|lo|la|se\\s+lo)\\s+)?(?:menciones|comentes|reveles|expliques)\\s+(?:est[aeo]|el\\s|la\\s|nada)",
          // French
          "n(?:e|'en|’en)\\s+(?:lui\\s+|leur\\s+|le\\s+|en\\s+)?(?:di[st]|dites|mentionn|préven|prévien|parl|inform|signal|révél|indiqu|avert)\\pL*\\s+(?:pas|rien|jamais)[^.\\n]{0,40}(?:utilisat|client)",
          "à\\s+l.insu\\s+d|ne\\s+(?:mentionn|signal|révél)\\pL*\\s+(?:pas|jamais)\\s+(?:cette|ce|cet|ces)\\s|pour\\s+qu.(?:elle|il)s?\\s+passen?t?\\s+inaperçu",
          // German
          "(?:erwähn|sag|verrat|erzähl|nenn|offenbar|zeig|bericht)\\pL*[^.\\n]{0,80}(?:nutzer|anwender|kund)\\pL*[^.,\\n]{0,50}\\s(?:nicht|nie|niemals|nichts)\\s*(?:[.,;!)]|und\\s|$)",
          "(?:erwähn|verrat)\\pL*\\s+(?:dies|das|es)\\pL*[^.,\\n]{0,40}\\s(?:nicht|nie|niemals)\\s*(?:[.,;!)]|$)|ohne\\s+wissen\\s+de[rs]\\s+(?:be)?nutzer|(?:nutzer|anwender|kund)\\pL*[^.\\n]{0,20}nichts?\\s+(?:davon\\s+)?(?:merk|bemerk|erfahr|erfähr|erwähn)",
          // Portuguese
          "(?:não|nunca|jamais)\\s+(?:o\\s+|lhe\\s+)?(?:diga|informe|conte|mencione|avise|revele|comente|notifique)\\pL*[^.\\n]{0,40}(?:ao|à|o|a)\\s+(?:usuári|utilizador|client|pessoa)",
          "sem\\s+que\\s+[oa]\\s+(?:usuári|utilizador|client|pessoa)\\pL*\\s+(?:saiba|perceba|note)|(?:não|nem|nunca)\\s+(?:mencione|comente|revele)s?\\s+(?:isso|ist[oa]|est[ea]|ess[ea]|[oa]\\s)",
          // a false answer to the user's questions: German, French, Spanish, Portuguese, Russian,
          // Chinese, Japanese
          "(?:falls|wenn)\\s+(?:\\pL+\\s+){0,4}(?:nachgefragt|gefragt|nachfragt|fragt|bemerkt)\\pL*(?:\\s+wird)?,?\\s+(?:antworte|sag|behaupte)\\pL*,?\\s+dass",
          "s.il(?:s|\\s+l.utilisateur)?\\s+[^.\\n]{0,30}(?:demande|remarque|pose)[^.\\n]{0,20},\\s+(?:dis|dites|répond|prétend)\\pL*\\s+que",
          "si\\s+(?:el\\s+usuario\\s+)?(?:lo\\s+|te\\s+)?(?:detecta|pregunta|nota|descubre)\\pL*[^.\\n]{0,20},\\s+(?:di|responde|contesta|diga)\\s+que",
          "se\\s+(?:o\\s+(?:usuário|utilizador)\\s+)?(?:perguntar|notar|perceber)\\pL*[^.\\n]{0,20},\\s+(?:diz|diga|responda|responde)\\s+que",
          "если\\s+[^.\\n]{0,20}(?:спрос|замет)\\pL*[^.\\n]{0,20},\\s+(?:скажи|ответь|отвечай|говори)\\pL*,?\\s+что",
          "(?:如果|若)(?:用户)?(?:问起|追问|询问|发现)[^。\\n]{0,10}[，,]\\s*(?:就)?(?:说|回答|声称)",
          "(?:聞かれ|尋ねられ|質問され)(?:た場合|たら|ても)[^。\\n]{0,30}(?:と答え|と言)",
          // Arabic
          "لا\\s+تخبر\\s+المستخدم");

  private static final Regex OVERRIDES =
      new Regex(
          "(?i)忽略(?:之前|以前|先前|上述|所有)[^。\\n]{0,8}(?:指令|指示|提示|规则)|(?:以前|これまで|上記)の(?:指示|命令)を(?:すべて)?無視|이전\\s*(?:지시|명령)[^.\\n]{0,6}무시|игнорируй(?:те)?\\s+(?:все\\s+)?(?:предыдущ|прошл)|ignora\\s+(?:todas\\s+)?las\\s+instrucciones\\s+(?:anteriores|previas)|ignore[zr]?\\s+(?:toutes\\s+)?les\\s+instructions\\s+précédentes|(?:ignoriere|vergiss)\\s+(?:alle\\s+)?(?:vorherigen|bisherigen|obigen)\\s+(?:anweisungen|instruktionen)|ignore\\s+(?:todas\\s+)?as\\s+instruções\\s+anteriores");

  /// The words of which each such sentence has at least one. Searching for them is much faster.
  private static final WordTable WORDS = new WordTable();

  /// Sentences per language that omit a step from the report, keep it from the user or do it
  /// silently.
  private static final Regex LEAVES_OUT =
      any(
          "(?:скрывай|скрыть|скрывать|утаи|утаива|спрячь|прячь)\\pL*[^.\\n]{0,60}от\\s+(?:пользовател|клиент|заказчик)|в\\s+(?:отч[её]т|ответ|сводк)\\pL*\\s+не\\s+(?:включа|добавля|упомина|указыва)|не\\s+(?:включа|указыва)\\pL*[^.\\n]{0,40}\\sв\\s+(?:отч[её]т|ответ|сводк)|(?:одобряй|принимай|пропускай)\\pL*\\s+без\\s+проверк|без\\s+ведома\\s+(?:пользовател|клиент)|(?:тихо|незаметно|молча)\\s+(?:отправ|загру|переда|скопиру)",
          "(?:nutzer|anwender|kund)\\pL*[^.\\n]{0,60}\\snicht\\s+(?:zu\\s+)?(?:erwähn|nenn|sag|mitteil|mitzuteil|offenleg|offenzuleg|meld)|auf\\s+nachfrage[^.\\n]{0,40}(?:verneint|abgestritten|geleugnet|bestritten|verneinen|leugnen)|(?:stillschweigend|unbemerkt|heimlich)\\s+(?:\\pL+\\s+){0,4}(?:hochlad|hochzulad|send|zu\\s+send|übermittel|weiterleit|kopier)",
          "sans\\s+(?:le|la|les|lui|en|l.)\\s*(?:signaler|mentionner|dire|prévenir|informer|avertir|parler|indiquer)|sans\\s+(?:prévenir|informer|avertir|alerter)\\s+l.utilisat|n.affiche\\pL*\\s+(?:plus|pas|aucune)\\s+(?:de\\s+)?demande|ignore[rz]?\\s+les\\s+règles\\s+de\\s+sécurité|(?:cache|masque|dissimule)[rz]?\\s[^.\\n]{0,40}à\\s+l.utilisat",
          "sin\\s+(?:avisar|informar|decir(?:le)?|preguntar|notificar)\\s+(?:nada\\s+)?al?\\s+(?:usuari|client)|sin\\s+(?:mencionar|avisar|decir)(?:lo|la|le|selo)|(?:ocult|escond)\\pL*[^.\\n]{0,40}(?:al|del)\\s+(?:usuari|client)|no\\s+(?:lo\\s+|la\\s+)?(?:incluyas|menciones|muestres)\\s+en\\s+(?:el|la|tu)\\s+(?:informe|respuesta|resumen)",
          "sem\\s+(?:avisar|informar|dizer|mencionar|notificar|perguntar)\\s+(?:nada\\s+)?(?:ao?|isso\\s+ao)\\s+(?:usuári|utilizador|client)|(?:ocult|escond)\\pL*[^.\\n]{0,40}d[oa]\\s+(?:usuári|utilizador|client)|não\\s+(?:o\\s+|a\\s+)?(?:inclua|mencione|mostre)\\s+(?:isso\\s+)?n[oa]\\s+(?:relatório|resposta|resumo)",
          "(?:悄悄|偷偷|暗中|私下)(?:地)?(?:上传|发送|传输|复制|执行|运行|收集|转发|修改|删除)|静默(?:地)?(?:上传|发送|传输|收集|转发)|(?:不要|不得|勿|切勿)(?:在|将|把)[^。\\n]{0,16}(?:回答|回复|报告|总结|摘要|输出)(?:中|里)[^。\\n]{0,8}(?:提|写|显示|列|包含|出现)|(?:无需|不用|不必|不要)(?:征求|请求|等待|询问)[^。\\n]{0,6}(?:用户|确认|同意)",
          "(?:ユーザー|利用者|お客様)(?:から|に)[^。\\n]{0,8}隠|(?:黙って|こっそり|密かに|ひそかに)[^。\\n]{0,16}(?:送信|送る|アップロード|実行|コピー|保存|転送|削除)|(?:回答|報告|要約|レポート)に(?:は)?[^。\\n]{0,10}(?:含め|書か|記載し|載せ)(?:ない|ず)|(?:確認|許可)(?:を|は)?(?:求め|取ら)(?:ず|ないで|ない)",
          "(?:몰래|조용히|은밀히|비밀리에)\\s*[^.\\n]{0,16}(?:전송|업로드|보내|복사|실행|수집|저장|삭제)|사용자(?:에게|로부터)?[^.\\n]{0,12}(?:숨기|숨겨|감추|비밀)|(?:보고서|답변|응답|요약)에(?:는)?[^.\\n]{0,10}(?:포함하지|언급하지|쓰지|적지)",
          "не\\s+(?:кажи|повідомля|розповіда|згадуй|показуй)\\pL*[^.\\n]{0,40}(?:користувач|клієнт)|nie\\s+(?:mów|informuj|wspominaj|powiadamiaj)\\pL*[^.\\n]{0,40}(?:użytkownik|klient)|bez\\s+wiedzy\\s+użytkownik|kullanıcı\\pL*\\s+(?:söyleme|bildirme|bahsetme|haber\\s+verme|belirtme)|(?:không|đừng)\\s+(?:nói|thông\\s+báo|cho|tiết\\s+lộ|đề\\s+cập)[^.\\n]{0,30}người\\s+dùng|(?:उपयोगकर्ता|यूज़र)\\s+को[^।\\n]{0,20}(?:न\\s+बता|मत\\s+बता|नहीं\\s+बता)");

  private static final long HIDING = 1;
  private static final long OVERRIDING = 2;
  private static final long LEAVING_OUT = 4;

  static {
    label(
        HIDING,
        "不要",
        "不得告知",
        "瞒着",
        "不知情",
        "ユーザーに",
        "사용자에게",
        "пользовател",
        "usuario",
        "usuário",
        "utilisateur",
        "nutzer",
        "anwender",
        "erwähn",
        "verrat",
        "kunde",
        "utilizador",
        "cliente",
        "insu d",
        "inaperçu",
        "ne mentionn",
        "ne signal",
        "ne révél",
        "menciones",
        "comentes",
        "reveles",
        "mencione",
        "espaldas",
        "клиент",
        "заказчик",
        "не упомина",
        "втайне",
        "об этом",
        "利用者",
        "お客様",
        "触れない",
        "言及しない",
        "切勿",
        "绝不",
        "禁止",
        "无需",
        "不得",
        "不必",
        "用户",
        "사용자",
        "gefragt",
        "demande",
        "pregunta",
        "detecta",
        "perguntar",
        "спрос",
        "问起",
        "追问",
        "聞かれ",
        "尋ねられ",
        "المستخدم");
    label(
        LEAVING_OUT,
        "скры",
        "утаи",
        "прячь",
        "без провер",
        "без ведома",
        "незаметно",
        "тихо отправ",
        "не включа",
        "не добавля",
        "не указыва",
        "nicht zu",
        "demande de",
        "règles de",
        "回复中",
        "回答中",
        "报告中",
        "总结中",
        "포함하지",
        "언급하지",
        "숨기",
        "숨겨",
        "감추",
        "nachfrage",
        "stillschweigend",
        "unbemerkt",
        "heimlich",
        "sans ",
        "sin avisar",
        "sin informar",
        "sin decir",
        "sin preguntar",
        "sin notificar",
        "sin mencionar",
        "ocult",
        "escond",
        "incluyas",
        "muestres",
        "sem avisar",
        "sem informar",
        "sem dizer",
        "sem mencionar",
        "sem notificar",
        "sem perguntar",
        "inclua",
        "mostre",
        "悄悄",
        "静默",
        "偷偷",
        "暗中",
        "私下",
        "黙って",
        "こっそり",
        "密かに",
        "ひそかに",
        "回答に",
        "報告に",
        "要約に",
        "レポートに",
        "ユーザーから",
        "몰래",
        "조용히",
        "은밀히",
        "비밀리에",
        "користувач",
        "клієнт",
        "użytkownik",
        "kullanıcı",
        "người dùng",
        "उपयोगकर्ता",
        "यूज़र");
    label(
        OVERRIDING,
        "忽略",
        "無視",
        "무시",
        "игнорируй",
        "instrucciones",
        "précédentes",
        "anweisungen",
        "instruktionen",
        "instruções");
  }

  /// The approximate number of steps per character.
  private static final long COST = 200;

  private ForeignScan() {}

  private static Regex any(String... sentences) {
    return new Regex("(?i)" + String.join("|", sentences));
  }

  private static void label(long label, String... words) {
    for (String word : words) {
      WORDS.add(word, label);
    }
  }

  static void look(SourceText source, FindingList findings) {
    long labels = WORDS.labels(source.text());
    if ((labels & HIDING) != 0) {
      add(
          HIDES,
          HIDING,
          ScanRule.AGAINST_USER,
          "The text hides something from the user.",
          source,
          findings);
    }
    if ((labels & LEAVING_OUT) != 0) {
      add(
          LEAVES_OUT,
          LEAVING_OUT,
          ScanRule.AGAINST_USER,
          "The text hides something from the user.",
          source,
          findings);
    }
    if ((labels & OVERRIDING) != 0) {
      add(
          OVERRIDES,
          OVERRIDING,
          ScanRule.PROMPT_INJECTION,
          "The text sets other instructions aside.",
          source,
          findings);
    }
  }

  private static void add(
      Regex regex,
      long label,
      ScanRule rule,
      String message,
      SourceText source,
      FindingList findings) {
    for (int line = 1; line <= source.lines(); line++) {
      String text = source.line(line);
      if ((WORDS.labels(text) & label) != 0 && isFound(regex, text)) {
        findings.add(rule.at(source.path(), line, message, SecretScan.mask(source.excerpt(line))));
        return;
      }
    }
  }

  /// Searches a text and counts the work, which is high for these patterns on a long line.
  private static boolean isFound(Regex regex, String text) {
    Work.spend(COST * text.length());
    return regex.finds(text);
  }
}
