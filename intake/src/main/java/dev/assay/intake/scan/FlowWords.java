package dev.assay.intake.scan;

import dev.assay.intake.signature.WordTable;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// The words of which each source of a [FlowKind] has at least one. Searching for them is much
/// faster than matching the patterns.
final class FlowWords {
  private static final Map<FlowKind, List<String>> KEYWORDS =
      Map.ofEntries(
          Map.entry(
              FlowKind.CREDENTIALS,
              List.of(
                  ".ssh",
                  ".aws",
                  ".netrc",
                  ".git-credentials",
                  ".config/",
                  ".terraform.d",
                  ".databrickscfg",
                  ".kube",
                  ".docker",
                  ".gnupg",
                  ".pypirc",
                  "/etc/shadow",
                  "Login Data",
                  "cookies.sqlite",
                  "key4.db",
                  "wallet.dat",
                  ".ethereum",
                  ".electrum",
                  ".exodus",
                  "Local Extension Settings",
                  "solana",
                  ".clawdbot",
                  ".openclaw",
                  ".moltbot",
                  "-password",
                  "dump-keychain",
                  ".env",
                  "/environ",
                  ".tfstate",
                  "/etc/passwd",
                  "169.254.",
                  "security-credentials",
                  "kubernetes.io",
                  ".vault-token",
                  ".pgpass",
                  ".my.cnf",
                  "hosts.yml",
                  "credentials",
                  "Keychains",
                  ".password-store",
                  "keyrings",
                  "tdata",
                  "leveldb",
                  "exodus",
                  "atomic",
                  "Electrum",
                  "Ethereum",
                  "browser_cookie3",
                  ".claude",
                  ".cursor/",
                  ".codex/",
                  ".npmrc",
                  ".azure/",
                  "win32crypt",
                  "keyring.",
                  "glob(")),
          Map.entry(
              FlowKind.ENVIRONMENT,
              List.of(
                  "os.environ",
                  "process.env",
                  "printenv",
                  "os.Environ",
                  "%ENV",
                  "ENV.",
                  "getenv(",
                  "env ",
                  "env\t",
                  "env\n",
                  "env|",
                  "env>",
                  "env)",
                  "env`")),
          Map.entry(
              FlowKind.LISTED,
              List.of(
                  "TOKEN",
                  "SECRET",
                  "PASSWORD",
                  "_KEY",
                  "CREDENTIAL",
                  "DATABASE_URL",
                  "grep",
                  "${!",
                  "ENV.",
                  "env:")),
          Map.entry(
              FlowKind.MEMORY,
              List.of(
                  "MEMORY.md",
                  "SOUL.md",
                  "USER.md",
                  "istory",
                  "pbpaste",
                  "screen",
                  "scrot",
                  "fswebcam",
                  "imagesnap",
                  "arecord",
                  "ImageGrab",
                  "VideoCapture",
                  "tmate_",
                  "Get-Clipboard",
                  "pyperclip",
                  "xclip",
                  ".claude/",
                  ".openclaw",
                  ".clawdbot",
                  "Documents",
                  "Desktop",
                  "Downloads",
                  "Pictures",
                  "DCIM")),
          Map.entry(
              FlowKind.KEPT_TOKEN,
              List.of(
                  "auth token",
                  "'token'",
                  "\"token\"",
                  "print-",
                  "export-credentials",
                  "configure get",
                  "'configure'",
                  "\"configure\"",
                  "credential fill",
                  "'fill'",
                  "\"fill\"",
                  "_authToken",
                  "auth:token",
                  "get-access-token",
                  "--raw",
                  "op://",
                  "pass show",
                  "bw get",
                  "kubectl",
                  "'secrets'",
                  "\"secrets\"",
                  "'secret'",
                  "\"secret\"",
                  "vault",
                  "Cookies",
                  "cookies.",
                  "get-secret",
                  "secrets",
                  "keyvault")),
          Map.entry(FlowKind.SECRET, List.of("TOKEN", "SECRET", "PASSWORD", "_KEY", "CREDENTIAL")),
          Map.entry(
              FlowKind.ENCODED_SECRET,
              List.of("64encode", "32encode", "85encode", "hexlify", "btoa")),
          Map.entry(
              FlowKind.HIDDEN_LITERAL,
              List.of("64decode", "32decode", "85decode", "atob", "fromhex", "Buffer.from")),
          Map.entry(FlowKind.PIECES, List.of("unpack", ".match(", "fold", "split", "] for ")),
          Map.entry(FlowKind.RETURNED, List.of("return ")),
          Map.entry(
              FlowKind.DOWNLOAD,
              List.of(
                  ".get(",
                  "urlopen",
                  "urlretrieve",
                  "fetch(",
                  "curl",
                  "wget",
                  "Invoke-",
                  "DownloadString",
                  "DownloadFile",
                  "get(",
                  "URI.open",
                  "HTTP.get",
                  "http.Get",
                  "file_get_contents")),
          Map.entry(
              FlowKind.DECODED,
              List.of(
                  "decode",
                  "unhexlify",
                  "fromhex",
                  "decompress",
                  "marshal",
                  "atob",
                  "Buffer.from",
                  "base64",
                  "xxd",
                  "chr(",
                  "chr,",
                  "chr ",
                  "decrypt(",
                  "unescape(",
                  "maketrans(",
                  "bytes(",
                  "bytearray(",
                  "\\1",
                  "\\0",
                  "fromCharCode",
                  "-bxor",
                  ".chr",
                  ".pack(",
                  "array_map",
                  "[char",
                  "inflate(",
                  "rot13(",
                  "Base64String",
                  ".unpack",
                  "DecodeString")));

  /// The kinds in the order of their labels.
  private static final List<FlowKind> KINDS = List.copyOf(KEYWORDS.keySet());

  private static final WordTable WORDS = new WordTable();

  static {
    for (int kind = 0; kind < KINDS.size(); kind++) {
      for (String word : KEYWORDS.getOrDefault(KINDS.get(kind), List.of())) {
        WORDS.add(word, 1L << kind);
      }
    }
  }

  private FlowWords() {}

  /// Returns the kinds of values that a statement may read.
  static List<FlowKind> possibleIn(String text) {
    List<FlowKind> possible = new ArrayList<>();
    if (text.endsWith("env")) {
      possible.add(FlowKind.ENVIRONMENT);
    }
    long labels = WORDS.labels(text);
    for (int kind = 0; labels != 0 && kind < KINDS.size(); kind++) {
      if ((labels & (1L << kind)) != 0) {
        possible.add(KINDS.get(kind));
      }
    }
    return possible;
  }
}
