package dev.assay.intake.scan;

import com.google.re2j.Matcher;
import dev.assay.intake.rule.FindingList;
import dev.assay.intake.signature.Regex;
import dev.assay.intake.signature.ScanRule;
import dev.assay.intake.signature.WordTable;
import dev.assay.intake.signature.Work;
import dev.assay.intake.tree.SourceText;

/// Finds scripts that look for wallet addresses in the clipboard and write to it. They replace the
/// address that the user copied.
final class ClipboardScan {
  private static final WordTable READS =
      WordTable.of(
          "Get-Clipboard",
          "pyperclip.paste",
          "clipboard.paste",
          "clipboard_get",
          "pbpaste",
          "wl-paste",
          "xclip",
          "xsel",
          ".readText(",
          "GetClipboardData",
          "clipboard.read",
          "clipboardy.read");
  private static final WordTable WRITES =
      WordTable.of(
          "Set-Clipboard",
          "pyperclip.copy",
          "clipboard.copy",
          "clipboard_append",
          "pbcopy",
          "wl-copy",
          "xclip",
          "xsel",
          ".writeText(",
          "SetClipboardData",
          "clipboard.write",
          "clipboardy.write");

  /// A pattern in the code that matches an address of Bitcoin, Ethereum, Tron, Monero or Litecoin.
  private static final Regex ADDRESS =
      new Regex(
          "\\bbc1[^\\n]{0,40}\\{[0-9]{2}|0x\\[[^\\]\\n]{3,12}\\]\\{40\\}|\\[13\\]\\)?\\[[^\\]\\n]{5,30}\\]\\{2[0-9]|\\bT\\[[^\\]\\n]{5,30}\\]\\{33\\}|\\b4\\[[^\\]\\n]{2,12}\\]\\[[^\\]\\n]{5,30}\\]\\{9[0-9]\\}|\\[LM3?\\]\\[[^\\]\\n]{5,30}\\]\\{2[0-9]");

  private ClipboardScan() {}

  static void look(SourceText source, FindingList findings) {
    String text = source.text();
    Work.spend(2L * text.length());
    if (source.extension().equals(".md")
        || !ADDRESS.mayFind(text)
        || !READS.anyIn(text)
        || !WRITES.anyIn(text)) {
      return;
    }
    Matcher address = ADDRESS.matcher(text);
    if (address.find()) {
      int line = source.lineAt(address.start());
      findings.add(
          ScanRule.AGAINST_USER.at(
              source.path(),
              line,
              "The script looks for addresses of wallets in the clipboard and writes to it.",
              SecretScan.mask(source.excerpt(line))));
    }
  }
}
