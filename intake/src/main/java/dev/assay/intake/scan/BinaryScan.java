package dev.assay.intake.scan;

import dev.assay.intake.rule.FindingList;
import dev.assay.intake.signature.ScanRule;
import dev.assay.intake.tree.Magic;
import dev.assay.intake.tree.Sources;
import dev.assay.intake.tree.TreeFile;
import java.util.Set;

/// Finds compiled programs, and archives other than documents.
final class BinaryScan {
  private static final Set<String> PROGRAMS =
      Set.of(
          ".exe", ".dll", ".so", ".dylib", ".pyc", ".pyd", ".class", ".wasm", ".node", ".o", ".a");

  /// The extensions of documents that are zip archives.
  private static final Set<String> DOCUMENTS =
      Set.of(
          ".docx", ".xlsx", ".pptx", ".dotx", ".xltx", ".potx", ".odt", ".ods", ".odp", ".epub",
          ".vsdx", ".kmz");

  private BinaryScan() {}

  static void look(Sources.Binary binary, FindingList findings) {
    String extension = new TreeFile(binary.path(), 0, false).extension();
    Magic.Kind kind = binary.magic().map(Magic::kind).orElse(Magic.Kind.MEDIA);
    String words = binary.magic().map(Magic::words).orElse("binary");
    if (kind == Magic.Kind.PROGRAM || PROGRAMS.contains(extension)) {
      String what = kind == Magic.Kind.PROGRAM ? words : "a compiled program";
      findings.add(ScanRule.BINARY.in(binary.path(), binary.path() + " is " + what + "."));
    } else if (kind == Magic.Kind.ARCHIVE && !DOCUMENTS.contains(extension)) {
      findings.add(ScanRule.NESTED_ARCHIVE.in(binary.path(), binary.path() + " is " + words + "."));
    }
  }
}
