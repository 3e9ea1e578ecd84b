package dev.assay.intake.scan;

import dev.assay.intake.rule.FindingList;
import dev.assay.intake.signature.Regex;
import dev.assay.intake.signature.ScanRule;
import dev.assay.intake.signature.WordTable;
import dev.assay.intake.tree.SourceText;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/// Finds scripts that together fetch a file, make it executable and start it, or write it as a
/// module and load it. The steps may be in several files that pass the file's name to each other.
final class FetchedProgramScan {
  private static final Set<String> SCRIPTS =
      Set.of(
          ".py", ".sh", ".bash", ".js", ".mjs", ".cjs", ".ts", ".rb", ".pl", ".go", ".php", ".rs",
          ".lua", ".java", ".cs", ".kt", ".swift", ".ps1");

  private static final Regex FETCHED =
      new Regex(
          "\\bhttp\\.Get\\(|\\bhttps?\\.get\\(|\\bfetch\\(\\s*(?:[a-zA-Z]|[`\"'](?:https?:|\\$))|\\burlopen\\(|\\burlretrieve\\(|\\brequests\\.get\\(|\\bhttpx\\.(?:get|stream)\\(|\\breqwest::|\\bureq::get|\\bURI\\.open\\(|\\bNet::HTTP|\\bHttpClient\\b|\\bDownloadFile\\b|\\bnew\\s+URL\\(|\\bLWP::Simple|\\bfile_get_contents\\(\\s*[\"']https?:|\\bcurl_init\\(|\\b(?:curl|wget)\\s[^\\n]*(?:https?://|\\$)");
  private static final Regex MADE_EXECUTABLE =
      new Regex(
          "\\.[Cc]hmod\\([^\\n]*(?:0o?[157][0-7]{2}\\b|S_IX|S_IEXEC|0x1|\\|)|\\bchmodSync\\([^\\n]*[\"']?(?:0o?)?[157][0-7]{2}\\b|\\bfs\\.(?:promises\\.)?chmod\\(|\\bPermissions::from_mode\\(\\s*0o[157]|\\bsetExecutable\\(\\s*true|\\bFile\\.chmod\\(|\\bFileUtils\\.chmod|\\bos\\.chmod\\([^\\n]*(?:0o[157]|S_IX|S_IEXEC)|\\bmode:\\s*0o?7[0-7]{2}\\b|\\bchmod\\(\\s*0[157]|os\\.(?:WriteFile|OpenFile)\\([^\\n]*0o?7[0-7]{2}\\)");
  private static final Regex STARTED =
      new Regex(
          "\\bexec\\.Command\\(\\s*[a-z]|\\bsyscall\\.Exec\\(|\\b(?:spawn|spawnSync|execFile|execFileSync)\\(\\s*[a-z]|\\bsubprocess\\.\\w+\\(\\s*\\[\\s*(?:str\\(\\s*)?[a-z]|\\bsubprocess\\.\\w+\\(\\s*[a-z]|\\bos\\.(?:exec\\w+|startfile|spawn\\w+)\\(\\s*|\\bCommand::new\\(\\s*&?[a-z]|\\bProcessBuilder\\(\\s*[a-z]|\\bProcess\\.Start\\(\\s*[a-z]|\\bsystem\\(\\s*[a-z$]|^\\s*\"?\\$\\{?\\w+\\}?(?:/[\\w.-]+)?\"?(?:\\s|$)");
  private static final Regex WRITTEN =
      new Regex(
          "\\bwriteFile(?:Sync)?\\(\\s*(\\w+)|\\bcreateWriteStream\\(|\\bBun\\.write\\(|\\.write_(?:text|bytes)\\(");
  private static final Regex LOADED =
      new Regex(
          "\\bimport\\(\\s*(?:pathToFileURL\\(|[`\"']file:|\"file|`file)|\\bexec_module\\(|\\brunpy\\.run_path\\(");

  /// The number of scripts up to which the steps may be in different files.
  private static final int FEW = 3;

  /// The words of which a skill with such steps has at least one.
  private static final WordTable STEPS =
      WordTable.of(
          "chmod",
          "setexecutable",
          "from_mode",
          "mode:",
          "os.writefile",
          "os.openfile",
          "exec_module",
          "run_path",
          "import(");

  private final List<SourceText> scripts = new ArrayList<>();
  private boolean fetched;
  private boolean executable;
  private boolean whole;
  private String path = "";
  private int line;

  void look(SourceText source) {
    if (SCRIPTS.contains(source.extension())) {
      scripts.add(source);
    }
  }

  void end(FindingList findings) {
    boolean known =
        findings.kept().stream()
            .anyMatch(each -> each.code().equals(ScanRule.DOWNLOAD_AND_RUN.id()));
    if (known || scripts.stream().noneMatch(each -> STEPS.anyIn(each.text()))) {
      return;
    }
    scripts.forEach(this::steps);
    boolean together =
        scripts.size() <= FEW
            && fetched
            && executable
            && scripts.stream().anyMatch(each -> first(STARTED, each) > 0);
    if (whole || together) {
      findings.add(
          ScanRule.DOWNLOAD_AND_RUN.at(path, line, "The scripts fetch a program and run it.", ""));
    }
  }

  private void steps(SourceText source) {
    int at = first(FETCHED, source);
    boolean made = first(MADE_EXECUTABLE, source) > 0;
    boolean loads = at > 0 && first(WRITTEN, source) > 0 && first(LOADED, source) > 0;
    boolean all = loads || (at > 0 && made && first(STARTED, source) > 0);
    if ((all && !whole) || (line == 0 && at > 0)) {
      path = source.path();
      line = at;
    }
    whole |= all;
    fetched |= at > 0;
    executable |= made;
  }

  private static int first(Regex regex, SourceText source) {
    if (!regex.mayFind(source.text())) {
      return 0;
    }
    for (int number = 1; number <= source.lines(); number++) {
      String text = source.line(number);
      String start = text.stripLeading();
      if (!start.startsWith("#") && !start.startsWith("//") && regex.finds(text)) {
        return number;
      }
    }
    return 0;
  }
}
